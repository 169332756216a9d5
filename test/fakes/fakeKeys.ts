// The input stream of a terminal, on which a test types.
import type { KeySource } from '../../runtime/cli/keyInput.ts';

export class FakeKeys implements KeySource {
  readonly isTTY: boolean;
  /** True while a program reads single keys. */
  isRaw = false;
  isPaused = true;
  readonly #listeners = new Set<(data: string) => void>();
  #typed = '';

  constructor(isTTY: boolean) {
    this.isTTY = isTTY;
  }

  /** Kept, as a terminal does, until somebody reads. */
  type(text: string): void {
    this.#typed += text;
    this.#flush();
  }

  setRawMode(raw: boolean): void {
    this.isRaw = raw;
  }

  on(_event: 'data', listener: (data: string) => void): void {
    this.#listeners.add(listener);
  }

  off(_event: 'data', listener: (data: string) => void): void {
    this.#listeners.delete(listener);
  }

  resume(): void {
    this.isPaused = false;
    this.#flush();
  }

  pause(): void {
    this.isPaused = true;
  }

  #flush(): void {
    if (this.isPaused || this.#typed === '' || this.#listeners.size === 0) return;
    const text = this.#typed;
    this.#typed = '';
    for (const listener of this.#listeners) listener(text);
  }
}
