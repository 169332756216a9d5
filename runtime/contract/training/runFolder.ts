// The folder of a training run, as the supervisor and its processes write it and everybody else reads it:
//   run.json            what was asked for, with the recipe as used; only `processes` is written anew when the run is resumed
//   tasks.jsonl         the tasks as the run began, with their pass rates
//   status.json         one `RunStatus`, replaced whole every 5 s
//   activity.json       one `RunActivity`, replaced whole by the trainer whenever it is at something else
//   events.jsonl        one `RunFolderEvent` a line
//   metrics.jsonl       one `TrainStepMetrics` a train step, fsynced
//   rollouts/           <step>.trajectories.jsonl, readable by every viewer; <step> counts the train steps that were done before
//   gpu.jsonl           one `GpuRecord` every 15 s of a run on graphics cards; a full one is renamed to gpu.jsonl.1
//   groups.jsonl        one `GroupRecord` a group of a batch, for the audit
//   checkpoints/        checkpoint-<step>/ with weights, optimiser and rollout_state.jsonl
//   logs/               supervisor.log, tokens.log, rollouts.log, trainer.log; full ones are renamed to <name>.log.1 and so on
//   stop                asks the supervisor to stop; holds a `StopWish`
//   supervisor.lock     locked by the supervisor for as long as it or a process of it lives
// A resumed run repeats the train steps after its checkpoint: of several lines of one step the last counts.
import * as z from 'zod';
import { Id, Timestamp } from '../ids.ts';
import { Recipe } from '../recipe.ts';
import { SamplerPlace } from './samplerPlace.ts';

/** `receiver` takes new weights on a machine that only samples; the others are those of every run. */
export const ProcessName = z.enum(['receiver', 'tokens', 'rollouts', 'trainer']);
export type ProcessName = z.infer<typeof ProcessName>;

/** One process of a run, as the supervisor starts it. Secrets are in the supervisor's own environment, never here. */
export const ProcessCommand = z.looseObject({
  name: ProcessName,
  argv: z.array(z.string()).min(1),
  /** Beside the supervisor's own variables. */
  env: z.record(z.string(), z.string()),
  /** Where it listens; null for one that nobody calls. */
  listens: z
    .object({
      /** An address of the machine itself. */
      host: z.string().default('127.0.0.1'),
      /** Nobody else may hold it there. */
      port: z.int().positive(),
      /** A GET of this path answers 200 once the process is ready. */
      readyPath: z.string(),
      /** Seconds that it may take until then. */
      readySeconds: z.number().positive(),
    })
    .nullable(),
});
export type ProcessCommand = z.infer<typeof ProcessCommand>;

/** `after-step` lets the train step end and saves; `now` does not. */
export const StopWish = z.enum(['after-step', 'now']);
export type StopWish = z.infer<typeof StopWish>;

/** Which checkpoints stay: the newest, the best by reward, and the pinned ones. */
export const KeepPolicy = z.object({
  last: z.int().positive(),
  best: z.int().nonnegative(),
});
export type KeepPolicy = z.infer<typeof KeepPolicy>;

export const RunJob = z.looseObject({
  version: z.literal(1),
  runId: Id,
  createdAt: Timestamp,
  /** A folder with a Hugging Face model. */
  model: z.string(),
  device: z.enum(['cpu', 'cuda']),
  recipe: Recipe,
  seed: z.int().nonnegative(),
  /** Train steps in all: those that the recipe says, or as many as its epochs make; null while not known. */
  totalSteps: z.int().positive().nullable().default(null),
  /** Train steps that are saved. */
  saveEverySteps: z.int().positive(),
  /** Checkpoints that stay after each save; null keeps all. */
  keep: KeepPolicy.nullable().default(null),
  /** How new weights reach the token server: sent by the trainer's processes, as a folder, as an adapter's folder, or not at all. */
  policySync: z.enum(['gathered', 'weights_disk', 'lora_disk', 'none']),
  /** Commands and ports of the processes. */
  processes: z.looseObject({
    node: z.string(),
    cli: z.string(),
    python: z.string(),
    /** On 127.0.0.1. The token server's is 0 where another machine samples. */
    rolloutPort: z.int().nonnegative(),
    tokenPort: z.int().nonnegative(),
    /** Where another machine samples; null when the same one does. */
    sampler: SamplerPlace.nullable().default(null),
    /** In the order of starting, each needing those before it. Empty where no supervisor starts them. */
    commands: z.array(ProcessCommand).default([]),
    /** Graphics cards by index, and the folder in which runs wait in line for them; null for a run that waits for nobody. */
    queue: z
      .object({ folder: z.string(), gpus: z.array(z.int().nonnegative()).min(1) })
      .nullable()
      .default(null),
  }),
});
export type RunJob = z.infer<typeof RunJob>;

export const RunState = z.enum([
  'queued',
  'starting',
  'running',
  'stopping',
  'stopped',
  'crashed',
  'done',
]);
export type RunState = z.infer<typeof RunState>;

export const RunStatus = z.looseObject({
  version: z.literal(1),
  runId: Id,
  state: RunState,
  /** When this was written: the heartbeat. */
  at: Timestamp,
  supervisorPid: z.int().positive(),
  /** Name of the machine that it runs on, as the machine says it. */
  host: z.string(),
  /** Train steps that are done, and in all; null while not known. */
  step: z.int().nonnegative(),
  totalSteps: z.int().positive().nullable(),
  /** What is being done, for a person. */
  activity: z.string(),
  processes: z.array(
    z.looseObject({
      name: ProcessName,
      pid: z.int().positive().nullable(),
      restarts: z.int().nonnegative(),
    }),
  ),
  /** Place in the line for its cards, 1 for the next; null when it does not wait. */
  waitsFor: z
    .object({ place: z.int().positive(), gpus: z.array(z.int().nonnegative()) })
    .nullable()
    .default(null),
  /** Differs after each start of the machine; null where that is not known. */
  bootId: z.string().nullable().default(null),
  /** Of the supervisor, by a clock that does not jump. */
  uptimeSeconds: z.number().nonnegative().default(0),
  /** Why it is not running any more, and what to do; null while it runs or when it is done. */
  problem: z.string().nullable(),
});
export type RunStatus = z.infer<typeof RunStatus>;

/** What the trainer is at; the supervisor copies `text` to its status. */
export const RunActivity = z.looseObject({
  version: z.literal(1),
  /** The train step that is made, from 1. */
  step: z.int().positive(),
  at: Timestamp,
  stage: z.enum(['loading', 'pushing', 'sampling', 'scoring', 'updating', 'saving']),
  /** Rollouts while sampling, micro-batches while updating; null where they are not known. */
  done: z.int().nonnegative().nullable(),
  total: z.int().nonnegative().nullable(),
  /** For a person, such as `Sampling: 23 of 64 rollouts`. */
  text: z.string(),
});
export type RunActivity = z.infer<typeof RunActivity>;

/** A fact of a run, noun and verb in the past: `process-started`, `process-ended`, `step-ended`, `checkpoint-saved`, `run-ended`. */
export const RunFolderEvent = z.looseObject({
  version: z.literal(1),
  at: Timestamp,
  type: z.string(),
  /** For a person. */
  message: z.string(),
});
export type RunFolderEvent = z.infer<typeof RunFolderEvent>;

/** The figures of one train step by name, for example `reward/total`, `queue/freshShare`, `tokens/generated`, `seconds/update`. */
export const TrainStepMetrics = z.looseObject({
  version: z.literal(1),
  step: z.int().nonnegative(),
  at: Timestamp,
  metrics: z.record(z.string(), z.number().nullable()),
});
export type TrainStepMetrics = z.infer<typeof TrainStepMetrics>;

/** Graphics cards as nvidia-smi gave them. Null where the driver does not say. */
export const GpuRecord = z.looseObject({
  version: z.literal(1),
  at: Timestamp,
  step: z.int().nonnegative(),
  gpus: z.array(
    z.looseObject({
      index: z.int().nonnegative(),
      memoryUsedMib: z.number().nonnegative().nullable(),
      memoryTotalMib: z.number().nonnegative().nullable(),
      /** Percent. */
      utilization: z.number().nonnegative().nullable(),
    }),
  ),
});
export type GpuRecord = z.infer<typeof GpuRecord>;

/** One group as it was sampled, for the compute audit. */
export const GroupRecord = z.looseObject({
  version: z.literal(1),
  /** Train steps that were done before. */
  step: z.int().nonnegative(),
  epoch: z.int().positive(),
  taskId: Id,
  /** `probe`: looked at although the streak filter left it out. */
  why: z.enum(['active', 'probe', 'refill']),
  /** How the scored rollouts of this visit went, cached ones not counted; null when none was scored. */
  outcome: z.enum(['all-correct', 'all-wrong', 'mixed']).nullable(),
  /** Rollouts sampled at this visit, those without a score among them, and how many of them are in the group. */
  nGenerated: z.int().nonnegative(),
  nFresh: z.int().nonnegative(),
  /** Of the members of the group, cached ones too; null when it has none. */
  passRate: z.number().min(0).max(1).nullable(),
  /** Rewards of the n members, then null for each fresh rollout without a score; and of the m that were kept. */
  rewards: z.array(z.number().nullable()),
  selectedRewards: z.array(z.number()),
  /** Train steps since each member of the group was sampled. */
  staleness: z.array(z.int().nonnegative()),
  /** Of each member; absent in runs that did not name them. */
  trajectoryIds: z.array(Id).optional(),
  generatedTokens: z.int().nonnegative(),
  updatedTokens: z.int().nonnegative(),
  /** False when the group was left out of the update, with the reason in `skipped`. */
  trained: z.boolean(),
  skipped: z.enum(['outside-window', 'zero-variance', 'unscored']).nullable(),
});
export type GroupRecord = z.infer<typeof GroupRecord>;
