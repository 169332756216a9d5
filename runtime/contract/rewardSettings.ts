// What each recipe rewards, as data: one shape for each reward function. Every number is a weight or a score without unit.
import * as z from 'zod';

/** Tool-R1 (arXiv 2509.12867): R = answer + 0.3 parse + 0.3 exec. */
export const ToolR1RewardSettings = z.object({
  kind: z.literal('tool-r1').default('tool-r1'),
  weights: z.object({ answer: z.number(), parse: z.number(), exec: z.number() }),
});

/** ToolRL (arXiv 2504.13958), each switch of its reward code under a name that says what it does; all off is the default. */
export const ToolRlRewardSettings = z.object({
  kind: z.literal('toolrl'),
  /** What is compared: name, keys and values of a call; whole calls (INTERMEDIATEREWARD); or the whole list (COARSEREWARD). */
  detail: z.enum(['values', 'calls', 'list']),
  /** Lists of names and of keys count only when they are the same in the same order, not by their overlap (REFINEDREWARD). */
  exactLists: z.boolean(),
  /** `greedy` takes the calls in the order of the truth, as the code does; `optimal` the best assignment. */
  matching: z.enum(['greedy', 'optimal']),
  /** Correctness ranges from minus this to this: 3, or 1 (CORRECTMAX1). */
  correctnessRange: z.union([z.literal(3), z.literal(1)]),
  /** How the ranges change with the train step: not, at step 30 (MAX1STEP30MAX3), or over 150 steps (SCHEDULEREWARD). */
  scale: z.enum(['fixed', 'two-stage', 'dynamic']),
  /** Reward for the words of the thought: none, of 512 (WITHLENGTH), or of a number that grows (SCHEDULELENGTH). */
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
  /** The attributes that the state is a share of: all, or only those that the truth or the policy changed (ours). */
  stateOf: z.enum(['all', 'changed']).default('all'),
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
