import assert from 'node:assert/strict';
import { access, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { withFileLock, type LockTimes } from '../../../runtime/support/fileLock.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../fakes/temporaryFolder.ts';

const times: LockTimes = { pollMilliseconds: 5, touchMilliseconds: 20, staleMilliseconds: 200 };
const never = new AbortController().signal;

describe('withFileLock', () => {
  let folder: TemporaryFolder;
  let lock: string;
  beforeEach(async () => {
    folder = await makeTemporaryFolder();
    lock = path.join(folder.path, 'file.lock');
  });
  afterEach(() => folder.remove());

  it('lets one at a time work, and all of them in the end', async () => {
    let inside = 0;
    let most = 0;
    const done = await Promise.all(
      [1, 2, 3, 4, 5].map((number) =>
        withFileLock(
          lock,
          never,
          async () => {
            inside += 1;
            most = Math.max(most, inside);
            await delay(5);
            inside -= 1;
            return number;
          },
          times,
        ),
      ),
    );
    assert.equal(most, 1);
    assert.deepEqual(done, [1, 2, 3, 4, 5]);
  });

  it('gives the lock back when the work fails', async () => {
    const failing = withFileLock(lock, never, () => Promise.reject(new Error('no luck')), times);
    await assert.rejects(failing, /no luck/);
    await assert.rejects(access(lock), { code: 'ENOENT' });
  });

  it('takes over the lock of an owner that is gone', async () => {
    await folder.write('file.lock', '');
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(lock, longAgo, longAgo);
    assert.equal(await withFileLock(lock, never, () => Promise.resolve('mine'), times), 'mine');
  });

  it('keeps a long piece of work from looking abandoned', async () => {
    await withFileLock(lock, never, () => delay(400), times);
    const working = withFileLock(lock, never, () => delay(400), times);
    await delay(350);
    const age = Date.now() - (await stat(lock)).mtimeMs;
    assert.ok(age < times.staleMilliseconds, `untouched for ${age} ms`);
    await working;
  });

  it('stops waiting when it is told to', async () => {
    const owner = withFileLock(lock, never, () => delay(200), times);
    await delay(20);
    const stop = new AbortController();
    const waiting = withFileLock(lock, stop.signal, () => Promise.resolve('never'), times);
    stop.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
    await owner;
  });
});
