// Remembers conversions of files that have not changed since, and lets rollouts of one group that ask for the same file at
// the same time share one conversion. Errors are not remembered.
import { stat } from 'node:fs/promises';
import type { DocumentFile, DocumentReader, DocumentText } from './document.ts';
import { SharedWork } from './sharedWork.ts';

export interface ConversionCacheOptions {
  readonly reader: DocumentReader;
  /** Characters of text kept; the texts used least recently go first. */
  readonly maxCharacters: number;
}

export class ConversionCache implements DocumentReader {
  readonly #reader: DocumentReader;
  readonly #maxCharacters: number;
  /** In the order of last use. */
  readonly #texts = new Map<string, DocumentText>();
  readonly #underWay = new Map<string, SharedWork<DocumentText>>();
  #characters = 0;

  constructor({ reader, maxCharacters }: ConversionCacheOptions) {
    this.#reader = reader;
    this.#maxCharacters = maxCharacters;
  }

  async read(file: DocumentFile, signal: AbortSignal): Promise<DocumentText> {
    const key = await cacheKey(file);
    if (key === null) return this.#reader.read(file, signal);
    const known = this.#texts.get(key);
    if (known !== undefined) {
      this.#texts.delete(key);
      this.#texts.set(key, known);
      return known;
    }
    return this.#work(key, file).join(signal);
  }

  #work(key: string, file: DocumentFile): SharedWork<DocumentText> {
    const running = this.#underWay.get(key);
    if (running !== undefined) return running;
    const work = new SharedWork(
      (signal) => this.#convert(key, file, signal),
      () => {
        if (this.#underWay.get(key) === work) this.#underWay.delete(key);
      },
    );
    this.#underWay.set(key, work);
    return work;
  }

  async #convert(key: string, file: DocumentFile, signal: AbortSignal): Promise<DocumentText> {
    const text = await this.#reader.read(file, signal);
    this.#remember(key, text);
    return text;
  }

  #remember(key: string, text: DocumentText): void {
    if (text.text.length > this.#maxCharacters / 2) return;
    this.#texts.set(key, text);
    this.#characters += text.text.length;
    for (const [oldest, { text: gone }] of this.#texts) {
      if (this.#characters <= this.#maxCharacters) break;
      this.#texts.delete(oldest);
      this.#characters -= gone.length;
    }
  }
}

/** Changes whenever the file does; null when the file cannot be looked at, which the reader then reports. */
async function cacheKey(file: DocumentFile): Promise<string | null> {
  try {
    const { mtimeMs, size, ino } = await stat(file.hostPath);
    // The name is part of the text: messages and notes call the file by it.
    return [file.hostPath, file.name, file.member ?? '', mtimeMs, size, ino].join('\0');
  } catch {
    return null;
  }
}
