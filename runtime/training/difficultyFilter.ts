// Which tasks can teach a policy anything: those that it solves sometimes (Tool-R1, arXiv 2509.12867). Pure.
import type { PassRateWindow } from '../contract/trainingSettings.ts';

export type Difficulty = 'kept' | 'too-easy' | 'too-hard' | 'unscored';

export interface PassCount {
  readonly passes: number;
  /** Rollouts that could be scored. */
  readonly samples: number;
}

/** `unscored` where no rollout could be scored: nobody knows. */
export function difficultyOf({ passes, samples }: PassCount, window: PassRateWindow): Difficulty {
  if (samples === 0) return 'unscored';
  const passRate = passes / samples;
  if (isInside(passRate, window)) return 'kept';
  return passRate < window.low ? 'too-hard' : 'too-easy';
}

/** Both ends are inside. */
export function isInside(passRate: number, { low, high }: PassRateWindow): boolean {
  return low <= passRate && passRate <= high;
}
