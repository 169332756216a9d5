// The place where ssh keeps the connection that all windows and the terminal share (ControlMaster). One at a time opens it.
import { createHash } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../support/errors.ts';
import { withFileLock } from '../../support/fileLock.ts';

/** A socket's path has 104 bytes at least (macOS), and ssh adds 17 while it makes it. */
const mostPathBytes = 104 - 18;

export interface SharedPlace {
  readonly cacheDirectory: string;
  /** For sockets when the path of the cache is too long; only the user's own folder is used there. */
  readonly temporaryDirectory: string;
  readonly user: number | null;
}

/** @param digest of what ssh will do: other settings, another connection. @returns the path, in a folder of this user alone */
export async function controlPath(place: SharedPlace, digest: string): Promise<string> {
  const usual = path.join(place.cacheDirectory, 'ssh');
  const short = path.join(place.temporaryDirectory, `tool-r1-ssh-${place.user ?? ownerOf(place)}`);
  const fits = Buffer.byteLength(path.join(usual, digest)) <= mostPathBytes;
  const folder = fits ? usual : short;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await refuseForeign(folder, place.user);
  return path.join(folder, digest);
}

/** Two that connect at the same moment would open two connections. */
export function alone<Value>(
  control: string,
  signal: AbortSignal,
  work: () => Promise<Value>,
): Promise<Value> {
  return withFileLock(`${control}.lock`, signal, work);
}

/** Tells one shared connection from the next at the same path; null when there is none. */
export async function controlIdentity(control: string): Promise<string | null> {
  const facts = await lstat(control).catch(() => null);
  return facts?.isSocket() === true ? `${facts.ino}-${facts.ctimeMs}` : null;
}

function ownerOf({ cacheDirectory }: SharedPlace): string {
  return createHash('sha256').update(cacheDirectory).digest('hex').slice(0, 8);
}

/** Whoever owns the folder of the socket could speak through our connection. */
async function refuseForeign(folder: string, user: number | null): Promise<void> {
  if (user === null) return;
  const facts = await lstat(folder);
  if (facts.isDirectory() && facts.uid === user && (facts.mode & 0o022) === 0) return;
  throw failure(
    'remote',
    'refused',
    `${folder} belongs to somebody else, or others can write there, so no connection is shared through it. Delete it or set TOOL_R1_CACHE to a folder of your own.`,
  );
}
