// Replaces a file whole: after a crash at any moment there is the old one or the new one, never a part.
import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './jsonLinesWriter.ts';
import { writeFailure } from './storeErrors.ts';

/** Text is gathered to about this many characters before it is written. */
const bufferedCharacters = 1 << 20;

/**
 * Writes the parts one after the other beside the file, then renames. Makes the folder. A draft that could not be finished is
 * removed.
 * @throws FailureError at boundary `store`
 */
export async function replaceFile(file: string, parts: Iterable<string>): Promise<void> {
  const draft = `${file}.new`;
  try {
    await mkdir(path.dirname(file), { recursive: true });
    const handle = await open(draft, 'w');
    try {
      await writeParts(handle, parts);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
    await syncFolder(path.dirname(file));
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw writeFailure(file, error);
  }
}

async function writeParts(handle: FileHandle, parts: Iterable<string>): Promise<void> {
  let buffered = '';
  for (const part of parts) {
    buffered += part;
    if (buffered.length < bufferedCharacters) continue;
    await handle.writeFile(buffered);
    buffered = '';
  }
  await handle.writeFile(buffered);
}
