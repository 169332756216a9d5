// One thing that a page asks the extension for, and asks again when it may have changed. While it is read anew, what was read before
// stays.
import { isGivenUp } from '../messages/host.ts';

export class Asked<Value> {
  readonly #changed: () => void;
  #asking = new AbortController();
  #isReading = false;
  #value: Value | null = null;
  #problem: string | null = null;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** As it was read last; null before. */
  get value(): Value | null {
    return this.#value;
  }

  /** Why it could not be read the last time; null when it could. */
  get problem(): string | null {
    return this.#problem;
  }

  get isReading(): boolean {
    return this.#isReading;
  }

  /** An earlier question that was not answered is given up. */
  async ask(read: (signal: AbortSignal) => Promise<Value>): Promise<void> {
    this.#asking.abort();
    const asking = new AbortController();
    this.#asking = asking;
    this.#isReading = true;
    this.#changed();
    try {
      this.#value = await read(asking.signal);
      this.#problem = null;
    } catch (error) {
      if (isGivenUp(error)) return;
      this.#problem = error instanceof Error ? error.message : String(error);
    }
    if (asking.signal.aborted) return;
    this.#isReading = false;
    this.#changed();
  }

  /** What is known does not hold any more. */
  forget(): void {
    this.#asking.abort();
    this.#isReading = false;
    this.#value = null;
    this.#problem = null;
  }
}
