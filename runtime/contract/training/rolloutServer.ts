// What the trainer asks of the rollout server over HTTP (JSON, loopback), and what it gets. Every call carries the id of the run; a
// server that serves another run answers 409, because its queues are not those of the caller. `wire.py` of the trainer maps the names.
import * as z from 'zod';
import { Id } from '../ids.ts';

/** Grows when a message changes in a way that an older peer would misread. */
export const protocolVersion = 1;

const run = { runId: Id };
const TokenIds = z.array(z.int().nonnegative());

/** `GET /v1/health`: the server is ready, and for which run. */
export const Health = z.object({ protocol: z.int(), ...run });
export type Health = z.infer<typeof Health>;

/** A text without a chat template, and its ids. */
export const TokenizerProbe = z.object({ text: z.string(), ids: TokenIds });
export type TokenizerProbe = z.infer<typeof TokenizerProbe>;

/** `POST /v1/hello`: both sides make sure that they mean the same before anything is sampled. */
export const Hello = z.object({
  ...run,
  protocol: z.int(),
  /** Train steps that are done. */
  step: z.int().nonnegative(),
  /** m: trajectories of a group that are updated on. */
  updateSize: z.int().positive(),
  groupsPerStep: z.int().positive(),
  temperature: z.number().positive(),
  /** Tokens of prompt and completion together. */
  maxSequenceTokens: z.int().positive(),
  /** SHA-256 of the tokenizer file in hexadecimal; null when the model has none. The token server says its own. */
  tokenizerSha256: z.string().nullable(),
  /** What the trainer's tokenizer makes of a text, for token servers that do not say a hash; null when it says nothing. */
  tokenizerProbe: TokenizerProbe.nullable().default(null),
});
export type Hello = z.infer<typeof Hello>;

export const Welcome = z.object({
  protocol: z.int(),
  capabilities: z.array(z.string()),
  /** Train steps of the whole run at most, for the schedule of the learning rate; null when nobody has worked it out. */
  totalSteps: z.int().positive().nullable(),
  /** Somebody asked the run to stop: the trainer saves and ends. */
  stop: z.boolean(),
});
export type Welcome = z.infer<typeof Welcome>;

/** `POST /v1/policy/begin`: nothing is sampled until the end of the change. `version` is the train step of the new weights. */
export const PolicyBegin = z.object({ ...run, version: z.int().nonnegative() });
/** `POST /v1/policy/end`: sample from this model at these addresses from now on. */
export const PolicyEnd = z.object({
  ...run,
  version: z.int().nonnegative(),
  /** Name that the token server knows the new weights by. */
  model: z.string(),
  baseUrls: z.array(z.url()).min(1),
});
export type PolicyEnd = z.infer<typeof PolicyEnd>;

/** `POST /v1/batches`: the groups of one train step. The same run and step give the same batch. Answers 202 `BatchAccepted`. */
export const BatchRequest = z.object({
  ...run,
  step: z.int().nonnegative(),
  policyVersion: z.int().nonnegative(),
  groups: z.int().positive(),
  updateSize: z.int().positive(),
  seed: z.int().nonnegative(),
});
export type BatchRequest = z.infer<typeof BatchRequest>;
export const BatchAccepted = z.object({ batchId: Id });

/** How a rollout went as machinery; what the policy did badly is `ok`. Only `ok` and `tool-error` count in the statistics. */
export const RolloutStatus = z.enum(['ok', 'model-error', 'tool-error', 'infra-error', 'timeout']);
export type RolloutStatus = z.infer<typeof RolloutStatus>;

export const RewardPartOnWire = z.object({
  name: z.string(),
  score: z.number(),
  weight: z.number(),
  reason: z.string(),
});

/** One row of the update. `completionIds`, `mask` and `logProbs` have the same length; the last token is one of the policy's. */
export const TrainingTrajectory = z.object({
  id: Id,
  /** Sampled for this train step, not taken from the queue. */
  fresh: z.boolean(),
  policyVersion: z.int().nonnegative(),
  promptIds: TokenIds.min(1),
  completionIds: TokenIds.min(1),
  /** 1 for a token that the policy sampled, 0 for one of an observation. */
  mask: z.array(z.union([z.literal(0), z.literal(1)])),
  /** Natural logarithms under the policy that sampled, at the temperature of sampling; 0 where the mask is 0. */
  logProbs: z.array(z.number()),
  /** 0 in a group without variance. */
  advantage: z.number(),
  reward: z.object({ parts: z.array(RewardPartOnWire), total: z.number() }),
  turns: z.int().nonnegative(),
  /** Ended by a limit on tokens or steps. */
  truncated: z.boolean(),
});
export type TrainingTrajectory = z.infer<typeof TrainingTrajectory>;

export const TrainingGroup = z.object({
  taskId: Id,
  nGenerated: z.int().nonnegative(),
  passRate: z.number().min(0).max(1),
  mean: z.number(),
  std: z.number().nonnegative(),
  zeroVariance: z.boolean(),
  /** Exactly m. */
  trajectories: z.array(TrainingTrajectory),
});
export type TrainingGroup = z.infer<typeof TrainingGroup>;

/** Counts of one batch. */
export const BatchCounters = z.object({
  zeroVariance: z.int().nonnegative(),
  allCorrect: z.int().nonnegative(),
  allWrong: z.int().nonnegative(),
  mixed: z.int().nonnegative(),
  /** Tasks that the streak filter left out. */
  allCorrectSkipped: z.int().nonnegative(),
  probed: z.int().nonnegative(),
  failedProbes: z.int().nonnegative(),
  /** Groups that were sampled in the place of others. */
  refilled: z.int().nonnegative(),
  /** Tasks whose queue could not reach the window. */
  outsideWindow: z.int().nonnegative(),
  droppedStale: z.int().nonnegative(),
  unscored: z.int().nonnegative(),
  /** Over every rollout that was sampled for this batch and scored, those of groups that are left out too; null without any. */
  freshReward: z.number().nullable(),
  freshPassRate: z.number().min(0).max(1).nullable(),
  /** Rollouts by how they went as machinery. */
  statuses: z.record(RolloutStatus, z.int().nonnegative()),
  /** Tokens that the policy sampled for this batch. */
  generatedTokens: z.int().nonnegative(),
  /** Tokens of the rows that are updated on, with the observations. */
  updatedTokens: z.int().nonnegative(),
  rolloutSeconds: z.number().nonnegative(),
});
export type BatchCounters = z.infer<typeof BatchCounters>;

/** The query of `GET /v1/batches/{id}?waitS=25&runId=...`: how long the answer may wait for the batch to be whole, in seconds. */
export const BatchQuestion = z.object({
  ...run,
  waitS: z.coerce.number().min(0).max(60).default(0),
});
export type BatchQuestion = z.infer<typeof BatchQuestion>;

/** 202 with this while it is made. */
export const BatchProgress = z.object({
  done: z.int().nonnegative(),
  total: z.int().nonnegative(),
  phase: z.enum(['waiting-for-policy', 'sampling', 'scoring']),
});
export type BatchProgress = z.infer<typeof BatchProgress>;
/** 200 with this when it is whole. */
export const Batch = z.object({
  step: z.int().nonnegative(),
  /** The groups asked for, or fewer, even none, when too few tasks could teach anything in this step. */
  groups: z.array(TrainingGroup),
  counters: BatchCounters,
  /** The tasks are used up: epochs or steps of the recipe are over, and `groups` is empty. */
  finished: z.boolean(),
  stop: z.boolean(),
});
export type Batch = z.infer<typeof Batch>;

/** `POST /v1/steps`: the trainer's own figures of a train step, for the run's metrics. Answers `Welcome`'s `stop`. */
export const StepReport = z.object({
  ...run,
  step: z.int().nonnegative(),
  metrics: z.record(z.string(), z.number().nullable()),
});
export const StopFlag = z.object({ stop: z.boolean() });

/** `POST /v1/checkpoints`: write the state of queues, filters and random numbers to `dir/rollout_state.jsonl`, atomically. */
export const CheckpointRequest = z.object({ ...run, step: z.int().nonnegative(), dir: z.string() });
export type CheckpointRequest = z.infer<typeof CheckpointRequest>;
/** `POST /v1/restore`: read it back. Step 0 starts afresh. */
export const RestoreRequest = z.object({
  ...run,
  step: z.int().nonnegative(),
  dir: z.string().nullable(),
});
export type RestoreRequest = z.infer<typeof RestoreRequest>;
/** `POST /v1/abort`: give up what is being sampled. */
export const AbortRequest = z.object({ ...run, reason: z.string() });

/** Every answer that is not 2xx. `trajectoryId` names the rollout at fault where there is one. */
export const WireError = z.object({ error: z.string(), trajectoryId: Id.optional() });
export type WireError = z.infer<typeof WireError>;
