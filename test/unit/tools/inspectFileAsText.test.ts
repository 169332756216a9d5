import assert from 'node:assert/strict';
import type {
  DocumentFile,
  DocumentProblem,
  DocumentReader,
  DocumentText,
} from '../../../runtime/documents/document.ts';
import { DocumentError } from '../../../runtime/documents/document.ts';
import { ToolSignature } from '../../../runtime/contract/tool.ts';
import { failure } from '../../../runtime/support/errors.ts';
import { inspectFileAsText } from '../../../runtime/tools/inspectFileAsText.ts';
import { maxResultCharacters } from '../../../runtime/tools/textPart.ts';
import type { Reader } from '../../../runtime/tools/tool.ts';
import { ToolError } from '../../../runtime/tools/tool.ts';

class FakeDocuments implements DocumentReader {
  readonly asked: DocumentFile[] = [];
  result: DocumentText | Error = { format: 'pdf', text: 'Twelve boats.', lost: [] };

  read(file: DocumentFile): Promise<DocumentText> {
    this.asked.push(file);
    return this.result instanceof Error
      ? Promise.reject(this.result)
      : Promise.resolve(this.result);
  }
}

class FakeReader implements Reader {
  readonly asked: { question: string; text: string }[] = [];

  answer(question: string, text: string): Promise<string> {
    this.asked.push({ question, text });
    return Promise.resolve('Answer: 12');
  }
}

const files = {
  files: [{ name: 'report.pdf', hostPath: '/host/report.pdf', bytes: 10 }],
  leftOut: [],
};
const path = 'report.pdf';

describe('inspect_file_as_text', () => {
  let documents: FakeDocuments;
  let notes: string[];
  beforeEach(() => {
    documents = new FakeDocuments();
    notes = [];
  });

  function call(args: Readonly<Record<string, unknown>>, reader: Reader | null = null) {
    const note = (remark: string) => void notes.push(remark);
    const context = { files, reader, signal: new AbortController().signal, note };
    return inspectFileAsText(documents).call(args, context);
  }

  it('has a signature that the contract accepts', () => {
    const { signature } = inspectFileAsText(documents);
    assert.deepEqual(ToolSignature.parse(signature), signature);
    assert.deepEqual(
      signature.parameters.map(({ name }) => name),
      ['file_path', 'question'],
    );
  });
  it('returns the text of the file', async () => {
    assert.equal(await call({ file_path: '/workspace/report.pdf' }), 'Twelve boats.');
    assert.deepEqual(documents.asked, [{ name: path, hostPath: '/host/report.pdf', member: null }]);
  });
  it('appends what the reader should know and what was lost', async () => {
    documents.result = { format: 'pdf', text: 'x', notes: ['a note'], lost: ['a loss'] };
    assert.equal(await call({ file_path: path }), 'x\n\n[Notes on this text]\n- a note\n- a loss');
    assert.deepEqual(notes, ['a note', 'a loss']);
  });
  it('cuts a long text and reads on where it is told to', async () => {
    const line = `${'x'.repeat(99)}\n`;
    documents.result = { format: 'pdf', text: line.repeat(1_000), lost: [] };
    const first = String(await call({ file_path: path }));
    assert.ok(first.length < maxResultCharacters + 300);
    assert.match(
      first,
      /Characters 1 to 70000 of 100000 are shown\. Read on with inspect_file_as_text\('report\.pdf#from=70001'\)/,
    );
    const second = String(await call({ file_path: `${path}#from=70001` }));
    assert.match(second, /Characters 70001 to 100000 of 100000 are shown\. This is the end\.$/);
  });
  it('lets the reader answer a question, with the notes in view', async () => {
    documents.result = { format: 'pdf', text: 'Twelve boats.', lost: ['a loss'] };
    const reader = new FakeReader();
    assert.equal(await call({ file_path: path, question: ' How many? ' }, reader), 'Answer: 12');
    assert.deepEqual(reader.asked, [
      { question: 'How many?', text: 'Twelve boats.\n\n[Notes on this text]\n- a loss' },
    ]);
  });
  it('takes None and an empty question for no question', async () => {
    const reader = new FakeReader();
    for (const question of [null, '', '  ']) {
      assert.equal(await call({ file_path: path, question }, reader), 'Twelve boats.');
    }
    assert.deepEqual(reader.asked, []);
  });
  it('returns the text with a remark when there is no reader', async () => {
    const result = String(await call({ file_path: path, question: 'How many?' }));
    assert.match(
      result,
      /^Twelve boats\.\n\n\[Notes on this text\]\n- The question was not answered, since no reader model is set up/,
    );
  });
  it('reads a document inside an archive', async () => {
    await call({ file_path: 'report.pdf/inner/notes.txt' });
    assert.equal(documents.asked[0]?.member, 'inner/notes.txt');
  });
  it('raises FileNotFoundError with the names for a wrong path', async () => {
    await assert.rejects(call({ file_path: 'rapport.pdf' }), {
      pythonType: 'FileNotFoundError',
      message: "There is no file 'rapport.pdf'. The files are: 'report.pdf'.",
    });
  });

  const exceptions: readonly (readonly [DocumentProblem, string])[] = [
    ['empty', 'ValueError'],
    ['password', 'PermissionError'],
    ['corrupt', 'ValueError'],
    ['unknown-format', 'ValueError'],
    ['too-large', 'ValueError'],
    ['too-slow', 'TimeoutError'],
    ['needs-converter', 'ValueError'],
    ['no-member', 'FileNotFoundError'],
    ['missing', 'FileNotFoundError'],
  ];
  for (const [problem, pythonType] of exceptions) {
    it(`raises ${pythonType} for a file that is refused as ${problem}`, async () => {
      documents.result = new DocumentError(problem, 'the message');
      await assert.rejects(call({ file_path: path }), (error: unknown) => {
        assert.ok(error instanceof ToolError);
        assert.deepEqual([error.pythonType, error.message], [pythonType, 'the message']);
        return true;
      });
    });
  }
  it('leaves broken machinery as it is', async () => {
    documents.result = failure('tool', 'document-worker', 'The worker stopped.');
    await assert.rejects(call({ file_path: path }), documents.result);
  });
});
