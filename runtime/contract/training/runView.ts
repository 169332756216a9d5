// A training run as it is shown: in the tree, on its page, in its queue, in the list of its checkpoints. Made from the files of the
// run folder (runFolder.ts), which may lie on another machine.
import * as z from 'zod';
import { Id, Timestamp } from '../ids.ts';
import { MachineName } from '../machine.ts';
import { HeldOut } from './evaluation.ts';
import { GpuRecord, RunFolderEvent, RunJob, RunState } from './runFolder.ts';

/** Where a run is: its machine, and the absolute path of its folder there. */
export const RunPlace = z.object({ machine: MachineName, folder: z.string() });
export type RunPlace = z.infer<typeof RunPlace>;

/** As its folder says, and: `stalled`, no heartbeat though the machine answers and a process lives; `offline`, the machine is not heard. */
export const ShownState = z.enum([...RunState.options, 'stalled', 'offline']);
export type ShownState = z.infer<typeof ShownState>;

/** A badge of health, in a fixed order. `unknown` while there is nothing to judge by. */
export const HealthBadge = z.object({
  id: z.enum(['zero-variance', 'judge-unreadable', 'truncated', 'log-prob-gap', 'learning']),
  /** For a person, such as `Log-prob gap`. */
  name: z.string(),
  level: z.enum(['ok', 'watch', 'alarm', 'unknown']),
  /** Such as `6.3 %`; a dash while unknown. */
  value: z.string(),
  means: z.string(),
  matters: z.string(),
  tryThis: z.string(),
  /** Train step whose trajectories show it; null for none. */
  step: z.int().positive().nullable(),
});
export type HealthBadge = z.infer<typeof HealthBadge>;

export const RunListing = z.object({
  place: RunPlace,
  runId: Id,
  /** Last part of the folder. */
  name: z.string(),
  state: ShownState,
  /** What it was when it was heard last; differs from `state` only when that is `offline` or `stalled`. */
  lastState: RunState,
  /** Heartbeat, by our own clock; null before the first. */
  lastSeenAt: Timestamp.nullable(),
  step: z.int().nonnegative(),
  totalSteps: z.int().positive().nullable(),
  activity: z.string(),
  recipe: z.string(),
  model: z.string(),
  /** Of the last ten train steps; null before the first. */
  secondsPerStep: z.number().nonnegative().nullable(),
  secondsLeft: z.number().nonnegative().nullable(),
  /** Half of the 95 % interval of `secondsLeft`; null where it cannot be told. */
  secondsLeftSpread: z.number().nonnegative().nullable(),
  /** Reward of the last train step, and share of fresh trajectories in it. */
  reward: z.number().nullable(),
  freshShare: z.number().nullable(),
  /** Place in the line for its cards, from 1, and the cards; null when it does not wait. */
  waitsFor: z
    .object({ place: z.int().positive(), gpus: z.array(z.int().nonnegative()) })
    .nullable(),
  problem: z.string().nullable(),
  newestCheckpoint: z.int().nonnegative().nullable(),
  /** Badges that are worth a look or worse; none of a run that is over. */
  alerts: z.array(HealthBadge),
});
export type RunListing = z.infer<typeof RunListing>;

/**
 * Figures by train step: `columns[name][i]` belongs to `steps[i]`; null where the step has none. Where they are thinned, steps come
 * in pairs that carry the least and the greatest value of the stretch between them. In news of a run, the first step that is there
 * already takes away that one and all later ones: a resumed run does them again.
 */
export const MetricColumns = z.object({
  steps: z.array(z.int().nonnegative()),
  /** Seconds since the first train step's end. */
  seconds: z.array(z.number()),
  columns: z.record(z.string(), z.array(z.number().nullable())),
  /** Train steps in all; more than there are in `steps` when they are thinned. */
  totalSteps: z.int().nonnegative(),
});
export type MetricColumns = z.infer<typeof MetricColumns>;

/** How far a run is with its tasks. */
export const TaskProgress = z.object({
  /** In its task file. */
  tasks: z.int().nonnegative(),
  /** Whose pass rate at their last visit lies in the window; null where the recipe has none, and before the first visit. */
  inWindow: z.int().nonnegative().nullable(),
  /** The time round the tasks, from 1; null before the first visit. */
  epoch: z.int().positive().nullable(),
});
export type TaskProgress = z.infer<typeof TaskProgress>;

/** What a run page shows at once. */
export const RunPage = z.object({
  listing: RunListing,
  job: RunJob.omit({ processes: true }),
  badges: z.array(HealthBadge),
  metrics: MetricColumns,
  /** Train steps with a checkpoint. */
  checkpoints: z.array(z.int().nonnegative()),
  /** The newest facts, oldest first. */
  events: z.array(RunFolderEvent),
  progress: TaskProgress,
  /** The machine that samples for it; null when its own does. */
  sampler: MachineName.nullable(),
  /** Graphics cards of its own machine by index that train and that sample, the same where both take turns; null for a run without cards. */
  cards: z
    .object({
      train: z.array(z.int().nonnegative()),
      sample: z.array(z.int().nonnegative()),
    })
    .nullable(),
  /** Of its graphics cards in the last ten minutes that are known, oldest first. */
  gpus: z.array(GpuRecord),
  /** Of a crashed run: lines of the log around the failing one. */
  crash: z
    .object({
      log: z.string(),
      lines: z.array(z.object({ text: z.string(), isCause: z.boolean() })),
      /** In the order of likelihood, each with its cost. */
      tryThese: z.array(z.string()),
    })
    .nullable(),
  /** Bytes of metrics.jsonl that are in. */
  readBytes: z.number().nonnegative(),
});
export type RunPage = z.infer<typeof RunPage>;

/** One trajectory in the queue of a task. */
export const QueueCell = z.object({
  reward: z.number().nullable(),
  /** Train steps since it was sampled; 0 is fresh. */
  staleness: z.int().nonnegative(),
  /** Leaves at the next visit of the task. */
  leavesNext: z.boolean(),
  /** Null for runs that do not name them. */
  trajectoryId: Id.nullable(),
  /** Train step for which it was sampled, from 1; `fetch-step` takes it. */
  sampledAt: z.int().nonnegative(),
});
export type QueueCell = z.infer<typeof QueueCell>;

export const QueueRow = z.object({
  taskId: Id,
  question: z.string(),
  files: z.array(z.string()),
  /** Pass rate at each visit so far, oldest first. */
  passRates: z.array(z.object({ step: z.int().nonnegative(), rate: z.number().nullable() })),
  state: z.enum(['unseen', 'active', 'probe', 'cooling', 'skipped', 'outside-window']),
  /** When that changes, for a person, such as `next probe at step 364`; empty where it cannot be told. */
  detail: z.string(),
  lastVisit: z.int().nonnegative().nullable(),
  /** Oldest first. */
  cells: z.array(QueueCell),
});
export type QueueRow = z.infer<typeof QueueRow>;

export const QueueTotals = z.object({
  tasks: z.int().nonnegative(),
  inWindow: z.int().nonnegative(),
  active: z.int().nonnegative(),
  cooling: z.int().nonnegative(),
  probed: z.int().nonnegative(),
  skipped: z.int().nonnegative(),
  /** Visited in the train step that is shown. */
  inStep: z.int().nonnegative(),
  freshShare: z.number().nullable(),
  stalenessMedian: z.number().nullable(),
  stalenessMax: z.number().nullable(),
});
export type QueueTotals = z.infer<typeof QueueTotals>;

export const QueuePage = z.object({
  /** The train step that is shown, and the newest. */
  step: z.int().nonnegative(),
  lastStep: z.int().nonnegative(),
  /** First train step of each epoch. */
  epochs: z.array(z.int().nonnegative()),
  window: z.tuple([z.number(), z.number()]).nullable(),
  /** Trajectories of a whole queue. */
  groupSize: z.int().positive(),
  /** Largest reward that the recipe can give. */
  mostReward: z.number().positive(),
  totals: QueueTotals,
  /** Rows that match, and those from `offset`. */
  matching: z.int().nonnegative(),
  /** Place of the followed task among those that match, from 0; null where it is none of them, and when none is followed. */
  followedAt: z.int().nonnegative().nullable(),
  rows: z.array(QueueRow),
});
export type QueuePage = z.infer<typeof QueuePage>;

export const CheckpointListing = z.object({
  step: z.int().nonnegative(),
  /** Absolute folder on its machine. */
  folder: z.string(),
  savedAt: Timestamp,
  bytes: z.number().nonnegative(),
  /** Bytes of the state of queue and filters; null when it was not saved. */
  queueStateBytes: z.number().nonnegative().nullable(),
  hasOptimiser: z.boolean(),
  /** Why it can only be used as weights; null when a run can go on from it exactly. */
  whyNotResumable: z.string().nullable(),
  /** Mean over the ten train steps before it. */
  reward: z.number().nullable(),
  passRate: z.number().nullable(),
  /** Of the evaluation that was made last; null for none. */
  heldOut: HeldOut.nullable(),
  kept: z.array(z.enum(['latest', 'best', 'pinned'])),
});
export type CheckpointListing = z.infer<typeof CheckpointListing>;
