// A cache folder of a test's own that has the snapshot of the sandbox already: making it takes half a minute, and it is the same for
// all.
import { mkdir, symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { cacheDirectory } from '../../runtime/support/cacheDirectory.ts';

/** Uses the snapshot of this computer, as `npm test` prepares it. */
export async function warmCache(folder: string): Promise<void> {
  const { platform, env } = process;
  const own = cacheDirectory({ platform, env, homeDirectory: homedir() });
  await mkdir(folder, { recursive: true });
  await symlink(path.join(own, 'sandbox'), path.join(folder, 'sandbox'));
}
