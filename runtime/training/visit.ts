// A visit: one task taken up in one train step, what is to be sampled for it, and what came of it.
import * as z from 'zod';
import { Id } from '../contract/ids.ts';
import type { RolloutStatus } from '../contract/training/rolloutServer.ts';
import type { TrainingMember } from './trainingMember.ts';

export const Visit = z.object({
  taskId: Id,
  epoch: z.int().positive(),
  /** `probe`: looked at although the streak filter leaves it out. `refill`: in the place of a group that teaches nothing. */
  why: z.enum(['active', 'probe', 'refill']),
  /** Rollouts that are to be sampled now. */
  fresh: z.int().positive(),
});
export type Visit = z.infer<typeof Visit>;

export interface SampledRollout {
  readonly status: RolloutStatus;
  /** Tokens that the policy sampled, also in attempts that broke. */
  readonly generatedTokens: number;
  /** Null for one that leaves the statistics of its group: it broke, or nobody could score it. */
  readonly member: TrainingMember | null;
}

export interface VisitOutcome {
  readonly taskId: Id;
  /** In the order of their positions, however long each took. */
  readonly rollouts: readonly SampledRollout[];
}
