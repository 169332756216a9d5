// The task that is open beside the list. Its row comes from the list where it is there, and is asked for where it is not:
// filtered away, far from what is in sight, or chosen before the page was made again.
import type { QueueRow } from '../../runtime/contract/training/runView.ts';
import { isGivenUp } from '../messages/host.ts';
import { Latest } from '../messages/latest.ts';
import type { QueueRows } from './queueRows.ts';

export class ChosenTask {
  readonly #rows: QueueRows;
  readonly #changed: () => void;
  readonly #complain: (error: unknown) => void;
  readonly #latest = new Latest();
  #row: QueueRow | null = null;

  constructor(rows: QueueRows, changed: () => void, complain: (error: unknown) => void) {
    this.#rows = rows;
    this.#changed = changed;
    this.#complain = complain;
  }

  /** Null until it is known. */
  get row(): QueueRow | null {
    return this.#row;
  }

  /** After another task was chosen, and after the list changed. @param taskId null for none */
  async follow(taskId: string | null): Promise<void> {
    const signal = this.#latest.next();
    if (this.#row?.taskId !== taskId) this.#row = null;
    if (taskId === null) return;
    try {
      this.#row = this.#rows.known(taskId) ?? (await this.#rows.find(taskId, signal));
      this.#changed();
    } catch (error) {
      if (!isGivenUp(error)) this.#complain(error);
    }
  }

  stop(): void {
    this.#latest.stop();
  }
}
