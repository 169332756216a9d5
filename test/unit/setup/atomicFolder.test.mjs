import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureFolder } from '../../vscode/install/atomicFolder.mjs';

describe('a folder that is made once', () => {
  let root = '';
  let folder = '';
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'tool-r1-atomic-'));
    folder = path.join(root, 'made');
  });
  afterEach(() => rm(root, { recursive: true }));

  let made = 0;
  const make = (text) => async (partial) => {
    made += 1;
    await sleep(30);
    await writeFile(path.join(partial, 'a.txt'), text);
  };
  beforeEach(() => {
    made = 0;
  });
  const content = () => readFile(path.join(folder, 'a.txt'), 'utf8');

  it('is made once by several that want it at the same time', async () => {
    await Promise.all([1, 2, 3].map(() => ensureFolder(folder, 'v1', make('one'))));
    assert.equal(made, 1);
    assert.equal(await content(), 'one');
  });

  it('is kept, and made anew from something else', async () => {
    await ensureFolder(folder, 'v1', make('one'));
    await ensureFolder(folder, 'v1', make('again'));
    assert.equal(await content(), 'one');
    await ensureFolder(folder, 'v2', make('two'));
    assert.equal(await content(), 'two');
  });

  it('is whole or not there, and leaves nothing beside it', async () => {
    const fail = async (partial) => {
      await writeFile(path.join(partial, 'half.txt'), 'half');
      throw new Error('the network is gone');
    };
    await assert.rejects(ensureFolder(folder, 'v1', fail), /network is gone/);
    assert.deepEqual(await readdir(root), []);
    await ensureFolder(folder, 'v1', make('one'));
    assert.deepEqual(await readdir(root), ['made']);
  });
});
