// Appends lines to a file that other processes append to at the same time, so that none of them loses a line: each call is
// one write at the end of the file, and lines that landed in the wrong place are written once more. A reader counts a
// record once, however often it is there.
import { mkdir, open, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../jsonLinesWriter.ts';
import { readAt } from '../lineBlocks.ts';
import { writeFailure } from '../storeErrors.ts';

const newline = 0x0a;
const lineEnd = Buffer.from('\n');
/** Each try but the first needs another process to be killed, or the file to be replaced, within the millisecond before. */
const mostTries = 5;

/**
 * Resolves when the records are on disk, each on a line of its own. Makes the file and its folder.
 * @throws FailureError at boundary `store`
 */
export async function appendLines(file: string, records: readonly unknown[]): Promise<void> {
  if (records.length === 0) return;
  const lines = Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  try {
    await mkdir(path.dirname(file), { recursive: true });
    for (let attempt = 1; attempt <= mostTries; attempt += 1) {
      if (await appendOnce(file, lines)) return;
    }
    throw new Error('other processes keep replacing it or leaving unfinished lines in it');
  } catch (error) {
    throw writeFailure(file, error);
  }
}

/** False when the lines are not where a reader finds them. */
async function appendOnce(file: string, lines: Buffer): Promise<boolean> {
  const handle = await open(file, 'a+');
  try {
    const { size, ino } = await handle.stat();
    const bytes = (await endsALine(handle, size)) ? lines : Buffer.concat([lineEnd, lines]);
    const { bytesWritten } = await handle.write(bytes);
    if (bytesWritten < bytes.length) throw new Error('only a part of it could be written');
    await handle.datasync();
    if (size === 0) await syncFolder(path.dirname(file));
    return (await stat(file)).ino === ino && (await standsAlone(handle, size, lines));
  } finally {
    await handle.close();
  }
}

async function endsALine(handle: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return true;
  return (await readAt(handle, size - 1, 1))[0] === newline;
}

/** Between looking at the end of the file and writing there, another process may have died in the middle of a line. */
async function standsAlone(handle: FileHandle, from: number, lines: Buffer): Promise<boolean> {
  const start = Math.max(0, from - 1);
  const { size } = await handle.stat();
  const written = await readAt(handle, start, size - start);
  const place = written.indexOf(lines);
  return place >= 0 && (start + place === 0 || written[place - 1] === newline);
}
