// Spreads requests over several servers: the one with the fewest requests in flight is next, and one that just failed comes last.

export class LeastLoaded {
  readonly #inFlight: Map<string, number>;

  /** @param urls at least one */
  constructor(urls: readonly string[]) {
    this.#inFlight = new Map(urls.map((url) => [url, 0]));
  }

  /** Lets `work` use the server that has least to do. @param failed not taken while there is another */
  async use<Result>(
    failed: string | null,
    work: (url: string) => Promise<Result>,
  ): Promise<Result> {
    const url = this.#choose(failed);
    this.#count(url, 1);
    try {
      return await work(url);
    } finally {
      this.#count(url, -1);
    }
  }

  #choose(failed: string | null): string {
    const all = [...this.#inFlight].sort(([, a], [, b]) => a - b).map(([url]) => url);
    const chosen = all.find((url) => url !== failed) ?? all[0];
    if (chosen === undefined) throw new RangeError('There is no server to choose from.');
    return chosen;
  }

  #count(url: string, change: number): void {
    this.#inFlight.set(url, (this.#inFlight.get(url) ?? 0) + change);
  }
}
