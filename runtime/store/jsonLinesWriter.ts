// Appends records to a file of JSON Lines so that a crash at any moment costs at most the record in flight:
// one write for each batch of lines, on disk before `append` resolves, never glued to a line that was torn earlier.
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { systemCode } from '../support/errors.ts';
import { writeFailure } from './storeErrors.ts';

interface Waiting {
  readonly line: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** One per file and process. Appends from several callers keep their order and share one fsync where they meet. */
export class JsonLinesWriter {
  readonly file: string;
  readonly #handle: FileHandle;
  #waiting: Waiting[] = [];
  #flushing: Promise<void> | null = null;
  /** True while the file may end in the middle of a line. */
  #torn: boolean;
  #closed = false;

  private constructor(file: string, handle: FileHandle, torn: boolean) {
    this.file = file;
    this.#handle = handle;
    this.#torn = torn;
  }

  /**
   * Opens the file and makes its folders.
   * @throws FailureError `store/read-only`, `store/disk-full`, `store/path-taken` or `store/write-failed`
   */
  static async open(file: string): Promise<JsonLinesWriter> {
    try {
      await mkdir(path.dirname(file), { recursive: true });
      const handle = await open(file, 'a+');
      try {
        const torn = !(await endsAtLineEnd(handle));
        await syncFolder(path.dirname(file));
        return new JsonLinesWriter(file, handle, torn);
      } catch (error) {
        await handle.close();
        throw error;
      }
    } catch (error) {
      throw writeFailure(file, error);
    }
  }

  /**
   * Resolves when the record is on disk.
   * @throws FailureError at boundary `store`
   */
  append(record: unknown): Promise<void> {
    if (this.#closed) {
      return Promise.reject(writeFailure(this.file, new Error('it was closed already')));
    }
    const line = `${JSON.stringify(record)}\n`;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ line, resolve, reject });
      this.#flushing ??= this.#flush();
    });
  }

  /** Waits for what was appended, then closes the file. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#flushing;
    await this.#handle.close();
  }

  async #flush(): Promise<void> {
    // One turn later, so that appends of the same moment go together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#write(batch.map(({ line }) => line).join(''));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        const problem = writeFailure(this.file, error);
        for (const { reject } of batch) reject(problem);
      }
    }
    this.#flushing = null;
  }

  async #write(lines: string): Promise<void> {
    const bytes = Buffer.from(this.#torn ? `\n${lines}` : lines);
    this.#torn = true;
    let written = 0;
    while (written < bytes.length) {
      const result = await this.#handle.write(bytes, written, bytes.length - written);
      written += result.bytesWritten;
    }
    this.#torn = false;
    await this.#handle.datasync();
  }
}

async function endsAtLineEnd(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  await handle.read(last, 0, 1, size - 1);
  return last[0] === 0x0a;
}

/**
 * Makes the file's name survive a power cut. Windows cannot open folders and does not need it; some network and virtual
 * disks answer EINVAL because they have nothing to sync.
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (systemCode(error) !== 'EINVAL') throw error;
  } finally {
    await handle.close();
  }
}
