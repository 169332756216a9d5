import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureProgram, findProgram } from '../../../runtime/setup/systemPackages.mjs';

describe('programs of the system', () => {
  let root = '';
  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'tool-r1-path-'));
    await mkdir(path.join(root, 'one', 'folder'), { recursive: true });
    await mkdir(path.join(root, 'two'));
    await writeFile(path.join(root, 'two', 'browser'), '#!/bin/sh\n');
    await chmod(path.join(root, 'two', 'browser'), 0o755);
    await writeFile(path.join(root, 'one', 'note'), 'no program');
    await chmod(path.join(root, 'one', 'note'), 0o644);
  });
  after(() => rm(root, { recursive: true }));

  const found = (...programs) =>
    findProgram(programs, ['one', 'two'].map((name) => path.join(root, name)).join(path.delimiter));

  it('are found on the path, the first that is there', async () => {
    assert.equal(await found('chromium', 'browser'), path.join(root, 'two', 'browser'));
  });

  it('are no folders and no files that cannot be run', async function () {
    assert.equal(await found('folder'), null);
    if (process.platform === 'win32') {
      console.log('skipped: Windows does not mark programs');
      this.skip();
    }
    assert.equal(await found('note'), null);
  });

  it('are not installed when they are there', async () => {
    const node = path.basename(process.execPath);
    const answer = await ensureProgram({ title: 'Node', programs: [node], packages: ['none'] });
    assert.equal(answer.ok, true);
  });
});
