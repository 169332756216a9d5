// With the real sentence model, which the first test fetches when the cache does not have it, and with files that are none.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { cosine } from '../../../../runtime/judge/semantic/embedder.ts';
import {
  OnnxEmbedder,
  type OnnxEmbedderFiles,
} from '../../../../runtime/judge/semantic/onnxEmbedder.ts';
import { FailureError } from '../../../../runtime/support/errors.ts';
import { sentenceModelFiles } from '../../../fakes/sentenceModelFiles.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';

const never = new AbortController().signal;

describe('onnxEmbedder', () => {
  const at = temporaryFolder();
  let files: OnnxEmbedderFiles;
  let embedder: OnnxEmbedder;

  before(async function () {
    this.timeout(300_000);
    files = await sentenceModelFiles();
    embedder = await OnnxEmbedder.open(files);
  });
  after(() => embedder.dispose());

  const vectorOf = async (text: string) => (await embedder.embed(text, never)).vector;

  it('gives vectors of length 1 in 384 dimensions, the same for the same text', async () => {
    const vector = await vectorOf('How many visitors came in March?');
    assert.equal(vector.length, 384);
    assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-5);
    const again = await vectorOf('How many visitors came in March?');
    assert.ok(cosine(vector, again) > 0.9999);
  });

  it('puts texts of one meaning closer together than others', async () => {
    const base = await vectorOf('The capital of France is Paris.');
    const near = cosine(base, await vectorOf('Paris is the French capital.'));
    const middle = cosine(base, await vectorOf('Lyon is a city in France.'));
    const far = cosine(base, await vectorOf('The pump is made of steel.'));
    assert.ok(near > 0.85 && near > middle && middle > far, `${near} ${middle} ${far}`);
    assert.ok(far < 0.3, `${far}`);
  });

  it('reads the beginning of a long text and says so', async () => {
    const words = 'steel pump '.repeat(128);
    const long = await embedder.embed(`${words}${'green tea '.repeat(5000)}`, never);
    assert.equal(long.truncated, true);
    const short = await embedder.embed(words, never);
    assert.ok(cosine(long.vector, short.vector) > 0.98);
    assert.equal((await embedder.embed('steel pump', never)).truncated, false);
    assert.equal((await embedder.embed('x'.repeat(100_000), never)).truncated, true);
  });

  it('keeps texts apart that are asked for at the same time', async () => {
    const texts = ['Paris', 'steel', 'seventeen', '绿茶'];
    const alone: Float32Array[] = [];
    for (const text of texts) alone.push(await vectorOf(text));
    const together = await Promise.all(texts.map(vectorOf));
    for (const [index, vector] of together.entries()) {
      assert.ok(cosine(vector, alone[index] ?? new Float32Array()) > 0.9999, texts[index]);
    }
  });

  it('stops for a signal', async () => {
    await assert.rejects(embedder.embed('Paris', AbortSignal.abort()), { name: 'AbortError' });
    assert.equal((await vectorOf('Paris')).length, 384);
  });

  it('has a fingerprint of its weights', () => {
    assert.equal(embedder.fingerprint, '8199be6f699a');
    assert.equal(embedder.maxTokens, 256);
  });

  const messageOf = async (changes: Partial<OnnxEmbedderFiles>): Promise<string> => {
    const error: unknown = await OnnxEmbedder.open({ ...files, ...changes }).catch(
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof FailureError, String(error));
    assert.equal(error.failure.code, 'judge/model-unusable');
    return error.message;
  };

  it('explains files that are missing or no model', async () => {
    assert.match(await messageOf({ modelFile: at('model.onnx') }), /model\.onnx \(ENOENT/);
    writeFileSync(at('model.onnx'), 'not a model');
    assert.match(
      await messageOf({ modelFile: at('model.onnx') }),
      /Name a folder with model\.onnx/,
    );
    writeFileSync(at('tokenizer.json'), '[1]');
    assert.match(await messageOf({ tokenizerFile: at('tokenizer.json') }), /tokenizer\.json \(/);
  });
});
