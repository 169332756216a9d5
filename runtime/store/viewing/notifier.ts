// Passes on that something changed, at once for the first time and then at most ten times a second, never losing the last.

const intervalMilliseconds = 100;

export class Notifier {
  readonly #notify: () => void;
  #timer: NodeJS.Timeout | null = null;
  #lastTime = -Infinity;

  constructor(notify: () => void) {
    this.#notify = notify;
  }

  request(): void {
    if (this.#timer !== null) return;
    const wait = this.#lastTime + intervalMilliseconds - performance.now();
    if (wait <= 0) this.#send();
    else this.#timer = setTimeout(() => this.#send(), wait);
  }

  /** Nothing is passed on afterwards but what is requested anew. */
  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #send(): void {
    this.#timer = null;
    this.#lastTime = performance.now();
    this.#notify();
  }
}
