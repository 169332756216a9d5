// Reading trajectory files of any size, page by page: what a viewer asks of the runtime and what it gets. Texts arrive
// clipped; the whole of one is a request of its own.
import * as z from 'zod';
import { exportFormats } from './exportFormats.ts';
import { Id, Timestamp } from './ids.ts';
import { Verdict, VerdictLevel } from './judge.ts';
import { Reward } from './reward.ts';
import { Step } from './step.ts';
import { StepRow } from './stepRow.ts';
import { StopReason, TrajectoryEnded, TrajectoryParent, TrajectoryStarted } from './trajectory.ts';

/** An opened file; valid in the process that opened it. */
export const FileHandle = z.string().min(1);
export type FileHandle = z.infer<typeof FileHandle>;

/** How far the index of a file is. Sent whenever it changed, at most ten times a second. */
export const IndexState = z.object({
  handle: FileHandle,
  indexedBytes: z.int().nonnegative(),
  totalBytes: z.int().nonnegative(),
  trajectories: z.int().nonnegative(),
  lines: z.int().nonnegative(),
  brokenLines: z.int().nonnegative(),
  /** True when everything that is in the file has been read; a file that grows goes back to false. */
  complete: z.boolean(),
  /** Why indexing ended early, as one sentence; null when it did not. */
  problem: z.string().nullable(),
});
export type IndexState = z.infer<typeof IndexState>;

/** One trajectory in a list. */
export const TrajectoryRow = z.object({
  kind: z.literal('trajectory'),
  id: Id,
  /** Line of its first record, from 1. */
  line: z.int().positive(),
  taskId: z.string().nullable(),
  question: z.string(),
  model: z.string().nullable(),
  startedAt: Timestamp.nullable(),
  steps: z.int().nonnegative(),
  /** Null without an end: while it runs, or when it was interrupted. */
  stopReason: StopReason.nullable(),
  /** True when it has no end and its writer is gone, or is on another machine. Holds for the moment it was asked for. */
  interrupted: z.boolean(),
  finalAnswer: z.string().nullable(),
  /** The last verdict of each judge, in the order they first judged. */
  verdicts: z.array(z.object({ judge: z.string(), level: VerdictLevel.nullable() })),
  /** True when two judges gave different levels. */
  judgesDisagree: z.boolean(),
  reward: Reward.nullable(),
  tokens: z.int().nonnegative().nullable(),
  milliseconds: z.number().nonnegative(),
});
export type TrajectoryRow = z.infer<typeof TrajectoryRow>;

/** A line that could not be read, shown at its place. */
export const BrokenLineRow = z.object({
  kind: z.literal('broken-line'),
  line: z.int().positive(),
  /** Says what is wrong and whether the rest is fine. */
  message: z.string(),
});
export type BrokenLineRow = z.infer<typeof BrokenLineRow>;

/** One task of a grouped list; its trajectories follow when it is open. */
export const TaskRow = z.object({
  kind: z.literal('task'),
  taskId: z.string(),
  question: z.string(),
  trajectories: z.int().positive(),
  /** Judged ones only; null when none is judged. */
  passRate: z.number().min(0).max(1).nullable(),
  judged: z.int().nonnegative(),
  meanReward: z.number().nullable(),
  open: z.boolean(),
});
export type TaskRow = z.infer<typeof TaskRow>;

export const ListRow = z.discriminatedUnion('kind', [TrajectoryRow, BrokenLineRow, TaskRow]);
export type ListRow = z.infer<typeof ListRow>;

export const SortKey = z.enum([
  'line',
  'question',
  'stopReason',
  'steps',
  'reward',
  'tokens',
  'seconds',
]);
export type SortKey = z.infer<typeof SortKey>;

export const ListQuery = z.object({
  /** Looked for in question, final answer, thoughts, code and observations, ignoring case; empty finds all. */
  text: z.string().default(''),
  taskId: z.string().nullable().default(null),
  /** `running` stands for trajectories without an end. */
  stopReason: z
    .union([StopReason, z.literal('running')])
    .nullable()
    .default(null),
  verdict: z
    .union([VerdictLevel, z.enum(['unjudged', 'disagreement'])])
    .nullable()
    .default(null),
  minReward: z.number().nullable().default(null),
  maxReward: z.number().nullable().default(null),
  minSteps: z.int().nonnegative().nullable().default(null),
  maxSteps: z.int().nonnegative().nullable().default(null),
  sort: SortKey.default('line'),
  descending: z.boolean().default(false),
  groupByTask: z.boolean().default(false),
  /** Tasks whose trajectories are listed, when grouped. */
  openTasks: z.array(z.string()).default([]),
});
export type ListQuery = z.infer<typeof ListQuery>;

export const ListPage = z.object({
  /** Rows of the whole list under this query, as far as the file is indexed. */
  totalRows: z.int().nonnegative(),
  /** Trajectories that match. */
  matches: z.int().nonnegative(),
  offset: z.int().nonnegative(),
  rows: z.array(ListRow),
  /** Largest reward and step count in the file, for the ranges of the filters. */
  highestReward: z.number().nullable(),
  highestSteps: z.int().nonnegative(),
  /** True while a text search is still going through the file; the page is asked again when the index changes. */
  searching: z.boolean(),
});
export type ListPage = z.infer<typeof ListPage>;

/** Texts longer than this many characters arrive clipped to it: the head and the tail, with a line in between that says so. */
export const clippedCharacters = 20_000;

/** Everything of a trajectory but its steps. */
export const TrajectoryHead = z.object({
  started: TrajectoryStarted,
  ended: TrajectoryEnded.nullable(),
  verdicts: z.array(Verdict),
  reward: Reward.nullable(),
  rows: z.array(StepRow),
  /** Its place in the file, from 1, in the order of the file. */
  position: z.int().positive(),
  /** Neighbours in the file, for going on. */
  previousId: Id.nullable(),
  nextId: Id.nullable(),
  /** Trajectories that were branched off this one. */
  branches: z.array(z.object({ id: Id, parent: TrajectoryParent })),
  /** What could not be read, a sentence each. */
  problems: z.array(z.string()),
});
export type TrajectoryHead = z.infer<typeof TrajectoryHead>;

/** A step as a viewer gets it: token ids left out, long texts clipped. */
export const StepView = z.object({
  step: Step,
  /** Fields that were clipped, with their whole length in characters. */
  clipped: z.array(z.object({ field: z.string(), characters: z.int().positive() })),
});
export type StepView = z.infer<typeof StepView>;

/** A member of the group of one task. */
export const GroupMember = TrajectoryRow.extend({
  /** Reward relative to the group, (reward - mean) / (standard deviation + 1e-6); null without reward. */
  advantage: z.number().nullable(),
  policyVersion: z.int().nonnegative(),
});
export type GroupMember = z.infer<typeof GroupMember>;

export const GroupView = z.object({
  taskId: z.string(),
  question: z.string(),
  referenceAnswer: z.string().nullable(),
  members: z.array(GroupMember),
  judged: z.int().nonnegative(),
  /** Verdicts of level Correct; a Partially Correct one is not a pass. */
  passed: z.int().nonnegative(),
  passRate: z.number().nullable(),
  /** 95 % Wilson interval of the pass rate. */
  interval: z.tuple([z.number(), z.number()]).nullable(),
  meanReward: z.number().nullable(),
  rewardDeviation: z.number().nullable(),
  /** True when every reward is the same, so that no advantage differs from zero and training learns nothing from it. */
  zeroVariance: z.boolean(),
});
export type GroupView = z.infer<typeof GroupView>;

export const ExportFormat = z.enum(exportFormats);
export type ExportFormat = z.infer<typeof ExportFormat>;

const handle = { handle: FileHandle };

/** Requests of the runtime process that read. They work in Restricted Mode: nothing is run. */
export const viewingRequests = {
  'open-trajectories': {
    params: z.object({ file: z.string() }),
    result: z.object({ handle: FileHandle, state: IndexState }),
  },
  'close-trajectories': { params: z.object(handle), result: z.object({}) },
  'list-trajectories': {
    params: z.object({
      ...handle,
      query: ListQuery,
      offset: z.int().nonnegative(),
      limit: z.int().positive().max(500),
    }),
    result: ListPage,
  },
  /** Where a trajectory stands in a list under a query; null when the query leaves it out. */
  'find-row': {
    params: z.object({ ...handle, query: ListQuery, id: Id }),
    result: z.object({ row: z.int().nonnegative().nullable() }),
  },
  'read-trajectory': { params: z.object({ ...handle, id: Id }), result: TrajectoryHead },
  'read-steps': {
    /** Steps `from` to `to`, both included, from 1. */
    params: z.object({ ...handle, id: Id, from: z.int().positive(), to: z.int().positive() }),
    result: z.object({ steps: z.array(StepView) }),
  },
  'read-text': {
    /** `field` as in StepView.clipped; a slice of characters. */
    params: z.object({
      ...handle,
      id: Id,
      step: z.int().positive(),
      field: z.string(),
      offset: z.int().nonnegative(),
      limit: z.int().positive().max(2_000_000),
    }),
    result: z.object({ text: z.string(), characters: z.int().nonnegative() }),
  },
  'read-group': { params: z.object({ ...handle, taskId: z.string() }), result: GroupView },
  'export-trajectories': {
    /** Writes into the file `to`, which must not exist. */
    params: z.object({ ...handle, ids: z.array(Id).min(1), format: ExportFormat, to: z.string() }),
    result: z.object({ file: z.string(), trajectories: z.int().positive() }),
  },
} as const;

export const viewingNotifications = { 'index-changed': IndexState } as const;
