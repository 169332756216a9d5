import assert from 'node:assert/strict';
import { appendFile, rename, truncate, writeFile } from 'node:fs/promises';
import { TailedFile } from '../../../../runtime/remote/runs/tailedFile.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';

describe('TailedFile', () => {
  const folder = temporaryFolder();
  const file = () => folder('lines');
  const read = async (tail: TailedFile) => {
    const { lines, isAnew } = await tail.read();
    return isAnew ? ['anew', ...lines] : lines;
  };

  it('waits for a file that is not there yet', async () => {
    const tail = new TailedFile(file());
    assert.deepEqual(await read(tail), []);
    await writeFile(file(), 'one\n');
    assert.deepEqual(await read(tail), ['one']);
  });

  it('gives each line once, when it has ended', async () => {
    const tail = new TailedFile(file());
    await writeFile(file(), 'one\ntw');
    assert.deepEqual(await read(tail), ['one']);
    assert.deepEqual(await read(tail), []);
    await appendFile(file(), 'ö\n\n');
    assert.deepEqual(await read(tail), ['twö', '']);
    assert.equal(tail.position, 10);
  });

  it('begins at a line near the end where that is enough', async () => {
    await writeFile(file(), 'aaaa\nbbbb\ncccc\n');
    const tail = new TailedFile(file(), 7);
    assert.deepEqual(await read(tail), ['cccc']);
    await appendFile(file(), 'dddd\neeee\n');
    assert.deepEqual(await read(tail), ['dddd', 'eeee']);
    assert.deepEqual(await read(new TailedFile(file(), 1000)), [
      ...['aaaa', 'bbbb', 'cccc', 'dddd', 'eeee'],
    ]);
  });

  it('says when the file was replaced or became shorter', async () => {
    const tail = new TailedFile(file());
    await writeFile(file(), 'one\ntwo\n');
    await read(tail);
    await writeFile(folder('new'), 'three\nfour\n');
    await rename(folder('new'), file());
    assert.deepEqual(await read(tail), ['anew', 'three', 'four']);
    await truncate(file(), 6);
    assert.deepEqual(await read(tail), ['anew', 'three']);
  });
});
