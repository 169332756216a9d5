// Tells how an opened file differs from when it was last looked at: grown, made anew, gone. Asking is cheap, so it is asked
// again and again; no file system events are needed, which network disks do not have.
import { stat, type FileHandle } from 'node:fs/promises';
import type { Stats } from 'node:fs';
import { systemCode } from '../support/errors.ts';
import type { SourceChange } from './formats/recordSource.ts';
import { readAt } from './lineBlocks.ts';
import { readFailure } from './storeErrors.ts';

const sampleBytes = 256;

export class FileWatch {
  readonly #file: string;
  #stats: Stats;
  #head: Buffer;
  /** The bytes before the position up to which the file was read, and that position. */
  #tail: { readonly end: number; readonly bytes: Buffer } | null = null;

  private constructor(file: string, stats: Stats, head: Buffer) {
    this.#file = file;
    this.#stats = stats;
    this.#head = head;
  }

  static async start(file: string, handle: FileHandle): Promise<FileWatch> {
    const stats = await handle.stat();
    return new FileWatch(file, stats, await readAt(handle, 0, sampleBytes));
  }

  /** As last seen. */
  get size(): number {
    return this.#stats.size;
  }

  /** `readTo`: everything before it was read and is remembered by its last bytes. */
  async check(readTo: number, handle: FileHandle): Promise<SourceChange> {
    const now = await stat(this.#file).catch((error: unknown) => error);
    if (!isStats(now)) return this.#lost(now);
    const before = this.#stats;
    if (now.ino !== before.ino || now.dev !== before.dev || now.size < before.size) {
      return 'replaced';
    }
    if (now.size === before.size) {
      if (now.mtimeMs !== before.mtimeMs) return 'replaced';
      if (this.#tail?.end !== readTo) await this.#remember(readTo, handle);
      return 'none';
    }
    if (await this.#differs(readTo, handle)) return 'replaced';
    this.#stats = now;
    return 'grown';
  }

  #lost(error: unknown): SourceChange {
    if (systemCode(error) === 'ENOENT') {
      return {
        gone: `${this.#file} is gone: it was moved or deleted. What was read of it stays in view.`,
      };
    }
    return { unreadable: readFailure(this.#file, error).message };
  }

  /** True when the bytes that were read are no longer what they were, as far as samples tell. */
  async #differs(readTo: number, handle: FileHandle): Promise<boolean> {
    const head = await readAt(handle, 0, this.#head.length);
    if (!head.equals(this.#head)) return true;
    const known = this.#tail;
    const isChanged = known !== null && !(await readBefore(handle, known.end)).equals(known.bytes);
    if (isChanged) return true;
    await this.#remember(readTo, handle);
    return false;
  }

  async #remember(readTo: number, handle: FileHandle): Promise<void> {
    this.#tail = { end: readTo, bytes: await readBefore(handle, readTo) };
    if (this.#head.length < sampleBytes) {
      this.#head = await readAt(handle, 0, Math.min(readTo, sampleBytes));
    }
  }
}

function readBefore(handle: FileHandle, end: number): Promise<Buffer> {
  const start = Math.max(0, end - sampleBytes);
  return readAt(handle, start, end - start);
}

function isStats(value: unknown): value is Stats {
  return typeof value === 'object' && value !== null && 'mtimeMs' in value;
}
