// Texts that were clipped on their way to the page: read whole when a person asks, and shown in pieces, so that the page
// stays quick.
import type { Host } from '../messages/host.ts';

/** Characters that one press of a button adds. */
export const pieceCharacters = 50_000;

export interface LongText {
  readonly text: string;
  /** Characters of `text` that are shown. */
  readonly shown: number;
  /** Length of the whole, which may be more than can be read. */
  readonly characters: number;
}

export class LongTexts {
  readonly #id: string;
  readonly #host: Host;
  readonly #changed: () => void;
  readonly #stopped = new AbortController();
  readonly #texts = new Map<string, LongText>();
  readonly #reading = new Set<string>();
  /** Grows with every change, so that what is drawn can be kept until then. */
  version = 0;

  constructor(id: string, host: Host, changed: () => void) {
    this.#id = id;
    this.#host = host;
    this.#changed = changed;
  }

  stop(): void {
    this.#stopped.abort();
  }

  get(step: number, field: string): LongText | undefined {
    return this.#texts.get(keyOf(step, field));
  }

  isReading(step: number, field: string): boolean {
    return this.#reading.has(keyOf(step, field));
  }

  /** Shows the first piece, or the next one. */
  async showMore(step: number, field: string): Promise<void> {
    const known = this.get(step, field);
    const long = known ?? { ...(await this.read(step, field)), shown: 0 };
    const shown = Math.min(long.shown + pieceCharacters, long.text.length);
    this.#set(step, field, { ...long, shown });
  }

  /** Shows at least so many characters. */
  async showUntil(step: number, field: string, characters: number): Promise<void> {
    if ((this.get(step, field)?.shown ?? 0) >= characters) return;
    await this.showMore(step, field);
    const long = this.get(step, field);
    if (long === undefined || long.shown >= characters) return;
    const pieces = Math.ceil(characters / pieceCharacters);
    this.#set(step, field, {
      ...long,
      shown: Math.min(pieces * pieceCharacters, long.text.length),
    });
  }

  showLess(step: number, field: string): void {
    this.#texts.delete(keyOf(step, field));
    this.#tell();
  }

  /** The whole text, for copying and looking through; not kept. */
  async read(step: number, field: string): Promise<{ text: string; characters: number }> {
    const key = keyOf(step, field);
    this.#reading.add(key);
    this.#tell();
    try {
      const { signal } = this.#stopped;
      return await this.#host.request('read-text', { id: this.#id, step, field }, { signal });
    } finally {
      this.#reading.delete(key);
      this.#tell();
    }
  }

  #set(step: number, field: string, text: LongText): void {
    this.#texts.set(keyOf(step, field), text);
    this.#tell();
  }

  #tell(): void {
    this.version += 1;
    this.#changed();
  }
}

function keyOf(step: number, field: string): string {
  return `${step} ${field}`;
}
