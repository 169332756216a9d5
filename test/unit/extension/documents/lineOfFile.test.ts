import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lineOfFile } from '../../../../extension/documents/lineOfFile.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../../fakes/temporaryFolder.ts';

describe('lineOfFile', () => {
  let folder: TemporaryFolder;

  before(async () => {
    folder = await makeTemporaryFolder();
  });

  after(() => folder.remove());

  async function write(content: string): Promise<string> {
    const file = path.join(folder.path, `${content.length}.jsonl`);
    await writeFile(file, content);
    return file;
  }

  it('finds each line, with either kind of line end', async () => {
    const file = await write('one\ntwo\r\n\nfour ∑');
    const lines = await Promise.all([1, 2, 3, 4].map((line) => lineOfFile(file, line)));
    assert.deepEqual(
      lines.map((line) => line?.text),
      ['one', 'two', '', 'four ∑'],
    );
  });

  it('finds no line after the last', async () => {
    assert.equal(await lineOfFile(await write('one\ntwo\n'), 3), null);
    assert.equal(await lineOfFile(await write('one'), 2), null);
    assert.equal(await lineOfFile(await write(''), 1), null);
  });

  it('finds a line that spans the pieces it is read in, and cuts it where it was told to', async () => {
    const long = 'x'.repeat(2_500_000);
    const file = await write(`first\n${long}\nlast`);
    assert.equal((await lineOfFile(file, 2))?.text, long);
    assert.equal((await lineOfFile(file, 3))?.text, 'last');
    const cut = await lineOfFile(file, 2, 1000);
    assert.deepEqual([cut?.text.length, cut?.leftOut], [1000, 2_499_000]);
  });

  it('says that a file is gone', async () => {
    await assert.rejects(lineOfFile(path.join(folder.path, 'none'), 1), /ENOENT/);
  });
});
