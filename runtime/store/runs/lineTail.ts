// Follows a file of lines that another process appends to: each reading gives the lines that were ended since the last one.
import { open } from 'node:fs/promises';
import { systemCode } from '../../support/errors.ts';
import { readFailure } from '../storeErrors.ts';

const blockBytes = 256 * 1024;
const newline = 0x0a;

export class LineTail {
  readonly #file: string;
  #position: number;
  /** What was read of a line that has not ended yet. */
  #rest = Buffer.alloc(0);

  /** @param position byte at which a line begins */
  constructor(file: string, position = 0) {
    this.#file = file;
    this.#position = position;
  }

  /**
   * None while the file is not there.
   * @throws FailureError at boundary `store`
   */
  async read(): Promise<string[]> {
    const bytes = Buffer.concat([this.#rest, ...(await this.#newBytes())]);
    const end = bytes.lastIndexOf(newline) + 1;
    this.#rest = bytes.subarray(end);
    return end === 0 ? [] : bytes.toString('utf8', 0, end - 1).split('\n');
  }

  async #newBytes(): Promise<Buffer[]> {
    try {
      const handle = await open(this.#file, 'r');
      try {
        const blocks: Buffer[] = [];
        for (;;) {
          const block = Buffer.alloc(blockBytes);
          const { bytesRead } = await handle.read(block, 0, blockBytes, this.#position);
          if (bytesRead === 0) return blocks;
          this.#position += bytesRead;
          blocks.push(block.subarray(0, bytesRead));
        }
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return [];
      throw readFailure(this.#file, error);
    }
  }
}
