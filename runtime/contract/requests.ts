// What a client may ask of the runtime process. Names are imperative; each has a schema for what goes in and what comes out.
import * as z from 'zod';
import { doorNotifications, doorRequests } from './doors.ts';
import { RunEvent } from './events.ts';
import { HealthCheck } from './health.ts';
import { evaluationRequests } from './evaluationRequests.ts';
import { Id } from './ids.ts';
import { importRequests } from './importing.ts';
import { judgingRequests } from './judging.ts';
import { labellingNotifications, labellingRequests } from './labelling.ts';
import { Task } from './task.ts';
import { machineNotifications, machineRequests } from './machine.ts';
import { trainingNotifications, trainingRequests } from './training/trainingRequests.ts';
import { viewingNotifications, viewingRequests } from './viewing.ts';
import { noWeb, WebWish } from './web.ts';
import { workNotifications, workRequests } from './work.ts';

/** Settings that every way of starting a rollout has. */
const rolloutSettings = {
  /** `embedded`, `NAME@BASE_URL`, `replay:FILE`, `onnx:DIR`, `gguf:FILE` or `editor:ID`. */
  model: z.string().default('embedded'),
  recipe: z.string().default('tool-r1'),
  seed: z.int().nonnegative().nullable().default(null),
  /** Null takes the recipe's number. */
  maxSteps: z.int().positive().nullable().default(null),
  /** What the person allowed of the web. */
  web: WebWish.default(noWeb),
  /** `NAME@BASE_URL` of a model that looks at pictures; null for none. */
  visionModel: z.string().nullable().default(null),
  /** Folder whose `.tool-r1/` keeps the trajectory. */
  workspace: z.string(),
};

export const RunAgent = z.object({
  ...rolloutSettings,
  /** The stored task that is asked; null for a question of its own. Its question, files and answer are those given here. */
  task: Task.nullable().default(null),
  question: z.string().min(1),
  /** Absolute paths of the chosen files and folders. */
  files: z.array(z.string()),
  referenceAnswer: z.string().nullable().default(null),
});
export type RunAgent = z.infer<typeof RunAgent>;

/** A trajectory in a file. */
export const TrajectoryPlace = z.object({ file: z.string(), trajectoryId: Id });
export type TrajectoryPlace = z.infer<typeof TrajectoryPlace>;

/** Asks another question in the namespace that a rollout left. */
export const FollowUp = z.object({
  ...rolloutSettings,
  from: TrajectoryPlace,
  question: z.string().min(1),
  /** Further files; those of the first question stay. */
  files: z.array(z.string()).default([]),
});
export type FollowUp = z.infer<typeof FollowUp>;

/** Goes back to before a step, runs this code in its place, and lets the model go on: a new branch. */
export const RetryStep = z.object({
  ...rolloutSettings,
  from: TrajectoryPlace,
  step: z.int().positive(),
  code: z.string().min(1),
});
export type RetryStep = z.infer<typeof RetryStep>;

/** What every start of a rollout answers with, as soon as it is under way. */
export const RolloutStarted = z.object({ trajectoryId: Id, file: z.string() });
export type RolloutStarted = z.infer<typeof RolloutStarted>;

/** A cell that a person can read: numbers, truth values and null as they are, everything else as text. */
export const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type Cell = z.infer<typeof Cell>;

/** A slice of a table-like value: a list of dicts, of rows, a dict of lists, or a data frame. */
export const TablePage = z.object({
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  totalRows: z.int().nonnegative(),
  totalColumns: z.int().nonnegative(),
  offset: z.int().nonnegative(),
  rows: z.array(z.array(Cell)),
  /** True when the namespace was gone and the recorded code was run again to get the value. */
  rebuilt: z.boolean(),
});
export type TablePage = z.infer<typeof TablePage>;

export const ModelListing = z.object({
  name: z.string(),
  kind: z.enum(['embedded', 'server', 'replay', 'onnx', 'gguf', 'checkpoint', 'editor']),
  ready: z.boolean(),
  /** Says what is there, or what to do to make it ready. */
  detail: z.string(),
});
export type ModelListing = z.infer<typeof ModelListing>;

/** A task of a workspace, with what its trajectories say about it. */
export const TaskListing = z.object({
  task: Task,
  /** Line of the task file, from 1. */
  line: z.int().positive(),
  /** Judged trajectories of it and how many of those are Correct. */
  judged: z.int().nonnegative(),
  passed: z.int().nonnegative(),
  trajectories: z.int().nonnegative(),
  /** Files of the task that are not there. */
  missingFiles: z.array(z.string()),
});
export type TaskListing = z.infer<typeof TaskListing>;

/** A rollout of the workspace, for lists of what was run lately. */
export const RecentTrajectory = z.object({
  file: z.string(),
  id: Id,
  taskId: z.string(),
  question: z.string(),
  startedAt: z.string(),
  stopReason: z.string().nullable(),
  /** True when it has no end and its writer is gone, or is on another machine. Holds for the moment it was asked for. */
  interrupted: z.boolean(),
  finalAnswer: z.string().nullable(),
  steps: z.int().nonnegative(),
  reward: z.number().nullable(),
});
export type RecentTrajectory = z.infer<typeof RecentTrajectory>;

/** A line of a file that could not be used; the rest was. */
export const LineNote = z.object({ line: z.int().positive(), message: z.string() });
export type LineNote = z.infer<typeof LineNote>;

const workspace = z.object({ workspace: z.string() });

export const requests = {
  'run-agent': { params: RunAgent, result: RolloutStarted },
  'ask-follow-up': { params: FollowUp, result: RolloutStarted },
  'retry-step': { params: RetryStep, result: RolloutStarted },
  'stop-rollout': {
    params: z.object({ trajectoryId: Id }),
    result: z.object({ stopped: z.boolean() }),
  },
  'read-table': {
    /** The value of a variable after a step; runs the recorded code again when the namespace is gone. */
    params: z.object({
      from: TrajectoryPlace,
      step: z.int().positive(),
      name: z.string(),
      offset: z.int().nonnegative(),
      limit: z.int().positive().max(1000),
    }),
    result: TablePage,
  },
  'list-models': {
    /** Base URLs of configured endpoints, asked beside the usual local ones. */
    params: z.object({ endpoints: z.array(z.string()).default([]) }),
    result: z.object({ models: z.array(ModelListing) }),
  },
  /** One short call that shows whether a model answers. */
  'check-model': {
    params: z.object({ model: z.string() }),
    result: z.object({
      answers: z.boolean(),
      /** What it said, or what is wrong and what to do. */
      detail: z.string(),
      milliseconds: z.number().nonnegative(),
    }),
  },
  /** Keys by base URL, kept in memory only; they replace those given before. */
  'set-keys': {
    params: z.object({ keys: z.record(z.string(), z.string()) }),
    result: z.object({}),
  },
  'check-machine': {
    params: z.object({
      /** The search service that is set; null for what the environment says. */
      search: z.string().nullable().default(null),
      visionModel: z.string().nullable().default(null),
    }),
    result: z.object({ checks: z.array(HealthCheck) }),
  },
  'list-tasks': {
    params: workspace,
    result: z.object({
      /** The task file of the workspace; null when there is none. */
      file: z.string().nullable(),
      tasks: z.array(TaskListing),
      problems: z.array(LineNote),
    }),
  },
  'add-tasks': {
    params: z.object({ workspace: z.string(), tasks: z.array(Task).min(1) }),
    result: z.object({
      file: z.string(),
      added: z.array(z.string()),
      alreadyThere: z.array(z.string()),
    }),
  },
  /** Reads tasks from JSON Lines, CSV or GAIA's metadata.jsonl and adds them. */
  'import-tasks': {
    params: z.object({ workspace: z.string(), from: z.string() }),
    result: z.object({
      file: z.string(),
      format: z.string(),
      added: z.array(z.string()),
      alreadyThere: z.array(z.string()),
      problems: z.array(LineNote),
    }),
  },
  'list-recent': {
    params: z.object({ workspace: z.string(), limit: z.int().positive().max(500) }),
    result: z.object({ trajectories: z.array(RecentTrajectory) }),
  },
  ...importRequests,
  ...viewingRequests,
  ...labellingRequests,
  ...judgingRequests,
  ...workRequests,
  ...doorRequests,
  ...machineRequests,
  ...trainingRequests,
  ...evaluationRequests,
} as const;
export type RequestName = keyof typeof requests;

/** Sent by the runtime without being asked. */
export const notifications = {
  'run-event': RunEvent,
  ...viewingNotifications,
  ...labellingNotifications,
  ...workNotifications,
  ...doorNotifications,
  ...machineNotifications,
  ...trainingNotifications,
} as const;
export type NotificationName = keyof typeof notifications;

/** Data of the error with which `sample-editor-model` is refused; the message of the error is one sentence. */
export const EditorModelProblem = z.object({
  reason: z.enum(['no-permission', 'quota', 'blocked', 'not-found', 'unavailable']),
});
export type EditorModelProblem = z.infer<typeof EditorModelProblem>;

/** A message of a conversation, as an editor's language model takes it. */
export const EditorMessage = z.object({ role: z.enum(['user', 'assistant']), text: z.string() });
export type EditorMessage = z.infer<typeof EditorMessage>;

/** What the runtime asks of the extension: language models that only the editor can call. */
export const clientRequests = {
  'list-editor-models': {
    params: z.object({}),
    result: z.object({ models: z.array(ModelListing) }),
  },
  /** Streams by `editor-text` notifications; the result is the whole reply. */
  'sample-editor-model': {
    params: z.object({
      callId: z.string(),
      /** The part after `editor:`. */
      model: z.string(),
      messages: z.array(EditorMessage).min(1),
    }),
    result: z.object({
      text: z.string(),
      promptTokens: z.int().nonnegative().nullable(),
      completionTokens: z.int().nonnegative().nullable(),
    }),
  },
} as const;
export type ClientRequestName = keyof typeof clientRequests;

/** Sent by the extension while `sample-editor-model` is answered. */
export const clientNotifications = {
  'editor-text': z.object({ callId: z.string(), text: z.string() }),
} as const;
