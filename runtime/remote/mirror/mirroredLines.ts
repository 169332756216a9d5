// The copy of a file of lines that a process on a machine appends to. It holds whole lines only, so that its size says how far the
// file was read: whatever moment a crash comes at, no line is lost and none is there twice.
import { mkdir, open, truncate } from 'node:fs/promises';
import path from 'node:path';
import { systemCode } from '../../support/errors.ts';
import type { Followed, Growth } from '../link/machineLink.ts';

const newline = 0x0a;
const blockBytes = 64 * 1024;

export interface LinesStart {
  /** Byte of the machine's file at which the copy begins. */
  readonly from: number;
  readonly generation: string;
}

export interface MirroredLinesOptions {
  readonly path: string;
  /** Bytes of one look. */
  readonly limit: number;
  /** More than this is not read whole: the copy begins anew near the end. */
  readonly mostBehind: number;
  /** Begins with the last `limit` bytes. */
  readonly tailOnly: boolean;
}

export class MirroredLines {
  readonly #file: string;
  readonly #options: MirroredLinesOptions;
  /** Called before the copy begins anew, with where; it must be on disk when it resolves. */
  readonly #note: (start: LinesStart) => Promise<void>;
  #start: LinesStart | null;
  #bytes = -1;
  #limit: number;
  #tailOnly: boolean;
  /** Bytes on the machine that are not here yet. */
  #behind = Number.POSITIVE_INFINITY;
  #wasTooMuch = false;

  /** @param start as it was noted; null for a copy that is to begin */
  constructor(
    file: string,
    options: MirroredLinesOptions,
    start: LinesStart | null,
    note: (start: LinesStart) => Promise<void>,
  ) {
    this.#file = file;
    this.#options = options;
    this.#start = start;
    this.#note = note;
    this.#limit = options.limit;
    this.#tailOnly = options.tailOnly && start === null;
  }

  /** Everything that was there at the last look is here. */
  get isCaughtUp(): boolean {
    return this.#behind === 0;
  }

  /** What the next look should ask for. */
  async wish(): Promise<Followed> {
    const from = this.#start === null ? 0 : this.#start.from + (await this.#size());
    return { path: this.#options.path, from, limit: this.#limit, tailOnly: this.#tailOnly };
  }

  /** Throws the copy away and reads the file from its beginning. */
  async readWhole(): Promise<void> {
    if (this.#start === null) this.#tailOnly = false;
    else if (this.#start.from > 0) await this.#begin({ ...this.#start, from: 0 });
  }

  /** Whether the copy has the beginning of the file, or the file is too large for that. */
  get isAsWholeAsCanBe(): boolean {
    return this.#start === null ? !this.#tailOnly : this.#start.from === 0 || this.#wasTooMuch;
  }

  /** @returns whether the copy changed */
  async take(growth: Growth): Promise<boolean> {
    const { size, generation, from, bytes } = growth;
    if (size === null) {
      this.#behind = 0;
      return false;
    }
    const asked = await this.wish();
    if (this.#start !== null && this.#start.generation !== generation && from > 0) {
      await this.#begin({ from: 0, generation });
      this.#behind = size;
      return true;
    }
    const isAnew = this.#start === null || from !== asked.from;
    if (isAnew || this.#start?.generation !== generation) await this.#begin({ from, generation });
    this.#tailOnly = false;
    const taken = await this.#append(bytes);
    this.#plan(size - from - bytes.length, bytes.length, taken);
    return isAnew || taken > 0;
  }

  /** A line longer than a look needs a longer look; a file that grew by too much is begun near its end. */
  #plan(unread: number, got: number, taken: number): void {
    this.#behind = unread;
    this.#limit = taken === 0 && got >= this.#limit ? 2 * this.#limit : this.#options.limit;
    if (unread <= this.#options.mostBehind) return;
    this.#wasTooMuch = true;
    this.#tailOnly = true;
  }

  async #begin(start: LinesStart): Promise<void> {
    await mkdir(path.dirname(this.#file), { recursive: true });
    // A copy without a beginning would be glued to another one.
    await (await open(this.#file, 'w')).close();
    this.#bytes = 0;
    await this.#note(start);
    this.#start = start;
  }

  /** @returns how many bytes were whole lines */
  async #append(bytes: Uint8Array): Promise<number> {
    const end = bytes.lastIndexOf(newline) + 1;
    if (end === 0) return 0;
    const handle = await open(this.#file, 'a');
    try {
      await handle.writeFile(bytes.subarray(0, end));
    } finally {
      await handle.close();
    }
    this.#bytes = (await this.#size()) + end;
    return end;
  }

  async #size(): Promise<number> {
    if (this.#bytes < 0) this.#bytes = await untornSize(this.#file);
    return this.#bytes;
  }
}

/** Cuts off what a crash left of a line. 0 for a file that is not there. */
async function untornSize(file: string): Promise<number> {
  const size = await lastLineEnd(file);
  if (size === null) return 0;
  await truncate(file, size);
  return size;
}

async function lastLineEnd(file: string): Promise<number | null> {
  try {
    const handle = await open(file, 'r');
    try {
      let end = (await handle.stat()).size;
      while (end > 0) {
        const start = Math.max(0, end - blockBytes);
        const { buffer } = await handle.read(Buffer.alloc(end - start), 0, end - start, start);
        const found = buffer.lastIndexOf(newline);
        if (found >= 0) return start + found + 1;
        end = start;
      }
      return 0;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}
