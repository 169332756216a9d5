// Judges many answers: several at once, each answer once however many trajectories gave it, and none that is known already. An
// answer whose judge broke stays unscored and the others go on; a judge that breaks on one after the other is given up.
import type { Failure } from '../../contract/failure.ts';
import type { JudgeIdentity, Verdict } from '../../contract/judge.ts';
import { toFailure } from '../../support/errors.ts';
import type { OnProgress } from '../../support/progress.ts';
import type { Judge, JudgeInput } from '../judge.ts';

export interface BatchItem {
  /** The same for the same question, reference answer and final answer. */
  readonly itemHash: string;
  readonly input: JudgeInput;
}

/** What a judge said before about the same items. */
export interface KnownVerdicts {
  get(itemHash: string): Verdict | null;
  /** Resolves when it will be known from now on. */
  put(itemHash: string, verdict: Verdict): Promise<void>;
}

export interface BatchOptions {
  readonly judge: Judge;
  /** Null asks for everything anew and keeps nothing. */
  readonly known: KnownVerdicts | null;
  /** Answers judged at the same time, at least 1. */
  readonly concurrency: number;
  /** Ends the batch; what was judged is handed on already. */
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
  /** Called once for each item, in the order in which they are done, one at a time. An error ends the batch. */
  readonly onVerdict: (item: BatchItem, verdict: Verdict) => Promise<void>;
}

export interface BatchOutcome {
  readonly scored: number;
  readonly unscored: number;
  /** Of both, those that were known. */
  readonly known: number;
  /** Items that were not asked about because the judge was given up. */
  readonly left: number;
  /** Why it was given up, or null. */
  readonly failure: Failure | null;
}

/** Failures in a row, with no verdict between them, after which asking on is of no use. */
export const maxFailuresInARow = 5;

/**
 * Judges every item once; items with the same hash count as one.
 * @throws the abort reason of the signal, or what `onVerdict` throws
 */
export async function judgeBatch(
  items: readonly BatchItem[],
  options: BatchOptions,
): Promise<BatchOutcome> {
  const distinct = [...new Map(items.map((item) => [item.itemHash, item])).values()];
  return new Batch(distinct, options).run();
}

class Batch {
  readonly #items: readonly BatchItem[];
  readonly #options: BatchOptions;
  readonly #counts = { scored: 0, unscored: 0, known: 0 };
  #next = 0;
  #failuresInARow = 0;
  #failure: Failure | null = null;
  /** What a worker could not go on after; the others stop too. */
  #broken = false;
  #handingOn: Promise<void> = Promise.resolve();

  constructor(items: readonly BatchItem[], options: BatchOptions) {
    this.#items = items;
    this.#options = options;
  }

  async run(): Promise<BatchOutcome> {
    this.#report();
    const workers = Array.from({ length: Math.max(1, this.#options.concurrency) }, () =>
      this.#work(),
    );
    const results = await Promise.allSettled(workers);
    const broken = results.find((result) => result.status === 'rejected');
    if (broken !== undefined) throw broken.reason;
    const failure = this.#isGivenUp() ? this.#failure : null;
    return { ...this.#counts, left: this.#items.length - this.#done(), failure };
  }

  async #work(): Promise<void> {
    try {
      while (!this.#broken && !this.#isGivenUp()) {
        this.#options.signal.throwIfAborted();
        const item = this.#items[this.#next];
        if (item === undefined) return;
        this.#next += 1;
        await this.#judge(item);
      }
    } catch (error) {
      this.#broken = true;
      throw error;
    }
  }

  async #judge(item: BatchItem): Promise<void> {
    const { known } = this.#options;
    const before = known?.get(item.itemHash) ?? null;
    const verdict = before ?? (await this.#ask(item));
    if (before !== null) this.#counts.known += 1;
    this.#counts[verdict.outcome] += 1;
    await this.#handOn(item, verdict);
    this.#report();
  }

  async #ask({ input, itemHash }: BatchItem): Promise<Verdict> {
    const { judge, signal, known } = this.#options;
    let verdict: Verdict;
    try {
      verdict = await judge.judge(input, signal);
      this.#failuresInARow = 0;
    } catch (error) {
      signal.throwIfAborted();
      // Not kept: the next attempt may find the judge in order.
      return this.#unscored(judge.identity, error);
    }
    await known?.put(itemHash, verdict);
    return verdict;
  }

  #unscored(judge: JudgeIdentity, error: unknown): Verdict {
    this.#failure = toFailure(error, 'judge');
    this.#failuresInARow += 1;
    return { outcome: 'unscored', judge, cause: this.#failure.message };
  }

  #handOn(item: BatchItem, verdict: Verdict): Promise<void> {
    const { onVerdict } = this.#options;
    const mine = this.#handingOn.then(() => onVerdict(item, verdict));
    // Whoever waits for this one sees its error; those behind it stop by `#broken`.
    this.#handingOn = mine.catch(() => undefined);
    return mine;
  }

  #isGivenUp(): boolean {
    return this.#failuresInARow >= maxFailuresInARow;
  }

  #done(): number {
    return this.#counts.scored + this.#counts.unscored;
  }

  #report(): void {
    this.#options.onProgress({
      activity: 'Judging',
      done: this.#done(),
      total: this.#items.length,
      unit: 'items',
    });
  }
}
