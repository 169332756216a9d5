// A folder that is made once and then kept: whole or not there, also when two processes want it at the same time.
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { isStamped, writeStamp } from '../../../runtime/setup/stamp.mjs';

const { withFileLock } = await tsImport('../../../runtime/support/fileLock.ts', import.meta.url);

/** Lies in every folder that is whole, and holds what the folder was made from. */
const stampName = '.made-from';

/**
 * Makes the folder unless it is there already, made from the same.
 * @param {string} folder
 * @param {string} madeFrom version and checksum of what it is made from
 * @param {(partial: string) => Promise<void>} make fills an empty folder beside the last one
 */
export async function ensureFolder(folder, madeFrom, make) {
  const stamp = path.join(folder, stampName);
  if (await isStamped(stamp, madeFrom)) return;
  await mkdir(path.dirname(folder), { recursive: true });
  await withFileLock(`${folder}.lock`, AbortSignal.timeout(20 * 60_000), async () => {
    if (await isStamped(stamp, madeFrom)) return;
    const partial = await mkdtemp(`${folder}.partial-`);
    try {
      await make(partial);
      await writeStamp(path.join(partial, stampName), madeFrom);
      await rm(folder, { recursive: true, force: true });
      await rename(partial, folder);
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
  });
}
