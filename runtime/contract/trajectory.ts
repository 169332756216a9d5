// The record of one rollout: what a trajectory file holds, line by line, and the whole that a reader puts together.
import * as z from 'zod';
import { EnvironmentOutcome } from './environment.ts';
import { Failure } from './failure.ts';
import { Id, Timestamp } from './ids.ts';
import { Verdict } from './judge.ts';
import { Recipe } from './recipe.ts';
import { Reward } from './reward.ts';
import { Step } from './step.ts';
import { Task } from './task.ts';
import { ToolSignature } from './tool.ts';

export const StopReason = z.enum([
  'final-answer',
  'max-steps',
  'context-full',
  'no-code',
  'cancelled',
  'failure',
]);
export type StopReason = z.infer<typeof StopReason>;

/** The trajectory that this one goes on from. */
export const TrajectoryParent = z.looseObject({
  trajectoryId: Id,
  /** `follow-up`: another question in the same namespace. `retry`: a step of it with edited code. */
  relation: z.enum(['follow-up', 'retry']),
  /** The step after which they part: all steps of it, or those before the edited one. */
  step: z.int().nonnegative(),
});
export type TrajectoryParent = z.infer<typeof TrajectoryParent>;

/** A question that was asked before in the same namespace, so that its steps come first in the trajectory. */
export const EarlierQuestion = z.looseObject({
  task: Task,
  /** Its last step; 0 when it had none. */
  lastStep: z.int().nonnegative(),
  finalAnswer: z.string().nullable(),
});
export type EarlierQuestion = z.infer<typeof EarlierQuestion>;

/** The process that writes a trajectory. One without an end whose writer is gone was interrupted. */
export const Writer = z.looseObject({ pid: z.int().positive(), host: z.string() });
export type Writer = z.infer<typeof Writer>;

const record = { version: z.literal(1), trajectoryId: Id };

export const TrajectoryStarted = z.looseObject({
  ...record,
  kind: z.literal('trajectory-started'),
  startedAt: Timestamp,
  task: Task,
  /** The model as the person named it. */
  model: z.string(),
  /** Train steps that the policy has seen; 0 for a model that is not being trained. */
  policyVersion: z.int().nonnegative(),
  /** Settings as they were used, so that the file explains itself. */
  recipe: Recipe,
  tools: z.array(ToolSignature),
  seed: z.int().nonnegative(),
  /** System prompt and first user message as sent. */
  prompt: z.looseObject({ system: z.string(), user: z.string() }),
  /** Absent for a trajectory that started afresh. */
  parent: TrajectoryParent.optional(),
  /** Oldest first; absent when this is the first question. Reward and step limit count the steps after the last of them. */
  earlier: z.array(EarlierQuestion).optional(),
  writer: Writer.optional(),
});
export type TrajectoryStarted = z.infer<typeof TrajectoryStarted>;

export const StepEnded = z.looseObject({ ...record, kind: z.literal('step-ended'), step: Step });
export type StepEnded = z.infer<typeof StepEnded>;

export const TrajectoryEnded = z.looseObject({
  ...record,
  kind: z.literal('trajectory-ended'),
  endedAt: Timestamp,
  stopReason: StopReason,
  /** The answer as the judge reads it, given to final_answer or in the reply; null when there was none. */
  finalAnswer: z.string().nullable(),
  /** What broke, when stopReason is `failure`. */
  failure: Failure.nullable(),
  /** How the state behind the tools came out; absent where there is none, or where it could not be compared. */
  environment: EnvironmentOutcome.optional(),
});
export type TrajectoryEnded = z.infer<typeof TrajectoryEnded>;

export const VerdictGiven = z.looseObject({
  ...record,
  kind: z.literal('verdict-given'),
  verdict: Verdict,
});
export type VerdictGiven = z.infer<typeof VerdictGiven>;

export const RewardAssigned = z.looseObject({
  ...record,
  kind: z.literal('reward-assigned'),
  reward: Reward,
});
export type RewardAssigned = z.infer<typeof RewardAssigned>;

/** One line of a trajectory file. */
export const TrajectoryRecord = z.discriminatedUnion('kind', [
  TrajectoryStarted,
  StepEnded,
  TrajectoryEnded,
  VerdictGiven,
  RewardAssigned,
]);
export type TrajectoryRecord = z.infer<typeof TrajectoryRecord>;

/** All records of one trajectory put together; `ended` is null while it runs or when its process died. */
export interface Trajectory {
  readonly started: TrajectoryStarted;
  readonly steps: readonly Step[];
  readonly ended: TrajectoryEnded | null;
  readonly verdicts: readonly Verdict[];
  readonly reward: Reward | null;
}

/** Where and how a new trajectory goes on from another one. */
export interface Branch {
  readonly relation: TrajectoryParent['relation'];
  readonly parent: Trajectory;
  /** The last step that is carried over. */
  readonly step: number;
  /** The code of the next step, as a person wrote it; null leaves it to the policy. */
  readonly code: string | null;
}
