// How a checkpoint does on tasks, held-out ones as a rule: one rollout each, at temperature 0, as a line of a file that grows while
// the evaluation goes on.
import * as z from 'zod';
import { TaskSample } from './taskSample.ts';

/** One task. `settingsHash` is that of recipe and judge; the model is the checkpoint in whose folder it lies. */
export const EvaluatedTask = TaskSample.extend({
  question: z.string(),
  /**
   * What can be compared besides right and wrong: `reward/total`, `reward/PART` (score before its weight), `parsed` and `executed`
   * (shares of the steps), `steps`, `tokens`.
   */
  figures: z.record(z.string(), z.number()),
});
export type EvaluatedTask = z.infer<typeof EvaluatedTask>;

/** Share of the tasks that were passed, with its 95 % interval (Wilson). */
export const HeldOut = z.object({
  passRate: z.number(),
  low: z.number(),
  high: z.number(),
  tasks: z.int().positive(),
});
export type HeldOut = z.infer<typeof HeldOut>;

/** newest.json beside the evaluations of a checkpoint. */
export const EvaluationSummary = z.looseObject({
  version: z.literal(1),
  /** Of the tasks and the settings; the evaluation is KEY.jsonl. */
  key: z.string().regex(/^[0-9a-f]{16}$/),
  /** Name of the task file. */
  tasksFile: z.string(),
  heldOut: HeldOut,
});
export type EvaluationSummary = z.infer<typeof EvaluationSummary>;
