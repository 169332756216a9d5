// Unpacks a Python wheel (a zip) into a folder in the shape of site-packages. Its checksum was verified before.
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openPromise } from 'yauzl';

export interface UnpackedFile {
  /** Below the folder, with forward slashes. */
  readonly path: string;
  readonly bytes: number;
}

/**
 * @returns what was written, in the order of the archive
 * @throws when the archive is damaged or names a file outside the folder
 */
export async function unpackWheel(
  wheel: string,
  folder: string,
  signal: AbortSignal,
): Promise<UnpackedFile[]> {
  const written: UnpackedFile[] = [];
  const zip = await openPromise(wheel);
  try {
    for await (const entry of zip.eachEntry()) {
      signal.throwIfAborted();
      const name = placeOf(entry.fileName);
      if (name === null) continue;
      const target = path.join(folder, name);
      await mkdir(path.dirname(target), { recursive: true });
      const content = await zip.openReadStreamPromise(entry);
      await pipeline(content, createWriteStream(target, { flags: 'wx' }), { signal });
      written.push({ path: name, bytes: entry.uncompressedSize });
    }
  } finally {
    zip.close();
  }
  return written;
}

/**
 * Where an entry belongs, or null for folders and for parts that Python does not import (scripts, headers).
 * Names with `..`, an absolute path or a backslash never get here: the zip reader refuses them.
 */
function placeOf(entry: string): string | null {
  if (entry.endsWith('/')) return null;
  const data = /^[^/]+\.data\/([^/]+)\/(.+)$/.exec(entry);
  if (data === null) return entry;
  return data[1] === 'purelib' || data[1] === 'platlib' ? (data[2] ?? null) : null;
}
