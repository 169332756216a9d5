import assert from 'node:assert/strict';
import { ConversionThread } from '../../../runtime/documents/conversionThread.ts';
import { DocumentError } from '../../../runtime/documents/document.ts';
import { FailureError } from '../../../runtime/support/errors.ts';

const workerFile = new URL('../../fixtures/documents/oddWorker.mjs', import.meta.url);
const never = new AbortController().signal;

describe('ConversionThread', () => {
  let thread: ConversionThread;
  beforeEach(() => {
    thread = new ConversionThread({
      workerFile,
      settings: { ocr: false, asrModel: null },
      limits: { milliseconds: 3_000, slowMilliseconds: 5_000, memoryMegabytes: 40 },
    });
  });
  afterEach(() => thread.close());

  const run = (name: string, signal = never) =>
    thread.run({ name, bytes: new Uint8Array([1, 2, 3]), member: 'inner' }, signal);

  async function stillWorks(): Promise<void> {
    assert.equal((await run('ok')).text, 'ok|3|inner');
  }

  it('hands name, bytes and member over and gives the text back', stillWorks);

  it('takes the bytes over, so that large files are not copied', async () => {
    const bytes = new Uint8Array(8);
    await thread.run({ name: 'ok', bytes, member: null }, never);
    assert.equal(bytes.length, 0);
  });
  it('passes a refusal on with its cause and keeps the worker', async () => {
    await assert.rejects(run('refuse'), (error: unknown) => {
      assert.ok(error instanceof DocumentError);
      assert.deepEqual([error.problem, error.message], ['corrupt', 'damaged']);
      assert.equal(error.cause, 'the cause');
      return true;
    });
    await stillWorks();
  });
  it('ends a conversion that takes too long, even one that never yields', async () => {
    await assert.rejects(run('hang'), (error: unknown) => {
      assert.ok(error instanceof DocumentError);
      assert.equal(error.problem, 'too-slow');
      assert.match(error.message, /^hang could not be read within 3 s/);
      return true;
    });
    await stillWorks();
  });
  it('gives slow work its longer time, counted from the start', async () => {
    assert.equal((await run('slowOk')).text, 'slowOk|3|inner');
    const started = performance.now();
    await assert.rejects(run('slow'), /could not be read within 5 s/);
    const took = performance.now() - started;
    assert.ok(took > 4_900 && took < 9_000, `${took} ms`);
  });
  it('ends a conversion that takes too much memory', async () => {
    await assert.rejects(run('memory'), (error: unknown) => {
      assert.ok(error instanceof DocumentError, String(error));
      assert.equal(error.problem, 'too-large');
      assert.match(error.message, /needs more than 40 MB of memory/);
      return true;
    });
    await stillWorks();
  });
  for (const name of ['exit', 'throw', 'broken', 'garbage']) {
    it(`reports a worker that fails (${name}) as broken machinery and starts another`, async () => {
      await assert.rejects(run(name), (error: unknown) => {
        assert.ok(error instanceof FailureError, String(error));
        assert.equal(error.failure.code, 'tool/document-worker');
        return true;
      });
      await stillWorks();
    });
  }
  it('takes no answer for another request', async () => {
    assert.equal((await run('stale')).text, 'stale|3|inner');
  });
  it('lets a cancelled conversion end by itself and keeps its worker', async () => {
    const controller = new AbortController();
    const given = run('silent', controller.signal);
    setTimeout(() => controller.abort(), 50);
    await assert.rejects(given, { name: 'AbortError' });
    await stillWorks();
  });
  it('kills the worker of a cancelled conversion that does not end', async () => {
    const controller = new AbortController();
    const given = run('hang', controller.signal);
    setTimeout(() => controller.abort(), 50);
    const started = performance.now();
    await assert.rejects(given, { name: 'AbortError' });
    assert.ok(performance.now() - started < 2_500, 'sooner than the time limit');
    await stillWorks();
  });
  it('does not start work for a signal that has fired', async () => {
    await assert.rejects(run('ok', AbortSignal.abort()), { name: 'AbortError' });
  });
  it('keeps the output of libraries off the terminal', async () => {
    const written: unknown[] = [];
    const write = process.stdout.write.bind(process.stdout);
    process.stdout.write = (chunk: unknown) => written.push(chunk) > 0;
    try {
      await run('noise');
    } finally {
      process.stdout.write = write;
    }
    assert.deepEqual(written, []);
  });
});
