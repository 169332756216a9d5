// How far a trajectory keeps to ARTIST's tags (arXiv 2505.01441 rewards the form in a relaxed and in a strict way; what each
// means is ours). Pure.
import type { RewardInput } from './reward.ts';
import { brokenOff, type Score } from './rewardParts.ts';

type Rollout = Pick<RewardInput, 'steps' | 'stopReason'>;

/** 1 when every reply holds a call or an answer, and the last one ended the rollout. */
export function relaxedFormat({ steps, stopReason }: Rollout): Score {
  const broken = brokenOff(stopReason);
  if (broken !== null) return { score: null, reason: broken };
  if (stopReason !== 'final-answer') return { score: 0, reason: 'no reply ended the rollout' };
  const bare = steps.find(({ observation }) => observation.kind === 'no-code');
  if (bare === undefined) return { score: 1, reason: 'every reply calls or answers' };
  return { score: 0, reason: `reply ${bare.index} neither calls nor answers` };
}

/** 1 when, besides, no reply departs from the order and spelling of the tags. */
export function strictFormat(rollout: Rollout): Score {
  const relaxed = relaxedFormat(rollout);
  if (relaxed.score !== 1) return relaxed;
  const faulty = rollout.steps.find(({ faults }) => faults.length > 0);
  if (faulty === undefined) return { score: 1, reason: 'every tag in its place' };
  return { score: 0, reason: `reply ${faulty.index}: ${faulty.faults[0]?.kind ?? 'a fault'}` };
}
