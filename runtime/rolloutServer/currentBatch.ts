// The batch that was asked for last: while it is made, when it is whole, and when it broke.
import { setTimeout as delay } from 'node:timers/promises';
import type { Id } from '../contract/ids.ts';
import type { Batch, BatchProgress, BatchRequest } from '../contract/training/rolloutServer.ts';

export type BatchState =
  | { readonly is: 'in-progress'; readonly progress: BatchProgress }
  /** JSON of a `Batch`, made once however often it is fetched. */
  | { readonly is: 'whole'; readonly bytes: Buffer }
  | { readonly is: 'broken'; readonly error: unknown };

export type OnProgress = (progress: BatchProgress) => void;

export class CurrentBatch {
  readonly request: BatchRequest;
  readonly id: Id;
  readonly #controller = new AbortController();
  readonly #settled: Promise<void>;
  #state: BatchState = {
    is: 'in-progress',
    progress: { done: 0, total: 0, phase: 'waiting-for-policy' },
  };

  /** Starts the making. */
  constructor(
    request: BatchRequest,
    make: (onProgress: OnProgress, signal: AbortSignal) => Promise<Batch>,
  ) {
    this.request = request;
    this.id = `batch-${request.step}`;
    const onProgress = (progress: BatchProgress) => (this.#state = { is: 'in-progress', progress });
    this.#settled = make(onProgress, this.#controller.signal).then(
      (batch) => void (this.#state = { is: 'whole', bytes: Buffer.from(JSON.stringify(batch)) }),
      (error: unknown) => void (this.#state = { is: 'broken', error }),
    );
  }

  get state(): BatchState {
    return this.#state;
  }

  /** The state, once it is no longer in progress or the time is over. */
  async wait(milliseconds: number, signal: AbortSignal): Promise<BatchState> {
    if (this.#state.is !== 'in-progress' || milliseconds === 0) return this.#state;
    const over = new AbortController();
    const ends = AbortSignal.any([signal, over.signal]);
    const time = delay(milliseconds, undefined, { signal: ends }).catch(() => undefined);
    await Promise.race([this.#settled, time]);
    over.abort();
    return this.#state;
  }

  /** Gives it up, and resolves when nothing is sampled for it any more. */
  async abort(): Promise<void> {
    this.#controller.abort();
    await this.#settled;
  }
}
