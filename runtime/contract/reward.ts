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
});
export type Reward = z.infer<typeof Reward>;
