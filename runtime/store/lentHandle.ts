// An open file that several read at once and that is closed when the last of them is done, so that no one reads from a
// closed one when the file is opened anew.
import { open, type FileHandle } from 'node:fs/promises';
import { readFailure } from './storeErrors.ts';

export class LentHandle {
  readonly handle: FileHandle;
  readonly #readings = new Set<Promise<unknown>>();

  private constructor(handle: FileHandle) {
    this.handle = handle;
  }

  /** @throws FailureError at boundary `store` */
  static async open(file: string): Promise<LentHandle> {
    const handle = await open(file, 'r').catch((error: unknown) => {
      throw readFailure(file, error);
    });
    return new LentHandle(handle);
  }

  async read<Value>(work: (handle: FileHandle) => Promise<Value>): Promise<Value> {
    const reading = work(this.handle);
    this.#readings.add(reading);
    try {
      return await reading;
    } finally {
      this.#readings.delete(reading);
    }
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#readings]);
    await this.handle.close();
  }
}
