import assert from 'node:assert/strict';
import path from 'node:path';
import { DocumentConverter } from '../../../runtime/documents/documentConverter.ts';
import { DocumentError } from '../../../runtime/documents/document.ts';
import { builtDocumentConverter } from '../../fakes/documentReader.ts';
import { longReport, pdfOfTexts, pdfWithPassword } from '../../fakes/pdfFiles.ts';
import type { TemporaryFolder } from '../../fakes/temporaryFolder.ts';
import { makeTemporaryFolder } from '../../fakes/temporaryFolder.ts';

const never = new AbortController().signal;

describe('DocumentConverter', () => {
  let folder: TemporaryFolder;
  let converter: DocumentConverter;
  before(async () => {
    folder = await makeTemporaryFolder();
    converter = builtDocumentConverter();
  });
  after(async () => {
    await converter.close();
    await folder.remove();
  });

  async function read(name: string, content: string | Uint8Array) {
    const hostPath = await folder.write(name, content);
    return converter.read({ name, hostPath, member: null }, never);
  }

  async function refusal(name: string, content: string | Uint8Array): Promise<DocumentError> {
    try {
      await read(name, content);
    } catch (error) {
      assert.ok(error instanceof DocumentError, String(error));
      return error;
    }
    return assert.fail('nothing was thrown');
  }

  it('converts a PDF in the built worker', async () => {
    const bytes = await pdfOfTexts([
      [{ text: 'Rent of the boat house: 1,250 euro', x: 50, y: 60 }],
    ]);
    const { format, text } = await read('rent.pdf', bytes);
    assert.equal(format, 'pdf');
    assert.match(text, /## Page 1 of 1\n\nRent of the boat house: 1,250 euro/);
  });
  it('reads a PDF that is called .docx and says so', async () => {
    const { notes } = await read('rent.docx', await pdfOfTexts([[{ text: 'x', x: 9, y: 9 }]]));
    assert.deepEqual(notes, [
      'The name ends in .docx, but the content is pdf; it was read as pdf.',
    ]);
  });
  it('refuses a protected PDF', async () => {
    assert.equal((await refusal('closed.pdf', await pdfWithPassword())).problem, 'password');
  });
  it('refuses a PDF that was cut off', async () => {
    const error = await refusal('cut.pdf', (await longReport(2)).subarray(0, 700));
    assert.equal(error.problem, 'corrupt');
    assert.match(error.message, /cut\.pdf is a damaged PDF/);
  });
  it('refuses noise with its first bytes', async () => {
    const noise = Uint8Array.from({ length: 1_000 }, (_, index) => (index * 7919 + 13) % 251);
    const error = await refusal('noise.bin', noise);
    assert.equal(error.problem, 'unknown-format');
  });
  it('starts its worker once: later conversions take a fraction of the first', async () => {
    const fresh = builtDocumentConverter();
    const bytes = (): Promise<Uint8Array<ArrayBuffer>> => pdfOfTexts([[{ text: 'a', x: 9, y: 9 }]]);
    const times: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const source = { name: 'a.pdf', bytes: await bytes(), member: null };
      const started = performance.now();
      await fresh.convert(source, never);
      times.push(performance.now() - started);
    }
    await fresh.close();
    const [first = 0, ...later] = times;
    assert.ok(Math.min(...later) < first / 3, `${times.map(Math.round).join(', ')} ms`);
  });
  it('stops a long conversion at once when it is cancelled', async () => {
    const source = { name: 'long.pdf', bytes: await longReport(150), member: null };
    const controller = new AbortController();
    const given = converter.convert(source, controller.signal);
    const caught = given.catch((error: unknown) => error);
    setTimeout(() => controller.abort(), 100);
    const started = performance.now();
    const error = await caught;
    assert.ok(error instanceof Error && error.name === 'AbortError', String(error));
    assert.ok(performance.now() - started < 2_500);
  });
  it('lets conversions wait for a free worker and serves all of them', async () => {
    const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];
    const texts = await Promise.all(names.map((name) => read(name, `the text of ${name}`)));
    assert.deepEqual(
      texts.map(({ text }) => text.includes('the text of')),
      [true, true, true, true],
    );
  });
});

describe('DocumentConverter with more work than workers', () => {
  const workerFile = new URL('../../fixtures/documents/oddWorker.mjs', import.meta.url);
  const limits = { milliseconds: 5_000, slowMilliseconds: 5_000, memoryMegabytes: 100 };
  const settings = { ocr: false, asrModel: null };
  let converter: DocumentConverter;
  beforeEach(() => {
    converter = new DocumentConverter({ workerFile, settings, limits, maxThreads: 1 });
  });
  afterEach(() => converter.close());

  const convert = (name: string, signal = never) =>
    converter.convert({ name, bytes: new Uint8Array(1), member: null }, signal);

  it('lets one leave the queue and serves the next', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const hanging = convert('hang', first.signal);
    const leaving = convert('ok', second.signal);
    const staying = convert('ok');
    second.abort();
    await assert.rejects(leaving, { name: 'AbortError' });
    first.abort();
    await assert.rejects(hanging, { name: 'AbortError' });
    assert.equal((await staying).text, 'ok|1|null');
  });
  it('ends everything when it is closed, and starts nothing afterwards', async () => {
    const hanging = assert.rejects(convert('hang'), { name: 'FailureError' });
    const waiting = assert.rejects(convert('ok'), { name: 'FailureError' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await converter.close();
    await Promise.all([hanging, waiting]);
    await assert.rejects(convert('ok'), /The reader of documents was closed\./);
  });
});

describe('DocumentConverter on samples', () => {
  const samples = path.resolve('../shared/samples');
  it('names the noise of a file without any format', async function () {
    const converter = builtDocumentConverter();
    const name = 'markitdown_random.bin';
    const file = { name, hostPath: path.join(samples, name), member: null };
    try {
      await converter.read(file, never);
      assert.fail('nothing was thrown');
    } catch (error) {
      if (error instanceof DocumentError && error.problem === 'missing') {
        console.log(`      skipped: ${path.join(samples, name)} is not there`);
        this.skip();
      }
      assert.ok(error instanceof DocumentError, String(error));
      assert.match(error.message, /1024 bytes that begin with 78 a2 48 19/);
    } finally {
      await converter.close();
    }
  });
});
