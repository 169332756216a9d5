// A trajectory's reward with every part visible: total = sum of weight x score.
import * as z from 'zod';

export const RewardPart = z.looseObject({
  name: z.string(),
  /** What one function measured, before weighting; null when it could not be measured. */
  score: z.number().nullable(),
  weight: z.number(),
  /** How the score came about, for example `3 of 4 steps`. */
  reason: z.string(),
  /** `labels` when people's labels gave the score in place of a verdict; absent otherwise. */
  source: z.string().optional(),
});
export type RewardPart = z.infer<typeof RewardPart>;

export const Reward = z.looseObject({
  recipe: z.string(),
  parts: z.array(RewardPart),
  /** Sum of weight x score; null when a part is unscored, and then the trajectory leaves the group statistics. */
  total: z.number().nullable(),
  /**
   * How right the answer or the calls are in 0..1, before any shaping; null when nobody could tell. Passes are counted by it.
   * Absent in rewards of before there was training.
   */
  correctness: z.number().min(0).max(1).nullable().optional(),
});
export type Reward = z.infer<typeof Reward>;
