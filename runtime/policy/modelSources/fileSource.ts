// A copy of the model that a person has and names, for machines without a network.
import { copyFile, stat } from 'node:fs/promises';
import { systemCode } from '../../support/errors.ts';
import type { FetchRequest, ModelSource } from './modelSource.ts';
import { fetching, SourceError } from './modelSource.ts';

export class FileSource implements ModelSource {
  readonly name: string;
  readonly #file: string;

  constructor(file: string) {
    this.name = `the file ${file}`;
    this.#file = file;
  }

  async fetch({ model, target, signal, onProgress }: FetchRequest): Promise<void> {
    const bytes = await this.#size();
    if (bytes !== model.bytes) {
      throw new SourceError(
        `it has ${bytes} bytes and ${model.fileName} has ${model.bytes}; name that file, or use another model as gguf:${this.#file}`,
      );
    }
    signal.throwIfAborted();
    await copyFile(this.#file, target);
    onProgress({ activity: fetching(model), done: bytes, total: bytes, unit: 'bytes' });
  }

  async #size(): Promise<number> {
    try {
      return (await stat(this.#file)).size;
    } catch (error) {
      throw new SourceError(`it cannot be read (${systemCode(error) ?? 'unknown error'})`);
    }
  }
}
