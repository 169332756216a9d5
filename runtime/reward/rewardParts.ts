// The parts that rewards share and how they add up. Pure.
import type { RewardPart } from '../contract/reward.ts';
import type { StopReason } from '../contract/trajectory.ts';

/** What one function measured and why; null when it could not be measured. */
export type Score = Pick<RewardPart, 'score' | 'reason' | 'source'>;

/** Sum of weight x score; null when a part is unscored. */
export function totalOf(parts: readonly RewardPart[]): number | null {
  let total = 0;
  for (const { score, weight } of parts) {
    if (score === null) return null;
    total += weight * score;
  }
  return total;
}

/** Why a rollout says nothing about the policy; null when it does. */
export function brokenOff(stopReason: StopReason): string | null {
  if (stopReason === 'cancelled') return 'the rollout was cancelled';
  return stopReason === 'failure' ? 'the rollout broke off' : null;
}

/** `matched` of `all`, or what the caller says of none. */
export function shareOf(matched: number, all: number, what: string, ofNone: Score): Score {
  if (all === 0) return ofNone;
  return { score: matched / all, reason: `${matched} of ${all} ${what}` };
}
