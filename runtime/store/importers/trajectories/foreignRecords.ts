// Makes the records of a trajectory file of what an importer read. What the source does not say stays unknown: a field that must
// have a value gets the one that claims nothing, and `source` says where the trajectory comes from. Steps are made in
// foreignSteps.ts. Pure.
import type { Reward, RewardPart } from '../../../contract/reward.ts';
import type { Task } from '../../../contract/task.ts';
import type {
  TrajectoryEnded,
  TrajectoryRecord,
  TrajectoryStarted,
} from '../../../contract/trajectory.ts';
import { taskId } from '../taskId.ts';
import type { ForeignFormatId, ForeignScore, ForeignTrajectory } from './foreignFormat.ts';
import { foreignSteps } from './foreignSteps.ts';
import { importedRecipe, importedRecipeName } from './importedRecipe.ts';
import { sourceTime } from './sourceTime.ts';

export interface ForeignOrigin {
  /** Safe, and unique in the new file. */
  readonly trajectoryId: string;
  readonly format: ForeignFormatId;
  /** Name of the file, without its folder. */
  readonly file: string;
  /** ISO 8601, in place of times that the source does not say: when its file was last written. */
  readonly fileTime: string;
}

/** In the order of a trajectory file: start, steps, end, and the reward where the source has scores. */
export function foreignRecords(
  trajectory: ForeignTrajectory,
  origin: ForeignOrigin,
): TrajectoryRecord[] {
  const record = { version: 1, trajectoryId: origin.trajectoryId } as const;
  const startedAt = sourceTime(trajectory.startedAt) ?? origin.fileTime;
  const reward = rewardOf(trajectory.scores);
  return [
    startedOf(trajectory, origin, startedAt),
    ...foreignSteps(trajectory, startedAt).map((step) => ({
      ...record,
      kind: 'step-ended' as const,
      step,
    })),
    endedOf(trajectory, origin, startedAt),
    ...(reward === null ? [] : [{ ...record, kind: 'reward-assigned' as const, reward }]),
  ];
}

function startedOf(
  trajectory: ForeignTrajectory,
  { trajectoryId, format, file }: ForeignOrigin,
  startedAt: string,
): TrajectoryStarted {
  const { id, model, tools, system, userMessage, unmapped } = trajectory;
  const task = taskOf(trajectory.task, format);
  return {
    version: 1,
    trajectoryId,
    kind: 'trajectory-started',
    startedAt,
    task,
    model: model ?? 'unknown',
    policyVersion: trainStepsBefore(trajectory.trainStep),
    recipe: importedRecipe,
    tools: [...tools],
    seed: 0,
    prompt: { system, user: userMessage ?? trajectory.task.question },
    source: { format, file, id, saysTimes: trajectory.startedAt !== null },
    unmapped,
  };
}

/** The policy that a train step samples from has seen those before it. */
function trainStepsBefore(trainStep: number | null | undefined): number {
  return Number.isSafeInteger(trainStep) ? Math.max(0, Number(trainStep) - 1) : 0;
}

function taskOf(
  { id, question, referenceAnswer, metadata }: ForeignTrajectory['task'],
  source: ForeignFormatId,
): Task {
  return {
    version: 1,
    id: taskId(id, 'task', question),
    question: question === '' ? 'The source has no question.' : question,
    files: [],
    referenceAnswer,
    level: null,
    source,
    metadata: { ...metadata },
  };
}

function endedOf(
  { endedAt, stopReason, finalAnswer, failure }: ForeignTrajectory,
  { trajectoryId }: ForeignOrigin,
  startedAt: string,
): TrajectoryEnded {
  const message = failure ?? (stopReason === 'failure' ? 'The source does not say why.' : null);
  return {
    version: 1,
    trajectoryId,
    kind: 'trajectory-ended',
    endedAt: sourceTime(endedAt) ?? startedAt,
    stopReason,
    finalAnswer,
    failure: message === null ? null : { code: 'policy/imported', boundary: 'policy', message },
  };
}

/** Only what the source trained or ranked by has weight, so that the total is its reward; without one there is no total. */
function rewardOf(scores: readonly ForeignScore[]): Reward | null {
  if (scores.length === 0) return null;
  const parts = scores.map(({ name, value, isReward, weight = 1, reason }) => ({
    name,
    score: finite(value),
    weight: isReward ? weight : 0,
    reason: reason ?? 'as the source says',
  }));
  return {
    recipe: importedRecipeName,
    parts,
    total: totalOf(parts.filter((_, place) => scores[place]?.isReward === true)),
    correctness: correctnessOf(scores),
  };
}

/** Null without a reward, or when a part of it could not be measured. */
function totalOf(rewards: readonly Pick<RewardPart, 'score' | 'weight'>[]): number | null {
  let total = 0;
  for (const { score, weight } of rewards) {
    if (score === null) return null;
    total += score * weight;
  }
  return rewards.length === 0 ? null : total;
}

function correctnessOf(scores: readonly ForeignScore[]): number | null {
  const value = finite(scores.find(({ isCorrectness }) => isCorrectness === true)?.value ?? null);
  return value !== null && value >= 0 && value <= 1 ? value : null;
}

/** JSON has no other numbers. */
function finite(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null;
}
