// What each recipe rewards, as data: one shape for each reward function. Every number is a weight or a score without unit.
import * as z from 'zod';

/** Tool-R1 (arXiv 2509.12867): R = answer + 0.3 parse + 0.3 exec. */
export const ToolR1RewardSettings = z.object({
  kind: z.literal('tool-r1').default('tool-r1'),
  weights: z.object({ answer: z.number(), parse: z.number(), exec: z.number() }),
});

/** ToolRL (arXiv 2504.13958), each switch of its reward code under a name that says what it does. */
export const ToolRlRewardSettings = z.object({
  kind: z.literal('toolrl'),
  /** How a call is compared: by name, keys and values, the same in order (REFINEDREWARD), whole call, or whole list. */
  detail: z.enum(['default', 'refined', 'intermediate', 'coarse']),
  /** `greedy` takes the calls in the order of the truth, as the code does; `optimal` the best assignment. */
  matching: z.enum(['greedy', 'optimal']),
  /** How the ranges of format and correctness change: not, to [-1, 1] (CORRECTMAX1), in two stages, or over 150 steps. */
  scale: z.enum(['fixed', 'correct-max-1', 'two-stage', 'dynamic']),
  /** Reward for the length of the thought: none, of 512 words, or of a number that grows (SCHEDULELENGTH). */
  length: z.enum(['none', 'fixed', 'scheduled']),
});

/** ARTIST (arXiv 2505.01441), math. The paper gives no numbers: the defaults are ours. */
export const ArtistMathRewardSettings = z.object({
  kind: z.literal('artist-math'),
  answer: z.number(),
  formatRelaxed: z.number(),
  formatStrict: z.number(),
  tool: z.number(),
});

/** ARTIST, function calling. */
export const ArtistToolsRewardSettings = z.object({
  kind: z.literal('artist-tools'),
  state: z.number(),
  function: z.number(),
  formatRelaxed: z.number(),
  formatStrict: z.number(),
});

/** The efficiency paper (arXiv 2606.00135): 1 when the set of calls equals the true one, 0 otherwise. */
export const ExactSetRewardSettings = z.object({
  kind: z.literal('exact-set'),
  /** A reply that breaks the format earns 0 too (single step); off for tasks of several steps. */
  needsFormat: z.boolean(),
});

/** Tasks whose answer is judged: 1 for a pass, 0 otherwise, and nothing else. */
export const BinaryAnswerRewardSettings = z.object({ kind: z.literal('binary-answer') });

export const RewardSettings = z.discriminatedUnion('kind', [
  ToolR1RewardSettings,
  ToolRlRewardSettings,
  ArtistMathRewardSettings,
  ArtistToolsRewardSettings,
  ExactSetRewardSettings,
  BinaryAnswerRewardSettings,
]);
export type RewardSettings = z.infer<typeof RewardSettings>;
