// Which rollouts run in this window, from the runtime's own events.
import type { RunEvent } from '../../runtime/contract/events.ts';

export class RunningRollouts {
  readonly #ids = new Set<string>();

  get ids(): ReadonlySet<string> {
    return this.#ids;
  }

  /** True when the event began or ended one. */
  hear({ type, trajectoryId }: Pick<RunEvent, 'type' | 'trajectoryId'>): boolean {
    if (type === 'rollout-started') {
      this.#ids.add(trajectoryId);
      return true;
    }
    return type === 'rollout-ended' && (this.#ids.delete(trajectoryId), true);
  }

  /** The runtime ended, and all of them with it. */
  clear(): void {
    this.#ids.clear();
  }
}
