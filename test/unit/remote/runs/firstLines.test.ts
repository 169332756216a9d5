import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { firstLines } from '../../../../runtime/remote/runs/firstLines.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';

describe('the beginning of a file', () => {
  const folder = temporaryFolder();

  it('is its first whole lines', async () => {
    await writeFile(folder('lines'), 'one\ntwo\nthree\n');
    assert.deepEqual(await firstLines(folder('lines'), 10), ['one', 'two']);
    assert.deepEqual(await firstLines(folder('lines'), 8), ['one', 'two']);
    assert.deepEqual(await firstLines(folder('lines'), 1000), ['one', 'two', 'three']);
  });

  it('leaves out a line that is still being written', async () => {
    await writeFile(folder('lines'), 'one\ntw');
    assert.deepEqual(await firstLines(folder('lines'), 1000), ['one']);
    await writeFile(folder('lines'), '');
    assert.deepEqual(await firstLines(folder('lines'), 1000), []);
  });

  it('is nothing of a file that is not there, and says what else is wrong', async () => {
    assert.deepEqual(await firstLines(folder('nowhere'), 1000), []);
    await mkdir(folder('folder'));
    await assert.rejects(firstLines(folder('folder'), 1000), /is a folder\. Name a file in it\./);
  });
});
