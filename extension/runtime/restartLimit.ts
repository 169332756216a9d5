// How often a process that ends by itself is started again. Pure but for the moments it remembers.

export class RestartLimit {
  readonly #atMost: number;
  readonly #withinMilliseconds: number;
  #restarts: number[] = [];

  constructor(atMost: number, withinMilliseconds: number) {
    this.#atMost = atMost;
    this.#withinMilliseconds = withinMilliseconds;
  }

  /** Takes one restart if there is one left. `now` is in milliseconds and never goes back. */
  take(now: number): boolean {
    this.#restarts = this.#restarts.filter((then) => now - then < this.#withinMilliseconds);
    if (this.#restarts.length >= this.#atMost) return false;
    this.#restarts.push(now);
    return true;
  }
}
