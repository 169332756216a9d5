// The program as one archive in the cache folder, named by what is in it. It is packed once for a state of the program.
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { withFileLock } from '../../support/fileLock.ts';
import type { ProgramFile } from './programFiles.ts';
import { writeTarArchive } from './tarArchive.ts';

/** Digits of a SHA-256 that are enough for a name. */
const nameDigits = 16;

/**
 * Names the content of the files. Files whose size and time are as before are not read again.
 * @param cacheFolder the product's cache folder
 */
export async function programHash(
  files: readonly ProgramFile[],
  cacheFolder: string,
): Promise<string> {
  const looks = createHash('sha256');
  for (const { name, bytes, changedAt } of files) looks.update(`${name}\0${bytes}\0${changedAt}\n`);
  const known = path.join(archives(cacheFolder), `${looks.digest('hex')}.hash`);
  const before = await readFile(known, 'utf8').catch(() => null);
  if (before !== null && /^[0-9a-f]{16}$/.test(before)) return before;
  const hash = (await contentHash(files)).slice(0, nameDigits);
  await mkdir(path.dirname(known), { recursive: true });
  await writeFile(known, hash);
  return hash;
}

/** The file of the archive; it is made when it is not there. */
export async function programArchive(
  files: readonly ProgramFile[],
  hash: string,
  { cacheFolder, signal }: { readonly cacheFolder: string; readonly signal: AbortSignal },
): Promise<string> {
  const target = path.join(archives(cacheFolder), `${hash}.tar.gz`);
  await mkdir(path.dirname(target), { recursive: true });
  await withFileLock(`${target}.lock`, signal, async () => {
    if ((await stat(target).catch(() => null)) !== null) return;
    const unfinished = `${target}.new`;
    try {
      await writeTarArchive(files, unfinished, signal);
      await rename(unfinished, target);
    } finally {
      await rm(unfinished, { force: true });
    }
  });
  return target;
}

function archives(cacheFolder: string): string {
  return path.join(cacheFolder, 'machine-program');
}

async function contentHash(files: readonly ProgramFile[]): Promise<string> {
  const all = createHash('sha256');
  for (const { name, file } of files) {
    all.update(`${name}\0`);
    await addFile(all, file);
  }
  return all.digest('hex');
}

async function addFile(all: Hash, file: string): Promise<void> {
  const one = createHash('sha256');
  await pipeline(createReadStream(file), one);
  all.update(`${one.digest('hex')}\n`);
}
