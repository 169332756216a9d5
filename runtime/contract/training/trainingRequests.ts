// What a client may ask about training runs: plan, start, look on, stop, resume, tidy up, and use what was trained.
import * as z from 'zod';
import { HealthCheck } from '../health.ts';
import { Id, Timestamp } from '../ids.ts';
import { MachineName } from '../machine.ts';
import { GpuRecord, KeepPolicy, RunFolderEvent, StopWish } from './runFolder.ts';
import {
  CheckpointListing,
  HealthBadge,
  MetricColumns,
  QueuePage,
  RunListing,
  RunPage,
  RunPlace,
  TaskProgress,
} from './runView.ts';

/** Graphics cards by index. A card in both trains and samples in turn. */
export const GpuChoice = z.object({
  train: z.array(z.int().nonnegative()),
  sample: z.array(z.int().nonnegative()),
});
export type GpuChoice = z.infer<typeof GpuChoice>;

/** What a person wants trained, and where. */
export const TrainingWish = z.object({
  machine: MachineName,
  /** Folder whose `.tool-r1/` keeps runs of this computer, and that files of tasks are relative to. */
  workspace: z.string(),
  /** Name of the run's folder; null for one made from recipe and time. */
  name: z
    .string()
    .regex(/^[\w][\w.-]{0,99}$/u)
    .nullable()
    .default(null),
  recipe: z.string().default('tool-r1'),
  /** A task file on this computer. */
  tasks: z.string(),
  /** A folder on the machine, one on this computer (sent there), or a name in the Hugging Face form that the machine fetches. */
  model: z.string(),
  device: z.enum(['cpu', 'cuda']),
  /** Each `path=value`. */
  changes: z.array(z.string()).default([]),
  seed: z.int().nonnegative().nullable().default(null),
  steps: z.int().positive().nullable().default(null),
  saveEverySteps: z.int().positive().default(10),
  keep: KeepPolicy.default({ last: 3, best: 1 }),
  /** Null takes all cards: half train, half sample. With a sampler its cards sample, and all of the machine's train. */
  gpus: GpuChoice.nullable().default(null),
  /** Another machine that samples; null when the same one does. */
  sampler: MachineName.nullable().default(null),
  /** Address of the sampler at which the machine that trains reaches it; null for the first that it has and that is reached. */
  samplerAddress: z.ipv4().nullable().default(null),
});
export type TrainingWish = z.infer<typeof TrainingWish>;

/** What can be done so that a check of a plan passes: bring something to a machine, or wish for something else. */
export const TrainingFix = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('prepare-machine'), machine: MachineName }),
  z.object({ kind: z.literal('use-cards'), gpus: GpuChoice }),
  z.object({ kind: z.literal('keep-checkpoints'), keep: KeepPolicy }),
]);
export type TrainingFix = z.infer<typeof TrainingFix>;

/** Without a fix where a person has to do something, or nothing. */
export const TrainingCheck = HealthCheck.extend({ fix: TrainingFix.optional() });
export type TrainingCheck = z.infer<typeof TrainingCheck>;

/** GiB on one card. */
export const MemoryEstimate = z.object({
  gpu: z.int().nonnegative(),
  role: z.enum(['train', 'sample', 'both']),
  parts: z.array(z.object({ name: z.string(), gib: z.number().nonnegative() })),
  totalGib: z.number().nonnegative(),
  /** Half of the range that it may be off by. */
  spreadGib: z.number().nonnegative(),
  limitGib: z.number().nonnegative(),
});
export type MemoryEstimate = z.infer<typeof MemoryEstimate>;

/** A range of seconds in which 8 in 10 runs would end, and what it was taken from. */
export const TimeEstimate = z.object({
  seconds: z.number().nonnegative(),
  low: z.number().nonnegative(),
  high: z.number().nonnegative(),
  source: z.string(),
});
export type TimeEstimate = z.infer<typeof TimeEstimate>;

/** A field that differs from the recipe. */
export const ChangedField = z.object({ path: z.string(), here: z.string(), recipe: z.string() });

/** What would happen, before anything does. */
export const TrainingPlan = z.object({
  name: z.string(),
  tasks: z.object({
    file: z.string(),
    all: z.int().nonnegative(),
    inWindow: z.int().nonnegative(),
    tooEasy: z.int().nonnegative(),
    tooHard: z.int().nonnegative(),
    unmeasured: z.int().nonnegative(),
  }),
  model: z.object({ name: z.string(), parameters: z.number().nullable(), kind: z.string() }),
  recipe: z.object({
    name: z.string(),
    changed: z.array(ChangedField),
    /** Every field as the run would use it. */
    all: z.array(z.object({ path: z.string(), value: z.string(), source: z.string() })),
    /** One sentence about the rest. */
    summary: z.string(),
  }),
  totalSteps: z.int().positive(),
  /** Those that sample are the sampler's, where there is one; in `memory` too. */
  gpus: GpuChoice,
  memory: z.array(MemoryEstimate),
  /** Null where no earlier run tells. */
  time: TimeEstimate.nullable(),
  disk: z.object({ neededBytes: z.number(), freeBytes: z.number(), detail: z.string() }),
  /** Runs before it in the line for the same cards. */
  waitsBehind: z.array(z.string()),
  checks: z.array(TrainingCheck),
  /** Exact command lines by host, without secrets. */
  commands: z.array(z.object({ host: z.string(), title: z.string(), line: z.string() })),
});
export type TrainingPlan = z.infer<typeof TrainingPlan>;

const place = z.object({ place: RunPlace });
/** Names the call in `work-progressed`. */
const call = { callId: z.string() };

export const LogSlice = z.object({
  /** Progress bars folded to how they looked last; without colour codes. */
  text: z.string(),
  /** Where it begins and ends in the file. */
  from: z.number().nonnegative(),
  to: z.number().nonnegative(),
  /** Changes when the file was rotated: offsets of another generation mean nothing. */
  generation: z.string(),
  size: z.number().nonnegative(),
});
export type LogSlice = z.infer<typeof LogSlice>;

/** The machine could not be reached: this is what this computer keeps of it. */
const fromCopy = z.boolean();

export const trainingRequests = {
  /** Those of the product that train. */
  'list-recipes': {
    params: z.object({}),
    result: z.object({
      recipes: z.array(z.object({ name: z.string(), description: z.string() })),
    }),
  },
  'plan-training': { params: TrainingWish.extend(call), result: TrainingPlan },
  /** Answers after the first heartbeat; refused with the last lines of the log otherwise. */
  'start-training': { params: TrainingWish.extend(call), result: z.object({ run: RunListing }) },
  /** Of every attached machine and of the workspaces on this computer, newest first. */
  'list-runs': {
    params: z.object({ workspaces: z.array(z.string()) }),
    result: z.object({ runs: z.array(RunListing) }),
  },
  /** All that a page shows, and from then on `run-changed` until it is closed. Works offline from what was seen. */
  'open-run': {
    params: place.extend({ mostPoints: z.int().min(50).max(5000).default(600) }),
    result: z.object({ handle: z.string(), page: RunPage }),
  },
  'close-run': { params: z.object({ handle: z.string() }), result: z.object({}) },
  'read-queue': {
    params: z.object({
      handle: z.string(),
      /** Null for the newest. */
      step: z.int().nonnegative().nullable(),
      filter: z.string(),
      show: z.enum(['all', 'this-step', 'cooling', 'skipped']),
      sort: z.enum(['last-visit', 'pass-rate', 'task']),
      /** Task whose place is wanted, whether or not it is among the rows. */
      follow: Id.nullable().default(null),
      offset: z.int().nonnegative(),
      limit: z.int().positive().max(200),
    }),
    result: QueuePage,
  },
  'list-run-logs': {
    params: z.object({ handle: z.string() }),
    result: z.object({ logs: z.array(z.object({ name: z.string(), bytes: z.number() })) }),
  },
  /** `from` null reads the last `limit` bytes. Never a whole large file. */
  'read-run-log': {
    params: z.object({
      handle: z.string(),
      log: z.string(),
      from: z.number().nonnegative().nullable(),
      generation: z.string().nullable(),
      limit: z.int().positive().max(1_000_000),
    }),
    result: LogSlice,
  },
  /** Fetches the trajectories that were sampled for one train step, counted from 1; once. */
  'fetch-step': {
    params: z.object({ handle: z.string(), step: z.int().positive(), ...call }),
    result: z.object({ file: z.string() }),
  },
  /** The file of `fetch-step` if it is on this computer; null where it would have to be fetched. */
  'find-step': {
    params: z.object({ handle: z.string(), step: z.int().positive() }),
    result: z.object({ file: z.string().nullable() }),
  },
  /** Asks, waits, ends, and proves that nothing is left; or lists what holds the cards. */
  'stop-training': {
    params: place.extend({ wish: StopWish, ...call }),
    result: z.object({
      run: RunListing,
      stillHeld: z.array(
        z.object({ gpu: z.int(), pid: z.int(), name: z.string(), mib: z.number() }),
      ),
    }),
  },
  /** `step` null goes on from the newest checkpoint. Refused with a reason when queue or optimiser state is missing. */
  'resume-training': {
    params: place.extend({ step: z.int().nonnegative().nullable(), ...call }),
    result: z.object({ run: RunListing }),
  },
  'list-checkpoints': {
    params: place,
    result: z.object({ checkpoints: z.array(CheckpointListing), keep: KeepPolicy }),
  },
  /** Deletes what the policy does not keep, or only says what it would delete. */
  'clean-checkpoints': {
    params: place.extend({ keep: KeepPolicy, dryRun: z.boolean() }),
    result: z.object({ deleted: z.array(z.int()), freedBytes: z.number().nonnegative() }),
  },
  'pin-checkpoint': {
    params: place.extend({ step: z.int().nonnegative(), pinned: z.boolean() }),
    result: z.object({}),
  },
  /** Serves it on its machine and opens a tunnel. `model` is the name by which it can be asked, `checkpoint:RUN/STEP`. */
  'serve-checkpoint': {
    params: place.extend({ step: z.int().nonnegative(), ...call }),
    result: z.object({ model: z.string(), localPort: z.int().positive() }),
  },
  'unserve-checkpoint': {
    params: place.extend({ step: z.int().nonnegative() }),
    result: z.object({}),
  },
  /** Checkpoints that are served from here now, with the names by which they can be asked. */
  'list-served-checkpoints': {
    params: z.object({}),
    result: z.object({
      served: z.array(place.extend({ step: z.int().nonnegative(), model: z.string() })),
    }),
  },
  /** Serves a checkpoint by its name, `checkpoint:[MACHINE/]RUN/STEP`; runs of these workspaces are looked at too. */
  'serve-model': {
    params: z.object({ model: z.string(), workspaces: z.array(z.string()), ...call }),
    result: z.object({}),
  },
  'download-checkpoint': {
    params: place.extend({ step: z.int().nonnegative(), to: z.string(), ...call }),
    result: z.object({ bytes: z.number().nonnegative() }),
  },
  /**
   * One rollout a task at temperature 0; kept beside the checkpoint, and in a copy on this computer, so that a second call answers at
   * once.
   */
  'evaluate-checkpoint': {
    params: place.extend({ step: z.int().nonnegative(), tasks: z.string(), ...call }),
    result: z.object({ checkpoint: CheckpointListing, fromCopy }),
  },
  'compare-checkpoints': {
    params: place.extend({ first: z.int().nonnegative(), second: z.int().nonnegative() }),
    result: z.object({
      tasks: z.int().nonnegative(),
      figures: z.array(
        z.object({
          name: z.string(),
          unit: z.enum(['share', 'number']),
          first: z.number(),
          second: z.number(),
          /** The difference second - first, paired by task. */
          change: z.number(),
          /** Its 95 % interval; null where nothing can be said of it. */
          low: z.number().nullable(),
          high: z.number().nullable(),
          /** For how many tasks both have the figure. */
          tasks: z.int().positive(),
        }),
      ),
      won: z.array(z.object({ taskId: Id, question: z.string() })),
      lost: z.array(z.object({ taskId: Id, question: z.string() })),
      fromCopy,
    }),
  },
} as const;

export const trainingNotifications = {
  /** A run of the lists appeared, changed or went. */
  'runs-changed': z.object({ runs: z.array(RunListing) }),
  /** News of an open run. `metrics` has only the train steps that are new or written anew. */
  'run-changed': z.object({
    handle: z.string(),
    listing: RunListing,
    badges: z.array(HealthBadge),
    metrics: MetricColumns.nullable(),
    checkpoints: z.array(z.int().nonnegative()),
    events: z.array(RunFolderEvent),
    progress: TaskProgress,
    /** Looks at the cards since the last news. */
    gpus: z.array(GpuRecord),
    readBytes: z.number().nonnegative(),
    at: Timestamp,
  }),
} as const;
