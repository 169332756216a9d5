// Which train step of the queue a person looks at: goes to one, one on, one back, or plays them one after the other.
import { Playing } from './playing.ts';
import type { QueueRows } from './queueRows.ts';

export interface StepWalkParts {
  readonly rows: Pick<QueueRows, 'summary' | 'isOld'>;
  /** As the route says; null for the newest. */
  readonly wanted: () => number | null;
  readonly change: (to: { readonly step: number | null }) => void;
  readonly redraw: () => void;
}

export class StepWalk {
  readonly #parts: StepWalkParts;
  readonly #playing = new Playing(() => this.#playOn());

  constructor(parts: StepWalkParts) {
    this.#parts = parts;
  }

  /** The train step that a person wants to see, whether or not it is there already. */
  get step(): number {
    return this.#parts.wanted() ?? this.lastStep;
  }

  get lastStep(): number {
    return this.#parts.rows.summary?.lastStep ?? 0;
  }

  get isPlaying(): boolean {
    return this.#playing.isOn;
  }

  go(step: number): void {
    const to = Math.max(0, Math.min(this.lastStep, step));
    this.#parts.change({ step: to === this.lastStep ? null : to });
  }

  /** Plays, or stops playing. */
  play(): void {
    if (this.#playing.isOn) this.#playing.stop();
    else {
      // From the end there is nothing to play: the last epoch is shown again.
      const epoch = this.#parts.rows.summary?.epochs.at(-1) ?? 1;
      if (this.step === this.lastStep) this.go(epoch - 1);
      this.#playing.start();
    }
    this.#parts.redraw();
  }

  stop(): void {
    this.#playing.stop();
  }

  #playOn(): boolean {
    // An answer that takes longer than a train step is shown is waited for.
    if (!this.#parts.rows.isOld) this.go(this.step + 1);
    this.#parts.redraw();
    return this.step < this.lastStep;
  }
}
