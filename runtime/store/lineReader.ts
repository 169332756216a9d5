// Reads a file of lines piece by piece and says where each line lies. Files may be larger than memory; a line may not be
// larger than `maxLineBytes`, and one that is gets reported instead of read.
import { open } from 'node:fs/promises';
import { readFailure } from './storeErrors.ts';

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Byte offset of its first byte in the file. */
  readonly offset: number;
  /** Bytes with the line end. */
  readonly bytes: number;
  /** Without line end and byte order mark; null when it is too long or not UTF-8. */
  readonly text: string | null;
  /** Why `text` is null. */
  readonly problem: string | null;
  /** False for a last line without a line end: its writer may have died, or may still be writing. */
  readonly ended: boolean;
}

export interface LineReading {
  /** Byte offset to start at; it must be the start of a line. */
  readonly start?: number;
  /** Number of the line at `start`. */
  readonly firstNumber?: number;
  readonly maxLineBytes?: number;
  readonly chunkBytes?: number;
  readonly signal?: AbortSignal;
}

const newline = 0x0a;
const defaultMaxLineBytes = 256 * 1024 * 1024;

/**
 * Yields every line, empty ones too.
 * @throws FailureError at boundary `store` when the file cannot be read
 */
export async function* readLines(file: string, reading: LineReading = {}): AsyncGenerator<Line> {
  const cutter = new LineCutter(reading);
  for await (const chunk of readChunks(file, reading)) yield* cutter.push(chunk);
  yield* cutter.finish();
}

async function* readChunks(file: string, reading: LineReading): AsyncGenerator<Buffer> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw readFailure(file, error);
  });
  try {
    let position = reading.start ?? 0;
    for (;;) {
      reading.signal?.throwIfAborted();
      const buffer = Buffer.allocUnsafe(reading.chunkBytes ?? 256 * 1024);
      const { bytesRead } = await handle
        .read(buffer, 0, buffer.length, position)
        .catch((error: unknown) => {
          throw readFailure(file, error);
        });
      if (bytesRead === 0) return;
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** Cuts chunks at line ends and keeps the beginning of a line until its end arrives. */
class LineCutter {
  readonly #maxLineBytes: number;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #offset: number;
  #number: number;

  constructor(reading: LineReading) {
    this.#maxLineBytes = reading.maxLineBytes ?? defaultMaxLineBytes;
    this.#offset = reading.start ?? 0;
    this.#number = reading.firstNumber ?? 1;
  }

  *push(chunk: Buffer): Generator<Line> {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(newline, from);
      if (end < 0) break;
      this.#keep(chunk.subarray(from, end + 1));
      yield this.#take(true);
      from = end + 1;
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
  }

  *finish(): Generator<Line> {
    if (this.#pendingBytes > 0) yield this.#take(false);
  }

  /** Bytes past the limit are counted and dropped, so that a file without line ends cannot fill the memory. */
  #keep(piece: Buffer): void {
    if (this.#pendingBytes <= this.#maxLineBytes) this.#pending.push(piece);
    this.#pendingBytes += piece.length;
  }

  #take(ended: boolean): Line {
    const bytes = this.#pendingBytes;
    const place = { number: this.#number, offset: this.#offset, bytes, ended };
    const content = this.#decode(bytes);
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#offset += bytes;
    this.#number += 1;
    return { ...place, ...content };
  }

  #decode(bytes: number): Pick<Line, 'text' | 'problem'> {
    if (bytes > this.#maxLineBytes) {
      const limit = Math.floor(this.#maxLineBytes / 1_048_576);
      return { text: null, problem: `longer than ${limit} MB` };
    }
    try {
      return {
        text: this.#decoder.decode(Buffer.concat(this.#pending)).replace(/\r?\n$/, ''),
        problem: null,
      };
    } catch {
      return { text: null, problem: 'not UTF-8 text' };
    }
  }
}
