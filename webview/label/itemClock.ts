// The time of the item that is looked at and open: goes on where an earlier visit to it ended.
import type { LabelItem } from '../../runtime/contract/labelling.ts';
import { ActiveTime } from './activeTime.ts';
import type { Drafts } from './drafts.ts';

const activity = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'scroll'] as const;

export class ItemClock {
  readonly #drafts: Drafts;
  #time: { readonly itemHash: string; readonly active: ActiveTime } | null = null;

  constructor(drafts: Drafts) {
    this.#drafts = drafts;
  }

  /** Takes what a person does in the page as a sign that the pause is over. */
  listen(target: Window, signal: AbortSignal): void {
    const mark = (): void => this.#time?.active.mark(performance.now());
    for (const kind of activity) {
      target.addEventListener(kind, mark, { signal, capture: true, passive: true });
    }
  }

  start({ itemHash }: LabelItem): void {
    const { milliseconds } = this.#drafts.of(itemHash);
    this.#time = { itemHash, active: new ActiveTime(performance.now(), milliseconds) };
  }

  /** Whole milliseconds so far; 0 where no item is open. */
  read(): number {
    return Math.round(this.#time?.active.read(performance.now()) ?? 0);
  }

  /** The item is decided: nothing is kept of its time. */
  stop(): void {
    this.#time = null;
  }

  /** The item stays open: its time is kept for the next visit. */
  leave(): void {
    if (this.#time === null) return;
    this.#drafts.change(this.#time.itemHash, { milliseconds: this.read() });
    this.stop();
  }
}
