import assert from 'node:assert/strict';
import { ToolSignature } from '../../../runtime/contract/tool.ts';
import { DocumentError, type DocumentText } from '../../../runtime/documents/document.ts';
import type { Picture } from '../../../runtime/policy/policy.ts';
import { failure } from '../../../runtime/support/errors.ts';
import { localVisualizer } from '../../../runtime/tools/localVisualizer.ts';
import type { VisionModel } from '../../../runtime/tools/visionModel.ts';
import { callTool } from '../../fakes/calledTool.ts';

const files = {
  files: [
    { name: 'chart.png', hostPath: '/host/chart.png', bytes: 10 },
    { name: 'set.zip', hostPath: '/host/set.zip', bytes: 10 },
  ],
  leftOut: [],
};
const picture: Picture = { mediaType: 'image/png', bytes: Uint8Array.of(1, 2) };
const ocr: DocumentText = {
  format: 'png',
  text: 'Picture: PNG\n\nTotal 42',
  lost: ['OCR may err.'],
};

class FakeVision implements VisionModel {
  readonly asked: string[] = [];
  answer: string | Error = 'Two boats.';

  look(question: string, seen: Picture): Promise<string> {
    assert.equal(seen, picture);
    this.asked.push(question);
    return this.answer instanceof Error
      ? Promise.reject(this.answer)
      : Promise.resolve(this.answer);
  }
}

describe('local_visualizer', () => {
  let vision: FakeVision | null;
  let document: DocumentText;
  let readPicture: () => Promise<Picture>;
  beforeEach(() => {
    vision = new FakeVision();
    document = ocr;
    readPicture = () => Promise.resolve(picture);
  });
  const tool = () =>
    localVisualizer({
      vision,
      documents: { read: () => Promise.resolve(document) },
      readPicture: () => readPicture(),
    });
  const call = (args: Readonly<Record<string, unknown>>) => callTool(tool(), args, { files });

  it('has a signature that the contract accepts', () => {
    const { signature } = tool();
    assert.deepEqual(ToolSignature.parse(signature), signature);
  });
  it('asks the model that sees', async () => {
    const { value, notes } = await call({ image_path: 'chart.png', question: ' How many? ' });
    assert.equal(value, 'Two boats.');
    assert.deepEqual(notes, []);
    assert.deepEqual(vision?.asked, ['How many?']);
  });
  for (const question of [null, '', ' ', undefined]) {
    it(`has the picture described for the question ${JSON.stringify(question)}`, async () => {
      await call({ image_path: '/workspace/chart.png', question });
      assert.match(vision?.asked[0] ?? '', /^Describe this picture in detail/);
    });
  }
  it('gives the text in the picture and says so where no model sees', async () => {
    vision = null;
    const { value, notes } = await call({ image_path: 'chart.png', question: 'How many?' });
    assert.equal(
      value,
      'Picture: PNG\n\nTotal 42\n\n[Notes on this text]\n- No vision model is set up, so nobody looked at the picture. This is the text that was found in it.\n- OCR may err.',
    );
    assert.equal(notes.length, 2);
  });
  it('gives the text in the picture when the model cannot be asked', async () => {
    assert.ok(vision);
    vision.answer = failure('policy', 'unreachable', 'The server is away.');
    const { value } = await call({ image_path: 'chart.png' });
    assert.match(value, /Total 42/);
    assert.match(value, /The vision model could not be asked: The server is away\./);
  });
  it('lets broken machinery break the call', async () => {
    assert.ok(vision);
    vision.answer = new Error('a bug');
    await assert.rejects(call({ image_path: 'chart.png' }), { message: 'a bug' });
  });
  it('gives the text of a picture inside an archive', async () => {
    const { value } = await call({ image_path: 'set.zip/photo.jpg' });
    assert.match(value, /Total 42/);
    assert.match(value, /lies inside another file/);
    assert.deepEqual(vision?.asked, []);
  });

  const signature = '(local_visualizer(image_path: str, question: str | None = None))';
  it('refuses a file that is no picture, whether a model sees or not', async () => {
    readPicture = () => Promise.reject(new DocumentError('unknown-format', 'x is no picture.'));
    await assert.rejects(call({ image_path: 'set.zip' }), {
      pythonType: 'ValueError',
      message: `x is no picture. ${signature}`,
    });
    vision = null;
    document = { format: 'zip', text: '', lost: [] };
    await assert.rejects(call({ image_path: 'set.zip' }), {
      pythonType: 'ValueError',
      message: `set.zip is no picture. It is zip; read it with inspect_file_as_text. ${signature}`,
    });
  });
  it('names the files for a wrong path', async () => {
    await assert.rejects(call({ image_path: 'chart.jpg' }), {
      pythonType: 'FileNotFoundError',
      message: "There is no file 'chart.jpg'. The files are: 'chart.png', 'set.zip'.",
    });
    await assert.rejects(call({ image_path: '' }), { message: /^image_path is empty/ });
    await assert.rejects(call({ image_path: 'https://a.example/x.png' }), {
      message: /is a web address/,
    });
  });
});
