// Reads a chosen file's bytes on the host within a size limit. A text file of any size gives its head, with a note;
// other large files are refused before they are read.
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { systemCode } from '../support/errors.ts';
import { DocumentError } from './document.ts';

/** Files up to this size are read whole. */
export const maxFileBytes = 100_000_000;
/** What is read of a larger text file. */
export const textHeadBytes = 16_000_000;

export interface DocumentBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Says that only the head was read; null when all of the file was. */
  readonly note: string | null;
}

/**
 * @param name how messages call the file
 * @throws DocumentError `missing`, `empty` or `too-large`
 */
export async function readDocumentBytes(
  hostPath: string,
  name: string,
  signal: AbortSignal,
): Promise<DocumentBytes> {
  signal.throwIfAborted();
  const handle = await openFile(hostPath, name);
  try {
    const stats = await handle.stat();
    if (stats.isDirectory()) throw new DocumentError('missing', `${name} is a folder, not a file.`);
    if (!stats.isFile()) throw new DocumentError('missing', `${name} is not a regular file.`);
    if (stats.size === 0) {
      throw new DocumentError('empty', `${name} is empty: it has zero bytes.`);
    }
    if (stats.size > maxFileBytes) return await readTextHead(handle, name, stats.size);
    const bytes = await readStart(handle, stats.size);
    return { bytes, note: null };
  } finally {
    await handle.close();
  }
}

async function openFile(hostPath: string, name: string): Promise<FileHandle> {
  try {
    return await open(hostPath, 'r');
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT') {
      throw new DocumentError(
        'missing',
        `${name} was there when the files were chosen and is gone now.`,
      );
    }
    if (code === 'EISDIR') throw new DocumentError('missing', `${name} is a folder, not a file.`);
    throw new DocumentError('missing', `${name} cannot be opened (${code ?? 'unknown error'}).`, {
      cause: error,
    });
  }
}

async function readTextHead(
  handle: FileHandle,
  name: string,
  size: number,
): Promise<DocumentBytes> {
  const head = await readStart(handle, textHeadBytes);
  if (!isProbablyText(head.subarray(0, 65_536))) {
    throw new DocumentError(
      'too-large',
      `${name} has ${megabytes(size)}; files up to ${megabytes(maxFileBytes)} can be turned into text. ` +
        'If Python can read the format (csv, json, sqlite3, zipfile), open it there piece by piece.',
    );
  }
  const bytes = head.slice(0, endOfLastLine(head));
  return {
    bytes,
    note:
      `Only the first ${megabytes(bytes.length)} of ${megabytes(size)} were read: counts and totals cover that part alone. ` +
      `For all of it go through open('${name}') line by line in Python.`,
  };
}

/** Reads up to `length` bytes; fewer when the file shrank in the meantime. */
async function readStart(handle: FileHandle, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled === length ? bytes : bytes.slice(0, filled);
}

/** Text has no zero bytes and few control characters; UTF-16 text of this size is not worth the doubt. */
function isProbablyText(sample: Uint8Array): boolean {
  let controls = 0;
  for (const byte of sample) {
    if (byte === 0) return false;
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) controls += 1;
  }
  return controls < sample.length / 200;
}

function endOfLastLine(bytes: Uint8Array): number {
  const newline = bytes.lastIndexOf(0x0a);
  return newline < 0 ? bytes.length : newline + 1;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
