// How a recipe trains: what is filtered, what is kept between visits, what is updated on, and the optimiser. Each ingredient has
// a switch of its own, so that every row of the papers' ablations can be run by changing one value.
import * as z from 'zod';

/** A range of pass rates, both ends inside. */
export const PassRateWindow = z
  .object({ low: z.number().min(0).max(1), high: z.number().min(0).max(1) })
  .refine(({ low, high }) => low <= high, 'low is above high; swap them');
export type PassRateWindow = z.infer<typeof PassRateWindow>;

/** The sample queue of Tool-R1: G trajectories a task, of which g are fresh at a visit. Off: G fresh ones at each visit. */
export const QueueSettings = z.object({
  enabled: z.boolean(),
  /** G: trajectories that are compared with each other. */
  groupSize: z.int().min(1),
  /** g: trajectories sampled at each visit after the first. */
  freshPerVisit: z.int().min(1),
  window: PassRateWindow,
  /** Swap members for archived ones while the pass rate is outside of the window, or skip the task; off takes any group. */
  resample: z.boolean(),
  /** Archived trajectories of a task, in groups of G. */
  archiveGroups: z.int().min(1),
  /** Train steps after which a trajectory is dropped. */
  maxStalenessSteps: z.int().min(0),
});
export type QueueSettings = z.infer<typeof QueueSettings>;

/** Before training: samples of each task by the first policy, and which tasks stay. */
export const DifficultyFilterSettings = z.object({
  enabled: z.boolean(),
  samples: z.int().min(1),
  window: PassRateWindow,
});
export type DifficultyFilterSettings = z.infer<typeof DifficultyFilterSettings>;

/** Tasks that were solved by every rollout of the last epochs are left out, and looked at again now and then. */
export const StreakFilterSettings = z.object({
  enabled: z.boolean(),
  /** k: epochs in a row with every rollout right after which a task cools. */
  allCorrectEpochs: z.int().min(1),
  /** Probes are made in epochs divisible by this; epochs count from 1. */
  probePeriodEpochs: z.int().min(1),
  /** Share of the cooling tasks that is probed, at least one. */
  probeShare: z.number().gt(0).max(1),
});
export type StreakFilterSettings = z.infer<typeof StreakFilterSettings>;

/** Updating on m of the n trajectories of a group. */
export const DownSamplingSettings = z.object({
  enabled: z.boolean(),
  /** m. */
  keep: z.int().min(1),
  rule: z.enum(['max-variance', 'max-reward', 'random']),
  /** Mean and deviation of the advantages over all n, or over the m that were kept. */
  advantageOver: z.enum(['all', 'selected']),
});
export type DownSamplingSettings = z.infer<typeof DownSamplingSettings>;

export const AdvantageSettings = z.object({
  epsilon: z.number().min(0),
  /** `group` divides by the deviation of the group; `none` only takes the mean away (Dr. GRPO). */
  scale: z.enum(['group', 'none']),
  /** What must not differ for a group to count as without variance. */
  zeroVarianceOn: z.enum(['reward', 'correctness']),
});
export type AdvantageSettings = z.infer<typeof AdvantageSettings>;

/** Sampling other tasks in the place of groups that cannot teach anything. */
export const RefillSettings = z.object({
  enabled: z.boolean(),
  /** Groups that are sampled for one train step at most, in multiples of the groups of a step. */
  maxRounds: z.int().min(1),
});
export type RefillSettings = z.infer<typeof RefillSettings>;

export const LoraSettings = z.object({
  rank: z.int().min(1),
  alpha: z.number().positive(),
  dropout: z.number().min(0).max(1),
  /** Names of the linear layers; `all-linear` for every one. */
  targets: z.union([z.literal('all-linear'), z.array(z.string()).min(1)]),
});

export const OptimiserSettings = z.object({
  learningRate: z.number().positive(),
  adamBetas: z.tuple([z.number().min(0).lt(1), z.number().min(0).lt(1)]),
  weightDecay: z.number().min(0),
  warmupSteps: z.int().min(0),
  schedule: z.enum(['constant', 'linear', 'cosine']),
  /** Largest norm of the gradient. */
  gradientClip: z.number().positive(),
  /** Tasks of one train step. */
  groupsPerStep: z.int().min(1),
  /** Passes over the tasks; ends the run unless maxSteps does. */
  epochs: z.int().min(1),
  /** Train steps; null for as many as the epochs make. */
  maxSteps: z.int().min(1).nullable(),
  /** Optimiser passes over the same trajectories. */
  updatesPerBatch: z.int().min(1),
  /** `dapo`: mean over the tokens of a batch. `grpo`: mean over trajectories of their means. `dr-grpo`: constant divisor. */
  loss: z.enum(['dapo', 'grpo', 'dr-grpo']),
  clipLow: z.number().min(0),
  clipHigh: z.number().min(0),
  /** Weight of the KL term in the loss; 0 switches the reference model off. */
  klCoefficient: z.number().min(0),
  /** `k3`, or `k3-corrected` as TRL multiplies it by the ratio. */
  klEstimator: z.enum(['k3', 'k3-corrected']),
  entropyCoefficient: z.number().min(0),
  /** What the clipped ratio compares with: the policy that sampled, a recomputed one with a weight, or the engine's own way. */
  staleRatio: z.enum(['behaviour', 'decoupled', 'stock']),
  lora: LoraSettings.nullable(),
});
export type OptimiserSettings = z.infer<typeof OptimiserSettings>;

/** Up to the longest time that a timer of Node can wait. */
const Timeout = z
  .int()
  .min(1)
  .max(2 ** 31 - 1);

export const TrainingSettings = z.object({
  /** The model that the paper trains; a run may name another. */
  model: z.string(),
  difficultyFilter: DifficultyFilterSettings,
  streakFilter: StreakFilterSettings,
  queue: QueueSettings,
  downSampling: DownSamplingSettings,
  advantage: AdvantageSettings,
  refill: RefillSettings,
  optimiser: OptimiserSettings,
  /** Judge of the answer part as `--judge` names it. */
  judge: z.string(),
  /** Model of the `llm` judge as `--judge-model` names it; null for judges that have none. */
  judgeModel: z.string().nullable().default(null),
  /** Least score of a verdict that counts as a pass: 1 takes Correct alone, 0.5 Partially Correct too. */
  passScore: z.union([z.literal(1), z.literal(0.5)]),
  /** Longest rollout; one that takes longer is ended and leaves the statistics of its group. */
  rolloutTimeoutMilliseconds: Timeout.default(30 * 60_000),
  /** Longest wait for one answer of the token server; without one the rollout leaves the statistics too. */
  requestTimeoutMilliseconds: Timeout.default(15 * 60_000),
});
export type TrainingSettings = z.infer<typeof TrainingSettings>;
