// Lets one process at a time work on a file that several may want to make. The owner touches the lock file while it works,
// so that the lock of a killed process is seen to be old and is taken over; process ids would not do, they are used again.
import { open, rm, stat, utimes } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { systemCode } from './errors.ts';

export interface LockTimes {
  readonly pollMilliseconds: number;
  readonly touchMilliseconds: number;
  /** A lock that was not touched for this long has lost its owner. */
  readonly staleMilliseconds: number;
}

const usualTimes: LockTimes = {
  pollMilliseconds: 200,
  touchMilliseconds: 2_000,
  staleMilliseconds: 20_000,
};

/**
 * Waits for the lock, runs the work and gives the lock back. It keeps honest processes apart and is no proof against two
 * that take over an old lock in the same millisecond: what is made under it should be checked and renamed into place.
 * @param path of the lock file; its folder must exist
 */
export async function withFileLock<Result>(
  path: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
  times: LockTimes = usualTimes,
): Promise<Result> {
  while (!(await tryLock(path))) {
    if (await isStale(path, times.staleMilliseconds)) await rm(path, { force: true });
    else await delay(times.pollMilliseconds, undefined, { signal });
  }
  const touching = setInterval(() => {
    // A lock that cannot be touched any more was removed by hand; the work goes on all the same.
    utimes(path, new Date(), new Date()).catch(() => undefined);
  }, times.touchMilliseconds);
  try {
    return await work();
  } finally {
    clearInterval(touching);
    await rm(path, { force: true });
  }
}

async function tryLock(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx')).close();
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function isStale(path: string, staleMilliseconds: number): Promise<boolean> {
  try {
    return Date.now() - (await stat(path)).mtimeMs > staleMilliseconds;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
}
