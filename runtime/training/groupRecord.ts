// What the audit keeps of a visit. Pure; keys come in the order of the schema.
import type { GroupRecord } from '../contract/training/runFolder.ts';
import { passRateOf } from './sampleQueue.ts';
import type { VisitInput } from './takeVisit.ts';
import type { TrainingMember } from './trainingMember.ts';
import type { UpdateRow } from './updateGroup.ts';

interface Decision extends Pick<GroupRecord, 'outcome' | 'skipped'> {
  /** That are updated on; none of a group that is left out. */
  readonly rows: readonly UpdateRow[];
}

/** @param members all n of the group, in sampling order */
export function groupRecord(
  { visit, outcome: { rollouts }, step }: VisitInput,
  members: readonly TrainingMember[],
  { outcome, skipped, rows }: Decision,
): GroupRecord {
  const unscored = rollouts.filter(({ member }) => member === null);
  return {
    version: 1,
    step,
    epoch: visit.epoch,
    taskId: visit.taskId,
    why: visit.why,
    outcome,
    nGenerated: rollouts.length,
    nFresh: members.filter(({ sampledAtStep }) => sampledAtStep === step).length,
    passRate: passRateOf(members),
    rewards: [...members.map(rewardOf), ...unscored.map(() => null)],
    selectedRewards: rows.map(({ member }) => rewardOf(member)),
    staleness: members.map(({ sampledAtStep }) => step - sampledAtStep),
    trajectoryIds: members.map(({ trajectory }) => trajectory.id),
    generatedTokens: sum(rollouts.map(({ generatedTokens }) => generatedTokens)),
    updatedTokens: sum(rows.map(({ member }) => member.trajectory.completionTokens)),
    trained: skipped === null,
    skipped,
  };
}

function rewardOf({ trajectory }: TrainingMember): number {
  return trajectory.reward.total;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
