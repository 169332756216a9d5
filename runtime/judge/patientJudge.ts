// A judge whose server may be away for a while: it is asked again until it answers, because the rollout that waits for its verdict
// cost far more than the wait. What another try cannot mend is not tried again.
import type { JudgeIdentity, Verdict } from '../contract/judge.ts';
import type { Sleep } from '../support/backOff.ts';
import type { Clock } from '../support/clock.ts';
import { FailureError } from '../support/errors.ts';
import type { Judge, JudgeInput } from './judge.ts';

export interface PatientJudgeOptions {
  readonly judge: Judge;
  /** No try begins later than this after the first one. */
  readonly patienceMilliseconds: number;
  readonly pauseMilliseconds: number;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly sleep: Sleep;
}

/** Failures of the judge's model that pass when its server is back. */
const passing: ReadonlySet<string> = new Set([
  'policy/unreachable',
  'policy/connection-lost',
  'policy/server-busy',
  'policy/server-error',
  'policy/rate-limited',
  'policy/stream-cut',
]);

export class PatientJudge implements Judge {
  readonly #options: PatientJudgeOptions;

  constructor(options: PatientJudgeOptions) {
    this.#options = options;
  }

  get identity(): JudgeIdentity {
    return this.#options.judge.identity;
  }

  /** @throws what the judge throws once the patience is over, or the signal's abort reason */
  async judge(input: JudgeInput, signal: AbortSignal): Promise<Verdict> {
    const { judge, patienceMilliseconds, pauseMilliseconds, clock, sleep } = this.#options;
    const last = clock.monotonic() + patienceMilliseconds;
    for (;;) {
      try {
        return await judge.judge(input, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!passes(error) || clock.monotonic() + pauseMilliseconds > last) throw error;
      }
      await sleep(pauseMilliseconds, signal);
    }
  }
}

function passes(error: unknown): boolean {
  return error instanceof FailureError && passing.has(error.failure.code);
}
