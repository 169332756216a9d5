// A group as the trainer gets it. Pure; keys come in the order of the schema.
import type { TrainingGroup, TrainingTrajectory } from '../contract/training/rolloutServer.ts';
import { passRateOf } from './sampleQueue.ts';
import type { VisitInput } from './takeVisit.ts';
import { tokensOf, type TrainingMember } from './trainingMember.ts';
import type { GroupUpdate, UpdateRow } from './updateGroup.ts';

/** @param members all n; pass rate, mean and deviation are theirs, whatever is kept */
export function trainingGroup(
  { visit, outcome, step }: VisitInput,
  members: readonly TrainingMember[],
  { rows, statistics, zeroVariance }: GroupUpdate,
): TrainingGroup {
  return {
    taskId: visit.taskId,
    nGenerated: outcome.rollouts.length,
    passRate: passRateOf(members) ?? 0,
    mean: statistics.mean ?? 0,
    std: statistics.deviation ?? 0,
    zeroVariance,
    trajectories: rows.map((row) => trajectoryOf(row, step)),
  };
}

function trajectoryOf({ member, advantage }: UpdateRow, step: number): TrainingTrajectory {
  const { id, policyVersion, reward, turns, truncated } = member.trajectory;
  const fresh = member.sampledAtStep === step;
  return { id, fresh, policyVersion, ...tokensOf(member), advantage, reward, turns, truncated };
}
