// Does something once things have been quiet for a while; what is waiting can be done at once or forgotten.

export class AfterPause {
  readonly #milliseconds: number;
  readonly #act: () => void;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(milliseconds: number, act: () => void) {
    this.#milliseconds = milliseconds;
    this.#act = act;
  }

  /** Starts the pause anew. */
  ask(): void {
    this.stop();
    this.#timer = setTimeout(() => this.#run(), this.#milliseconds);
  }

  /** Keeps a pause that is under way, so that frequent asking cannot put it off for ever. */
  askOnce(): void {
    if (this.#timer === null) this.ask();
  }

  /** Does now what is waiting. */
  flush(): void {
    if (this.#timer !== null) this.#run();
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #run(): void {
    this.stop();
    this.#act();
  }
}
