// The logs of a run whose model is sampled on another machine: its own, and those of that machine, whose names begin with `sampler-`.
import type { LogSlice } from '../../contract/training/trainingRequests.ts';
import { FailureError } from '../../support/errors.ts';
import type { LogTail } from './crashView.ts';
import type { LogWish, ReadableLogs } from './runLogs.ts';

const prefix = 'sampler-';
/** A page does not wait longer for a machine that may be gone: that it is gone is often why the page is opened. */
const usualPatience = 5000;

export class SampledLogs implements ReadableLogs {
  readonly #own: ReadableLogs;
  readonly #sampler: () => ReadableLogs | null;
  readonly #patience: number;

  /**
   * @param sampler what is known when it is asked; null for a run that samples itself
   * @param patience milliseconds
   */
  constructor(own: ReadableLogs, sampler: () => ReadableLogs | null, patience = usualPatience) {
    this.#own = own;
    this.#sampler = sampler;
    this.#patience = patience;
  }

  /** Its own alone while the other machine is away. */
  async list(signal: AbortSignal): Promise<{ readonly name: string; readonly bytes: number }[]> {
    const [own, others] = await Promise.all([
      this.#own.list(signal),
      this.#ofSampler(signal, (logs, limit) => logs.list(limit)),
    ]);
    return [...own, ...others.map(({ name, bytes }) => ({ name: prefix + name, bytes }))];
  }

  slice(wish: LogWish, signal: AbortSignal): Promise<LogSlice> {
    const sampler = wish.log.startsWith(prefix) ? this.#sampler() : null;
    if (sampler === null) return this.#own.slice(wish, signal);
    return sampler.slice({ ...wish, log: wish.log.slice(prefix.length) }, signal);
  }

  async tails(signal: AbortSignal): Promise<LogTail[]> {
    const [own, others] = await Promise.all([
      this.#own.tails(signal),
      this.#ofSampler(signal, (logs, limit) => logs.tails(limit)),
    ]);
    return [...own, ...others.map(({ name, text }) => ({ name: prefix + name, text }))];
  }

  async #ofSampler<Item>(
    signal: AbortSignal,
    read: (logs: ReadableLogs, limit: AbortSignal) => Promise<Item[]>,
  ): Promise<Item[]> {
    const sampler = this.#sampler();
    if (sampler === null) return [];
    const limit = AbortSignal.timeout(this.#patience);
    try {
      return await read(sampler, AbortSignal.any([signal, limit]));
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof FailureError || limit.aborted) return [];
      throw error;
    }
  }
}
