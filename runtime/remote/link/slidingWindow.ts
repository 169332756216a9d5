// A few things under way at the same time, in their order: adding one more waits until the oldest is done.
import { setMaxListeners } from 'node:events';

/** The same signal for the many that are under way: Node takes more than ten listeners for a leak unless it is told. */
export function windowSignal(signal: AbortSignal): AbortSignal {
  const own = AbortSignal.any([signal]);
  setMaxListeners(0, own);
  return own;
}

export class SlidingWindow {
  readonly #most: number;
  readonly #underWay: Promise<unknown>[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** @throws what the oldest threw */
  async add(one: Promise<unknown>): Promise<void> {
    // Whoever waits for the oldest hears of the first problem; the others must not count as unheard.
    one.catch(() => undefined);
    this.#underWay.push(one);
    if (this.#underWay.length >= this.#most) await this.#underWay.shift();
  }

  /** Waits for all that are left. */
  async rest(): Promise<void> {
    while (this.#underWay.length > 0) await this.#underWay.shift();
  }
}
