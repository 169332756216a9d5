// Makes samples of tasks: rolls them out several at once and hands each sample on as soon as it is there. A rollout
// that breaks off leaves its sample unscored and the others go on; machinery that breaks on one after the other is given up.
import { setMaxListeners } from 'node:events';
import type { AgentRuntime, RolloutRequest } from '../agentRuntime.ts';
import type { RunEvent } from '../contract/events.ts';
import type { Failure } from '../contract/failure.ts';
import type { Reward } from '../contract/reward.ts';
import type { TaskSample } from '../contract/training/taskSample.ts';
import type { SampleWish } from './taskSampling.ts';

/** Failures in a row, with no scored sample between them, after which going on is of no use. */
export const maxFailuresInARow = 5;

/** A wrong name of a model is wrong for every sample. */
const hopeless = new Set(['policy/not-usable']);

export interface SamplingMeans {
  readonly runtime: Pick<AgentRuntime, 'run'>;
  readonly requestFor: (wish: SampleWish) => Promise<RolloutRequest>;
  readonly settingsHash: string;
  /** ISO 8601. */
  readonly now: () => string;
  /** Milliseconds of a clock that never jumps. */
  readonly clock: () => number;
  /** Rollouts at the same time, at least 1. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
  /** Called once for each sample; an error ends the sampling. */
  readonly onSample: (sample: TaskSample) => Promise<void>;
}

/**
 * Gives why it was given up; null when every sample was tried.
 * @throws the abort reason of the signal, or what `onSample` throws
 */
export async function takeSamples(
  wishes: readonly SampleWish[],
  means: SamplingMeans,
): Promise<Failure | null> {
  return new Sampling(wishes, means).run();
}

class Sampling {
  readonly #wishes: readonly SampleWish[];
  readonly #means: SamplingMeans;
  #next = 0;
  #failuresInARow = 0;
  #givenUp: Failure | null = null;
  /** One worker cannot go on; the others stop too. */
  #broken = false;

  constructor(wishes: readonly SampleWish[], means: SamplingMeans) {
    this.#wishes = wishes;
    this.#means = means;
  }

  async run(): Promise<Failure | null> {
    // Every rollout at work listens at several places.
    setMaxListeners(0, this.#means.signal);
    const workers = Array.from({ length: Math.max(1, this.#means.concurrency) }, () =>
      this.#work(),
    );
    const results = await Promise.allSettled(workers);
    const broken = results.find((result) => result.status === 'rejected');
    if (broken !== undefined) throw broken.reason;
    return this.#givenUp;
  }

  async #work(): Promise<void> {
    try {
      while (!this.#broken && this.#givenUp === null) {
        this.#means.signal.throwIfAborted();
        const wish = this.#wishes[this.#next];
        if (wish === undefined) return;
        this.#next += 1;
        await this.#sample(wish);
      }
    } catch (error) {
      this.#broken = true;
      throw error;
    }
  }

  async #sample(wish: SampleWish): Promise<void> {
    const { runtime, requestFor, signal, clock } = this.#means;
    const started = clock();
    const request = await requestFor(wish);
    const heard: Heard = { reward: null, failure: null };
    const onEvent = (event: RunEvent): void => {
      if (event.type === 'reward-assigned') heard.reward = event.reward;
      if (event.type === 'failure-recorded') heard.failure = event.failure;
      this.#means.onEvent(event);
    };
    const { stopReason, failure } = await runtime.run(request, { signal, onEvent });
    signal.throwIfAborted();
    const told = { ...heard, failure: failure ?? heard.failure };
    const correctness = told.reward?.correctness ?? null;
    const isHopeless = this.#count(correctness === null ? told.failure : null);
    if (isHopeless) return;
    const cause = correctness === null ? causeOf(told) : null;
    const milliseconds = clock() - started;
    const record = this.#record(wish, request);
    await this.#means.onSample({ ...record, correctness, stopReason, cause, milliseconds });
  }

  /** True when no other sample can fare better. */
  #count(failure: Failure | null): boolean {
    this.#failuresInARow = failure === null ? 0 : this.#failuresInARow + 1;
    if (failure === null) return false;
    const isHopeless = hopeless.has(failure.code);
    if (isHopeless || this.#failuresInARow >= maxFailuresInARow) this.#givenUp = failure;
    return isHopeless;
  }

  #record({ task, taskHash, index, seed }: SampleWish, { model, recipe }: RolloutRequest) {
    const { settingsHash, now } = this.#means;
    const about = { taskId: task.id, taskHash, settingsHash, model, recipe: recipe.name };
    return { version: 1, ...about, index, seed, at: now() } as const;
  }
}

/** What the events of a rollout told. */
interface Heard {
  reward: Reward | null;
  failure: Failure | null;
}

function causeOf({ reward, failure }: Heard): string {
  if (failure !== null) return failure.message;
  return reward?.parts.find(({ score }) => score === null)?.reason ?? 'it has no reward';
}
