// How long a person was at an item: from showing it to the decision, without the pauses in which nothing was done.

/** A longer pause does not count, in milliseconds. */
export const longestPause = 5 * 60_000;

export class ActiveTime {
  #counted: number;
  #last: number;

  /** @param now milliseconds of any steady clock; @param before milliseconds from an earlier visit */
  constructor(now: number, before = 0) {
    this.#counted = before;
    this.#last = now;
  }

  /** A key, a click or a scroll at `now`. */
  mark(now: number): void {
    const since = Math.max(0, now - this.#last);
    if (since <= longestPause) this.#counted += since;
    this.#last = now;
  }

  /** Milliseconds up to `now`, which counts as a mark. */
  read(now: number): number {
    this.mark(now);
    return this.#counted;
  }
}
