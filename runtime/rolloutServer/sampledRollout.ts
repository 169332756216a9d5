// What a finished rollout is for the training state: how it went, what it cost, and the member of the sample queue that it makes.
// Pure.
import type { Reward } from '../contract/reward.ts';
import type { Step } from '../contract/step.ts';
import type { Trajectory, TrajectoryEnded } from '../contract/trajectory.ts';
import {
  storedTokens,
  type TrainingMember,
  type TrajectoryTokens,
} from '../training/trainingMember.ts';
import type { SampledRollout } from '../training/visit.ts';
import { counts, rolloutStatus, type RolledOut } from './rolloutStatus.ts';
import { trainingTokens } from './trainingTokens.ts';

export interface SamplingMoment {
  /** Train steps that were done. */
  readonly step: number;
  readonly passScore: number;
}

/** Tokens that cannot be trained on make a broken rollout out of one that seemed to go well. */
export function sampledRollout(rolled: RolledOut, moment: SamplingMoment): SampledRollout {
  const status = rolloutStatus(rolled);
  const { steps } = rolled.trajectory;
  const generatedTokens = steps.reduce((sum, step) => sum + sampledTokens(step), 0);
  if (!counts(status)) return { status, generatedTokens, member: null };
  const tokens = trainingTokens(steps);
  if (!tokens.ok) return { status: 'infra-error', generatedTokens, member: null };
  return { status, generatedTokens, member: memberOf(rolled.trajectory, tokens.value, moment) };
}

/** Null for a trajectory that nobody could score. */
function memberOf(
  { started, steps, ended, reward }: Trajectory,
  tokens: TrajectoryTokens,
  { step, passScore }: SamplingMoment,
): TrainingMember | null {
  const scored = scoredReward(reward);
  const correctness = reward?.correctness ?? null;
  if (scored === null || correctness === null || ended === null) return null;
  const { trajectoryId: id, policyVersion } = started;
  return {
    id,
    sampledAtStep: step,
    pass: correctness >= passScore,
    correctness,
    trajectory: {
      id,
      policyVersion,
      reward: scored,
      turns: steps.length,
      truncated: isTruncated(steps, ended),
      ...storedTokens(tokens),
    },
  };
}

function scoredReward(reward: Reward | null): TrainingMember['trajectory']['reward'] | null {
  if (reward === null || reward.total === null) return null;
  const parts = reward.parts.map(({ name, score, weight, reason }) => ({
    name,
    score: score ?? 0,
    weight,
    reason,
  }));
  return { parts, total: reward.total };
}

function isTruncated(steps: readonly Step[], { stopReason }: TrajectoryEnded): boolean {
  const byLimit = stopReason === 'max-steps' || stopReason === 'context-full';
  return byLimit || steps.at(-1)?.reply.finishReason === 'length';
}

function sampledTokens({ reply: { tokens } }: Step): number {
  return tokens?.completionMask.filter((mask) => mask === 1).length ?? 0;
}
