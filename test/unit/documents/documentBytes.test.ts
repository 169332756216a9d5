import assert from 'node:assert/strict';
import { open } from 'node:fs/promises';
import { DocumentError } from '../../../runtime/documents/document.ts';
import {
  maxFileBytes,
  readDocumentBytes,
  textHeadBytes,
} from '../../../runtime/documents/documentBytes.ts';
import type { TemporaryFolder } from '../../fakes/temporaryFolder.ts';
import { makeTemporaryFolder } from '../../fakes/temporaryFolder.ts';

const never = new AbortController().signal;

describe('readDocumentBytes', () => {
  let folder: TemporaryFolder;
  before(async () => {
    folder = await makeTemporaryFolder();
  });
  after(() => folder.remove());

  async function refusal(hostPath: string): Promise<DocumentError> {
    try {
      await readDocumentBytes(hostPath, 'the file', never);
    } catch (error) {
      assert.ok(error instanceof DocumentError, String(error));
      return error;
    }
    return assert.fail('nothing was thrown');
  }

  /** A sparse file: it has the size and no content but the given head. */
  async function largeFile(name: string, head: Uint8Array, size: number): Promise<string> {
    const file = await folder.write(name, head);
    const handle = await open(file, 'r+');
    await handle.truncate(size);
    await handle.close();
    return file;
  }

  it('reads a file whole', async () => {
    const file = await folder.write('a.txt', 'hello');
    const { bytes, note } = await readDocumentBytes(file, 'a.txt', never);
    assert.equal(Buffer.from(bytes).toString(), 'hello');
    assert.equal(note, null);
  });
  it('refuses a file of zero bytes', async () => {
    const error = await refusal(await folder.write('empty', ''));
    assert.equal(error.problem, 'empty');
  });
  it('says that a file has vanished', async () => {
    const error = await refusal(`${folder.path}/gone`);
    assert.equal(error.problem, 'missing');
    assert.match(error.message, /was there when the files were chosen and is gone now/);
  });
  it('says that a folder is a folder', async () => {
    const error = await refusal(folder.path);
    assert.deepEqual(
      [error.problem, error.message],
      ['missing', 'the file is a folder, not a file.'],
    );
  });
  it('refuses a large binary file without reading it, with its size and the limit', async () => {
    const file = await largeFile('disk.img', new Uint8Array([1, 0, 2]), 500_000_000);
    const started = performance.now();
    const error = await refusal(file);
    assert.equal(error.problem, 'too-large');
    assert.match(error.message, /has 500 MB; files up to 100 MB can be turned into text/);
    assert.ok(performance.now() - started < 2_000);
  });
  it('reads the head of a large text file up to the end of a line, and says so', async () => {
    const line = `${'x'.repeat(99)}\n`;
    const head = Buffer.from(line.repeat((textHeadBytes + 1_000) / 100));
    const file = await largeFile('big.csv', head, maxFileBytes + 1);
    const { bytes, note } = await readDocumentBytes(file, 'big.csv', never);
    assert.equal(bytes.length, textHeadBytes);
    assert.equal(bytes.at(-1), 0x0a);
    assert.match(note ?? '', /Only the first 16 MB of 100 MB were read/);
    assert.match(note ?? '', /open\('big\.csv'\)/);
  });
});
