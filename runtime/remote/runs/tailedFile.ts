// Follows a file of lines on this computer that others append to or replace: each reading gives the lines that ended since the
// last one, and says when they are of another file than those before.
import { open, type FileHandle } from 'node:fs/promises';
import { readFailure } from '../../store/storeErrors.ts';
import { systemCode } from '../../support/errors.ts';

export interface NewLines {
  readonly lines: readonly string[];
  /** What was read before does not count any more: the file was replaced, or is shorter than it was. */
  readonly isAnew: boolean;
}

const nothing: NewLines = { lines: [], isAnew: false };
const newline = 0x0a;

export class TailedFile {
  readonly #file: string;
  readonly #lastBytes: number | null;
  #position = 0;
  #inode: number | null = null;

  /** @param lastBytes begins so near to the end, at a line; null begins at the beginning */
  constructor(file: string, lastBytes: number | null = null) {
    this.#file = file;
    this.#lastBytes = lastBytes;
  }

  /** Byte up to which the file was read. */
  get position(): number {
    return this.#position;
  }

  /**
   * None while the file is not there.
   * @throws FailureError at boundary `store`
   */
  async read(): Promise<NewLines> {
    try {
      const handle = await open(this.#file, 'r');
      try {
        return await this.#readFrom(handle);
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return nothing;
      throw readFailure(this.#file, error);
    }
  }

  async #readFrom(handle: FileHandle): Promise<NewLines> {
    const { size, ino } = await handle.stat();
    const isFirst = this.#inode === null;
    const isAnew = !isFirst && (ino !== this.#inode || size < this.#position);
    this.#inode = ino;
    const begins = isFirst || isAnew;
    if (begins) this.#position = Math.max(0, size - (this.#lastBytes ?? size));
    const bytes = await bytesFrom(handle, this.#position, size);
    const start = begins && this.#position > 0 ? bytes.indexOf(newline) + 1 : 0;
    const end = bytes.lastIndexOf(newline) + 1;
    this.#position += end;
    const text = bytes.toString('utf8', Math.min(start, end), end);
    return { lines: text.split('\n').slice(0, -1), isAnew };
  }
}

async function bytesFrom(handle: FileHandle, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(0, to - from));
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, from + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
