// All that the decisions of a training run rest on, in one value: queues with their archives, streaks, what is left of the epoch, and
// the train step that is being put together. It is plain data: what is read back is what was written.
import * as z from 'zod';
import { Id } from '../contract/ids.ts';
import { BatchCounters, TrainingGroup } from '../contract/training/rolloutServer.ts';
import { GroupRecord } from '../contract/training/runFolder.ts';
import { emptyQueue } from './sampleQueue.ts';
import { noStreak, TaskStreak } from './streakFilter.ts';
import { TrainingMember } from './trainingMember.ts';
import { Visit } from './visit.ts';

export const TaskState = z.object({
  taskId: Id,
  queue: z.object({ sampled: z.array(TrainingMember).readonly(), members: z.array(Id).readonly() }),
  streak: TaskStreak,
});
export type TaskState = z.infer<typeof TaskState>;

/** A task that the epoch still has to visit. */
export const PlannedTask = z.object({ taskId: Id, probe: z.boolean() });
export type PlannedTask = z.infer<typeof PlannedTask>;

/** Counts of a train step that is under way. */
export const StepCounters = BatchCounters.omit({
  rolloutSeconds: true,
  freshReward: true,
  freshPassRate: true,
}).extend({
  /** Rollouts that were sampled and scored; the sum of their rewards; how many of them passed. */
  fresh: z.object({
    scored: z.int().nonnegative(),
    reward: z.number(),
    passes: z.int().nonnegative(),
  }),
});
export type StepCounters = z.infer<typeof StepCounters>;

/** A train step that visits are made for. */
export const OpenStep = z.object({
  /** Train steps that were done before it. */
  step: z.int().nonnegative(),
  /** Visits that are being sampled. */
  pending: z.array(Visit).readonly(),
  /** Tasks that were visited or are being visited, oldest first. */
  visited: z.array(Id).readonly(),
  groups: z.array(TrainingGroup).readonly(),
  records: z.array(GroupRecord).readonly(),
  counters: StepCounters,
});
export type OpenStep = z.infer<typeof OpenStep>;

/** The state without that of the single tasks. */
export const TrainingStateHead = z.object({
  version: z.literal(2),
  kind: z.literal('training-state'),
  /** Of the run: with a key it gives every random number (keyedRandom.ts). */
  seed: z.int().nonnegative(),
  /** Of the epoch that is under way; 0 before the first. */
  epoch: z.int().nonnegative(),
  /** In the order in which they come. */
  remaining: z.array(PlannedTask).readonly(),
  /** Null between train steps. */
  open: OpenStep.nullable(),
});
export type TrainingStateHead = z.infer<typeof TrainingStateHead>;

export interface TrainingState extends Readonly<TrainingStateHead> {
  /** By the id of the task, in the order of the task file. */
  readonly tasks: ReadonlyMap<string, TaskState>;
}

/** Before the first train step. @param taskIds each once, in the order of the task file */
export function startTraining(taskIds: readonly string[], seed: number): TrainingState {
  const fresh = (taskId: string): TaskState => ({ taskId, queue: emptyQueue(), streak: noStreak });
  return {
    version: 2,
    kind: 'training-state',
    seed,
    epoch: 0,
    remaining: [],
    open: null,
    tasks: new Map(taskIds.map((taskId) => [taskId, fresh(taskId)])),
  };
}
