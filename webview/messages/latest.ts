// Of several answers under way only the one asked for last counts.

/** `next()` gives up what was asked before; `stop()` gives up everything. */
export class Latest {
  #current: AbortController | null = null;

  next(): AbortSignal {
    this.stop();
    this.#current = new AbortController();
    return this.#current.signal;
  }

  stop(): void {
    this.#current?.abort();
    this.#current = null;
  }
}
