// An evaluation: a model on the tasks of a benchmark, under a protocol that is written down in full. What is kept of it on disk, and
// what its figures say together.
import * as z from 'zod';
import { Estimate } from './agreement.ts';
import { Id, Timestamp } from './ids.ts';
import { JudgeIdentity, VerdictLevel } from './judge.ts';
import {
  AgentSettings,
  HistoryForm,
  PromptStyle,
  SandboxSettings,
  ThinkingForm,
} from './recipe.ts';
import { RewardSettings } from './rewardSettings.ts';
import { StopReason } from './trajectory.ts';

/** SHA-256 in hexadecimal. */
const Hash = z.string().regex(/^[0-9a-f]{64}$/);

export const BenchmarkKind = z.enum(['gaia', 'tasks', 'math', 'functions']);
export type BenchmarkKind = z.infer<typeof BenchmarkKind>;

/**
 * Everything that can move a score beside the model (the checklist of arXiv 2606.00135). Two results compare as they stand only when
 * these are the same, `data.name` and `model` apart.
 */
export const ProtocolRecord = z.looseObject({
  version: z.literal(1),
  benchmark: BenchmarkKind,
  data: z.looseObject({
    /** As a person calls it; it says nothing about what is in it. */
    name: z.string(),
    split: z.string().nullable(),
    tasks: z.int().positive(),
    /** Of questions, answers and what the tools work on, in any order. */
    tasksHash: Hash,
    attachments: z.int().nonnegative(),
    /** Of names and contents. */
    attachmentsHash: Hash,
  }),
  /** Each is one pass over all tasks. */
  seeds: z.array(z.int().nonnegative()).min(1),
  /** Rollouts of a task with each seed. */
  samplesPerSeed: z.int().positive(),
  /** Its name; what it says stands in the other fields. */
  recipe: z.string(),
  prompt: z.looseObject({
    style: PromptStyle,
    /** Of the system texts with their worked turns; tasks with tools of their own have several. */
    hash: Hash,
    texts: z.int().positive(),
    /** Characters of the longest; its tokens are the model's to count. */
    characters: z.int().nonnegative(),
  }),
  /** What an untrained model must be asked with for a gain to mean anything: the strongest prompt, not the shortest. */
  baselinePrompt: PromptStyle,
  outputSyntax: AgentSettings.shape.protocol,
  history: HistoryForm,
  thinking: ThinkingForm,
  tools: z.looseObject({ names: z.array(z.string()), hash: Hash }),
  /** `off`; `live: SEARCH SERVICE`, recorded or not; or `replay: SHA-256 of the recording`. */
  web: z.string(),
  /** Model that looks at pictures, as a person names it; null for none. */
  visionModel: z.string().nullable(),
  /** Who plays the user between turns; null for tasks of one turn. */
  userSimulator: z.string().nullable(),
  verifier: JudgeIdentity,
  /** What is done to a final answer before it is graded. */
  reformulation: z.enum(['none']),
  reward: RewardSettings,
  /** From which correctness in 0..1 on a rollout is passed. */
  passScore: z.number(),
  sampling: z.looseObject({ temperature: z.number(), topP: z.number() }),
  limits: AgentSettings.pick({
    maxSteps: true,
    maxSequenceTokens: true,
    maxReplyTokens: true,
    stepTimeoutMilliseconds: true,
    maxObservationCharacters: true,
    maxUnparsedReplies: true,
  }),
  /** What gives way when the conversation grows too long. */
  truncation: z.string(),
  sandbox: SandboxSettings,
  errorBars: z.string(),
  runtimeVersion: z.string(),
  /** The one thing that is measured, so that it is no part of the protocol's hash. */
  model: z.looseObject({
    /** As a person names it. */
    name: z.string(),
    /** Who turns messages into text: the server, the files of the model, the editor; a recording has no template. */
    chatTemplate: z.enum(['server', 'model', 'editor', 'none']),
    contextTokens: z.int().positive().nullable(),
    /** Of the longest system text, as this model counts them. */
    promptTokens: z.int().nonnegative(),
  }),
});
export type ProtocolRecord = z.infer<typeof ProtocolRecord>;

/** Of a million tokens, in any one currency. */
export const TokenPrices = z.looseObject({ input: z.number().min(0), output: z.number().min(0) });
export type TokenPrices = z.infer<typeof TokenPrices>;

/** evaluation.json in the folder of an evaluation, `.tool-r1/evaluations/<name>/`. */
export const Evaluation = z.looseObject({
  version: z.literal(1),
  name: Id,
  createdAt: Timestamp,
  protocol: ProtocolRecord,
  /** SHA-256 of the protocol without model and name of the data, as canonical JSON (RFC 8785). */
  protocolHash: Hash,
  /** In the order of their file; the hash tells which task a result is about. */
  tasks: z.array(
    z.looseObject({ id: Id, hash: Hash, level: z.int().nullable(), question: z.string() }),
  ),
});
export type Evaluation = z.infer<typeof Evaluation>;

/** One rollout, a line of results.jsonl. Where a rollout was made again the last line that is scored counts. */
export const EvaluationResult = z.looseObject({
  version: z.literal(1),
  at: Timestamp,
  taskId: Id,
  taskHash: Hash,
  level: z.int().nullable(),
  /** Of the protocol's list. */
  seed: z.int().nonnegative(),
  /** Which of the task's rollouts with this seed, from 0. */
  sample: z.int().nonnegative(),
  /** What the model was given. */
  rolloutSeed: z.int().nonnegative(),
  /** In trajectories.jsonl. */
  trajectoryId: Id,
  stopReason: StopReason,
  finalAnswer: z.string().nullable(),
  /** Null where there was no answer to judge, or no judge is asked. */
  verdict: VerdictLevel.nullable(),
  /** In 0..1; null when nobody could tell, and then it counts for nothing. */
  correctness: z.number().min(0).max(1).nullable(),
  /** Why nobody could tell; null otherwise. */
  cause: z.string().nullable(),
  reward: z.number().nullable(),
  steps: z.int().nonnegative(),
  /** Steps whose reply could be parsed, and whose code ran. */
  parsedSteps: z.int().nonnegative(),
  executedSteps: z.int().nonnegative(),
  /** Over all steps; null when the server did not say for one of them. */
  promptTokens: z.int().nonnegative().nullable(),
  completionTokens: z.int().nonnegative().nullable(),
  /** Prompt and reply of the judge; null without a model. */
  judgeTokens: z.int().nonnegative().nullable(),
  milliseconds: z.number().nonnegative(),
  /** In the currency of the prices; null without prices or tokens. */
  cost: z.number().nonnegative().nullable(),
  /** What the engine calls the model; null when it said nothing. */
  servedModel: z.string().nullable(),
});
export type EvaluationResult = z.infer<typeof EvaluationResult>;

/** Passes of some of the tasks. `passRate` is the mean over tasks of the share of their scored rollouts that passed. */
export const EvaluationGroup = z.looseObject({
  tasks: z.int().nonnegative(),
  rollouts: z.int().nonnegative(),
  passed: z.int().nonnegative(),
  passRate: Estimate,
});
export type EvaluationGroup = z.infer<typeof EvaluationGroup>;

/** What the results of an evaluation say together. */
export const EvaluationReport = z.looseObject({
  version: z.literal(1),
  name: Id,
  protocolHash: Hash,
  model: z.string(),
  servedModels: z.array(z.string()),
  /** Rollouts that the protocol asks for, those that are there, and those of them that nobody could score. */
  planned: z.int().nonnegative(),
  done: z.int().nonnegative(),
  unscored: z.int().nonnegative(),
  all: EvaluationGroup,
  levels: z.array(EvaluationGroup.extend({ level: z.int().nullable() })),
  /** The pass rate of each seed, and how far the best and the worst lie apart. Null for a seed without scored rollout. */
  seeds: z.array(z.object({ seed: z.int(), passRate: z.number().nullable() })),
  peakToPeak: z.number().nullable(),
  /** One rollout of each task: chance is in the score, and nobody can tell how much. */
  isSingleRun: z.boolean(),
  /** pass@k: at least one of k passes (Chen et al., arXiv 2107.03374); pass^k: all k do (Yao et al., arXiv 2406.12045). */
  attempts: z.array(z.object({ k: z.int(), tasks: z.int(), anyOf: z.number(), allOf: z.number() })),
  /** Mean reward of scored rollouts; null where none has one. */
  reward: Estimate.nullable(),
  /** Of all steps of all rollouts; null without steps. */
  parsedShare: z.number().nullable(),
  executedShare: z.number().nullable(),
  /** How often rollouts ended for each reason. */
  stopReasons: z.record(z.string(), z.int()),
  /** Sums, null where a rollout does not say. `milliseconds` is of rollouts, which may have run side by side. */
  promptTokens: z.int().nullable(),
  completionTokens: z.int().nullable(),
  judgeTokens: z.int().nullable(),
  milliseconds: z.number(),
  cost: z.number().nullable(),
  /** What a reader must know before the score is quoted, one sentence each. */
  warnings: z.array(z.string()),
});
export type EvaluationReport = z.infer<typeof EvaluationReport>;

/** A field in which two protocols differ, by its path, with both values as JSON. */
export const ProtocolDifference = z.object({
  field: z.string(),
  first: z.string(),
  second: z.string(),
});
export type ProtocolDifference = z.infer<typeof ProtocolDifference>;

/** Two evaluations on the tasks that both have. */
export const EvaluationComparison = z.looseObject({
  first: z.string(),
  second: z.string(),
  /** Empty when both followed one protocol, so that the difference is the models' and chance's. */
  differences: z.array(ProtocolDifference),
  tasks: z.int().nonnegative(),
  /** Tasks of one alone, or that nobody could score for one of them. */
  leftOut: z.int().nonnegative(),
  firstRate: z.number().nullable(),
  secondRate: z.number().nullable(),
  /** Of second minus first, paired by task. */
  change: Estimate,
  /** How `change` got its interval. */
  interval: z.string(),
  /** Null without tasks. */
  test: z
    .object({
      name: z.enum(['exact McNemar', 'paired permutation']),
      /** Two-sided. */
      p: z.number(),
    })
    .nullable(),
  /** Tasks that the second passes more often than the first, and less often. */
  won: z.array(z.object({ taskId: Id, question: z.string() })),
  lost: z.array(z.object({ taskId: Id, question: z.string() })),
});
export type EvaluationComparison = z.infer<typeof EvaluationComparison>;

/** A field of the protocol that an audit varies, the others as they are. */
export const AuditedField = z.enum(['history', 'thinking', 'prompt', 'syntax']);
export type AuditedField = z.infer<typeof AuditedField>;

/** How far each field of a protocol moves the score of one model on the same tasks. */
export const ProtocolAudit = z.looseObject({
  /** Name of the evaluation that the others depart from. */
  base: Id,
  passRate: Estimate,
  /** What chance alone does: pass rates of the seeds of the base, and their standard deviation (divisor n - 1). */
  seeds: z.object({
    rates: z.array(z.number()),
    peakToPeak: z.number().nullable(),
    deviation: z.number().nullable(),
  }),
  rows: z.array(
    z.looseObject({
      field: AuditedField,
      value: z.string(),
      evaluation: Id,
      passRate: z.number().nullable(),
      tasks: z.int().nonnegative(),
      /** Of this minus the base, paired by task. */
      change: Estimate,
      /** Two-sided; null without tasks. `adjusted` is Holm's over all rows. */
      p: z.number().nullable(),
      adjusted: z.number().nullable(),
    }),
  ),
  /** Fields that could not be varied, and why. */
  unvaried: z.array(z.object({ field: AuditedField, reason: z.string() })),
});
export type ProtocolAudit = z.infer<typeof ProtocolAudit>;

/** The rows of a paper's ablation, each a model that was trained with one ingredient more than the one above it. */
export const AblationTable = z.looseObject({
  table: z.string(),
  rows: z.array(
    z.looseObject({
      row: z.string(),
      /** Of the recipe that its model was trained with, each `path=value`. */
      changes: z.array(z.string()),
      model: z.string(),
      evaluation: Id,
      tasks: z.int().nonnegative(),
      passRate: Estimate,
      /** Of this minus the row above, paired by task; null for the first. */
      change: Estimate.nullable(),
      /** Two-sided; null where there is no change. `adjusted` is Holm's over all rows. */
      p: z.number().nullable(),
      adjusted: z.number().nullable(),
      /** What the paper says of its own model and data, in percent; null where it says nothing. */
      paper: z.number().nullable(),
    }),
  ),
});
export type AblationTable = z.infer<typeof AblationTable>;
