// Reads an opened file forwards in blocks of whole lines, however long the lines are, and remembers where it stands. What
// the lines mean is the caller's business.
import type { FileHandle } from 'node:fs/promises';

/** Longer lines cannot become one string and are passed over. */
export const maxLineBytes = 512_000_000;

export type Block =
  /** One or more whole lines with their ends. */
  | { readonly kind: 'lines'; readonly offset: number; readonly bytes: Buffer }
  /** The end of the file without a line end. Nothing is consumed of it. */
  | { readonly kind: 'tail'; readonly offset: number; readonly bytes: Buffer }
  /** A line that is too long; consumed when it has ended. */
  | {
      readonly kind: 'oversized';
      readonly offset: number;
      readonly length: number;
      readonly ended: boolean;
    };

const newline = 0x0a;
const firstBlockBytes = 128 * 1024;
const blockBytes = 2 * 1024 * 1024;

export class LineBlocks {
  readonly #handle: FileHandle;
  readonly #maxLine: number;
  #position = 0;
  #isFirst = true;

  constructor(handle: FileHandle, maxLine = maxLineBytes) {
    this.#handle = handle;
    this.#maxLine = maxLine;
  }

  /** Everything before it was given out as lines. */
  get position(): number {
    return this.#position;
  }

  /** Moves over bytes that the caller took from a tail. */
  advance(bytes: number): void {
    this.#position += bytes;
  }

  /** Null at the end of the file. */
  async next(): Promise<Block | null> {
    let size = this.#isFirst ? firstBlockBytes : blockBytes;
    this.#isFirst = false;
    for (;;) {
      const bytes = await readAt(this.#handle, this.#position, Math.min(size, this.#maxLine + 1));
      const block = this.#cut(bytes, bytes.length < Math.min(size, this.#maxLine + 1));
      if (block !== 'too short') return block;
      if (size > this.#maxLine) return this.#passOver();
      size *= 4;
    }
  }

  #cut(bytes: Buffer, atEnd: boolean): Block | null | 'too short' {
    const offset = this.#position;
    const end = bytes.lastIndexOf(newline) + 1;
    if (end > 0) {
      this.#position += end;
      return { kind: 'lines', offset, bytes: bytes.subarray(0, end) };
    }
    if (!atEnd) return 'too short';
    return bytes.length === 0 ? null : { kind: 'tail', offset, bytes };
  }

  async #passOver(): Promise<Block> {
    const offset = this.#position;
    let length = 0;
    for (;;) {
      const bytes = await readAt(this.#handle, offset + length, blockBytes);
      const end = bytes.indexOf(newline) + 1;
      length += end > 0 ? end : bytes.length;
      if (end > 0) this.#position = offset + length;
      if (end > 0 || bytes.length === 0)
        return { kind: 'oversized', offset, length, ended: end > 0 };
    }
  }
}

/** Fewer bytes than asked for at the end of the file only. */
export async function readAt(handle: FileHandle, offset: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(bytes);
  let filled = 0;
  while (filled < bytes) {
    const { bytesRead } = await handle.read(buffer, filled, bytes - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
