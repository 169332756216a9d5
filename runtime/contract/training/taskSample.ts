// One rollout of a task by the policy that training would start from, as `tool-r1 filter` keeps it beside the task file, so that
// sampling that was broken off goes on where it was.
import * as z from 'zod';
import { Id, Timestamp } from '../ids.ts';
import { StopReason } from '../trajectory.ts';

/** SHA-256 in hexadecimal. */
const Hash = z.string().regex(/^[0-9a-f]{64}$/);

export const TaskSample = z.looseObject({
  version: z.literal(1),
  taskId: Id,
  /** Of what the task asks: a task that was changed is sampled anew. */
  taskHash: Hash,
  /** Of the model, the recipe's settings and the seed: samples of others are not counted with these. */
  settingsHash: Hash,
  model: z.string(),
  recipe: z.string(),
  /** Which of the task's samples, from 0. */
  index: z.int().nonnegative(),
  seed: z.int().nonnegative(),
  at: Timestamp,
  /** How right the answer was in 0..1; null when nobody could tell. */
  correctness: z.number().min(0).max(1).nullable(),
  stopReason: StopReason,
  /** Why nobody could tell; null otherwise. */
  cause: z.string().nullable(),
  milliseconds: z.number().nonnegative(),
});
export type TaskSample = z.infer<typeof TaskSample>;
