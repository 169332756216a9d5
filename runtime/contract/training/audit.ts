// What a training run spent its computing on and what came of it, as `tool-r1 audit` prints it and the page of a run draws it.
import * as z from 'zod';

const Count = z.int().nonnegative();
const Share = z.number().min(0).max(1);

/** Groups by how their scored rollouts went. */
export const OutcomeCounts = z.object({
  allCorrect: Count,
  mixed: Count,
  allWrong: Count,
  /** Nothing of the group could be scored. */
  unscored: Count,
});
export type OutcomeCounts = z.infer<typeof OutcomeCounts>;

export const EpochAudit = z.object({
  epoch: z.int().positive(),
  groups: Count,
  outcomes: OutcomeCounts,
  probes: Count,
  refills: Count,
  /** Different tasks that were sampled because they were active, not as probes. */
  activeTasks: Count,
  /** Of all tasks of the run; null when their number is not known. */
  coverage: Share.nullable(),
  generatedTokens: Count,
  updatedTokens: Count,
});
export type EpochAudit = z.infer<typeof EpochAudit>;

/** Where the tasks of one outcome were an epoch later, over all neighbouring epochs. */
export const Transition = z.object({
  from: z.enum(['all-correct', 'mixed', 'all-wrong']),
  allCorrect: Count,
  mixed: Count,
  allWrong: Count,
  /** Not sampled, or nothing of it scored, in the next epoch; only of epochs that are over. */
  notSeen: Count,
});
export type Transition = z.infer<typeof Transition>;

/** How well "all right so often in a row" foretells that the task is all right when it is sampled next. */
export const RulePrecision = z.object({
  /** Epochs in a row, those in which the task was not sampled not counted. */
  streak: z.int().positive(),
  predictions: Count,
  right: Count,
  /** right / predictions, and its 95 % interval (Wilson); null without predictions. */
  precision: Share.nullable(),
  interval: z.tuple([Share, Share]).nullable(),
});
export type RulePrecision = z.infer<typeof RulePrecision>;

/** Rewards of trajectories from groups of which a part was selected. */
export const RewardMix = z.object({
  count: Count,
  mean: z.number().nullable(),
  /** With n - 1 in the denominator; null below two rewards. */
  deviation: z.number().nullable(),
  /** Share of those that equal the highest reward of their group, and of those that equal the lowest. */
  highest: Share.nullable(),
  lowest: Share.nullable(),
});
export type RewardMix = z.infer<typeof RewardMix>;

export const ComputeAudit = z.object({
  version: z.literal(1),
  /** Tasks of the run; null when not known. */
  tasks: Count.nullable(),
  trainSteps: Count,
  groups: Count,
  outcomes: OutcomeCounts,
  epochs: z.array(EpochAudit),
  transitions: z.array(Transition),
  /** For one and two epochs in a row, and for as many as the streak filter of the run takes. */
  rules: z.array(RulePrecision),
  probes: z.object({ made: Count, failed: Count, failureRate: Share.nullable() }),
  trainedGroups: Count,
  /** Groups that were left out of the update, by why. */
  skippedGroups: z.record(z.enum(['outside-window', 'zero-variance', 'unscored']), Count),
  selection: z.object({ selected: RewardMix, unselected: RewardMix }),
  /** Of the members of all groups. */
  freshShare: Share.nullable(),
  /** Train steps since the members were sampled. */
  meanStaleness: z.number().nonnegative().nullable(),
  generatedTokens: Count,
  /** Of them, those of groups that were not updated on. */
  unusedTokens: Count,
  updatedTokens: Count,
  /** Sums over the train steps by name, for example `rollout`, `update`, `optimiser`. */
  seconds: z.record(z.string(), z.number().nonnegative()),
});
export type ComputeAudit = z.infer<typeof ComputeAudit>;
