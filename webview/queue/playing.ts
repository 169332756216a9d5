// Walks through train steps by itself until it is stopped or has come to the end.

/** Long enough to see what changed. */
const milliseconds = 400;

export class Playing {
  readonly #next: () => boolean;
  #timer: ReturnType<typeof setInterval> | null = null;

  /** @param next goes one on; false when there is none */
  constructor(next: () => boolean) {
    this.#next = next;
  }

  get isOn(): boolean {
    return this.#timer !== null;
  }

  start(): void {
    this.#timer ??= setInterval(() => {
      if (!this.#next()) this.stop();
    }, milliseconds);
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}
