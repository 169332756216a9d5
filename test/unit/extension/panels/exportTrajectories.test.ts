import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exportTrajectories } from '../../../../extension/panels/exportTrajectories.ts';
import { Problem } from '../../../../extension/support/problem.ts';
import { RuntimeAnswers } from '../../../fakes/runtimeAnswers.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../../fakes/temporaryFolder.ts';

describe('exportTrajectories', () => {
  let folder: TemporaryFolder;

  beforeEach(async () => {
    folder = await makeTemporaryFolder();
  });

  afterEach(() => folder.remove());

  /** Refuses a file that exists, as the runtime does. */
  const runtime = new RuntimeAnswers({
    'export-trajectories': async ({ to }) => {
      await writeFile(to, 'new', { flag: 'wx' });
      return { file: to, trajectories: 1 };
    },
  });
  const wish = (to: string) => ({ handle: 'h', ids: ['a'], format: 'markdown' as const, to });

  it('writes a new file', async () => {
    const to = path.join(folder.path, 'a.md');
    await exportTrajectories(runtime, wish(to));
    assert.equal(await readFile(to, 'utf8'), 'new');
  });

  it('replaces a file that the person agreed to lose, and leaves nothing beside it', async () => {
    const to = path.join(folder.path, 'a.md');
    await writeFile(to, 'old');
    await exportTrajectories(runtime, wish(to));
    assert.equal(await readFile(to, 'utf8'), 'new');
    assert.deepEqual(await readdir(folder.path), ['a.md']);
  });

  it('leaves the old file as it was when the export fails', async () => {
    const to = path.join(folder.path, 'a.md');
    await writeFile(to, 'old');
    const failing = new RuntimeAnswers({
      'export-trajectories': async (given) => {
        await writeFile(given.to, 'half');
        throw new Problem('The disk is full.');
      },
    });
    await assert.rejects(exportTrajectories(failing, wish(to)), /disk is full/);
    assert.equal(await readFile(to, 'utf8'), 'old');
    assert.deepEqual(await readdir(folder.path), ['a.md']);
  });
});
