// Does something once after a burst of calls for it.
import type { Disposable } from '../support/disposable.ts';

export class Debounce implements Disposable {
  readonly #milliseconds: number;
  readonly #action: () => void;
  #timer: NodeJS.Timeout | null = null;

  constructor(milliseconds: number, action: () => void) {
    this.#milliseconds = milliseconds;
    this.#action = action;
  }

  /** Later calls within the time do not put it off further, so that a steady stream of changes is still followed. */
  call(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#action();
    }, this.#milliseconds);
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
