// What the agent is asked: a question, the files it may read and, where known, the answer.
import * as z from 'zod';
import { Id, Timestamp } from './ids.ts';

/** How often a policy solved a task: passed / samples. Of a first policy it says whether the task can teach anything. */
export const TaskPassRate = z.looseObject({
  passed: z.int().nonnegative(),
  /** Rollouts with a verdict. */
  samples: z.int().positive(),
  /** Rollouts that broke off or that the judge could not grade; they count for nothing. */
  unscored: z.int().nonnegative(),
  /** As a person names it. */
  model: z.string(),
  /** Name of the recipe that said how to sample and what a pass is. */
  recipe: z.string(),
  measuredAt: Timestamp,
});
export type TaskPassRate = z.infer<typeof TaskPassRate>;

export const Task = z.looseObject({
  version: z.literal(1),
  id: Id,
  question: z.string().min(1, 'the question is empty'),
  /**
   * Paths relative to the folder that holds the task file; in a workspace's own `.tool-r1/tasks.jsonl` to the workspace.
   * Folders stand for every file below them.
   */
  files: z.array(z.string()).default([]),
  /** The answer that a judge compares with; null when nobody knows it. */
  referenceAnswer: z.string().nullable().default(null),
  /** Difficulty as the source states it: 1 easy, 3 hard. */
  level: z.int().min(1).max(3).nullable().default(null),
  /** Where the task comes from, for example `gaia` or `sample-workspace`. */
  source: z.string().nullable().default(null),
  metadata: z.record(z.string(), z.unknown()).default({}),
  /** Measured before training by `tool-r1 filter`. */
  passRate: TaskPassRate.optional(),
});
export type Task = z.infer<typeof Task>;
