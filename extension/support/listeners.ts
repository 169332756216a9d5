// Those who want to hear of something. One that throws keeps no other from hearing.
import type { Disposable } from './disposable.ts';

export class Listeners<Fact> {
  readonly #listeners = new Set<(fact: Fact) => void>();
  readonly #onError: (error: unknown) => void;

  /** @param onError hears what a listener threw */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  add(listener: (fact: Fact) => void): Disposable {
    // The same function may listen twice, so each gets an identity of its own.
    const own = (fact: Fact) => listener(fact);
    this.#listeners.add(own);
    return { dispose: () => this.#listeners.delete(own) };
  }

  tell(fact: Fact): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(fact);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}
