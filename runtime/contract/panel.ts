// What a viewer page and the extension say to each other. Requests carry an id and are always answered; facts come without
// being asked for. The page is told nothing that it does not show.
import * as z from 'zod';
import { RunEvent } from './events.ts';
import { Id } from './ids.ts';
import { TablePage } from './requests.ts';
import {
  ExportFormat,
  GroupView,
  IndexState,
  ListPage,
  ListQuery,
  StepView,
  TrajectoryHead,
} from './viewing.ts';

/** Which page a panel shows and where on it a person is. Small enough for the panel's state; restored after a reload. */
export const Route = z.discriminatedUnion('page', [
  z.object({
    page: z.literal('list'),
    query: ListQuery,
    /** The row that has the focus; null for none. */
    focusedId: Id.nullable().default(null),
    /** First visible row. */
    top: z.int().nonnegative().default(0),
  }),
  z.object({
    page: z.literal('trajectory'),
    id: Id,
    step: z.int().positive().nullable().default(null),
  }),
  z.object({ page: z.literal('group'), taskId: z.string(), chosen: z.array(Id).default([]) }),
  z.object({ page: z.literal('compare'), left: Id, right: Id }),
  z.object({
    page: z.literal('table'),
    id: Id,
    step: z.int().positive(),
    name: z.string(),
    top: z.int().nonnegative().default(0),
  }),
]);
export type Route = z.infer<typeof Route>;

/** What a page has in VS Code's own state, from which the panel is made again. */
export const PanelState = z.object({
  version: z.literal(1),
  /** The trajectory file. */
  file: z.string(),
  route: Route,
  /** The workspace of the rollout, so that follow-ups find it; null when the file was opened alone. */
  workspace: z.string().nullable(),
  /** Present when a person is to label the answer: the page is then told no verdict and no reward. */
  blind: z.literal(true).optional(),
});
export type PanelState = z.infer<typeof PanelState>;

/** What a page learns when it says that it is ready. */
export const PanelStart = z.object({
  state: PanelState,
  /** Name and size of the file as a person reads them, for example `runs.jsonl`, 1.02 GB. */
  fileName: z.string(),
  index: IndexState.nullable(),
  /** Events of the rollout that is under way, from its start; tokens of a step put together. Empty when none is. */
  liveEvents: z.array(RunEvent),
  /** False in Restricted Mode and on files that are only viewed: nothing can be run then, and the page says why. */
  canRun: z.boolean(),
  cannotRunReason: z.string().nullable(),
});
export type PanelStart = z.infer<typeof PanelStart>;

const nothing = z.object({});
const oneStep = { id: Id, step: z.int().positive() };

/** Requests of the page; the extension answers each. */
export const panelRequests = {
  ready: { params: nothing, result: PanelStart },
  'list-trajectories': {
    params: z.object({
      query: ListQuery,
      offset: z.int().nonnegative(),
      limit: z.int().positive(),
    }),
    result: ListPage,
  },
  'find-row': {
    params: z.object({ query: ListQuery, id: Id }),
    result: z.object({ row: z.int().nonnegative().nullable() }),
  },
  'read-trajectory': { params: z.object({ id: Id }), result: TrajectoryHead },
  'read-steps': {
    params: z.object({ id: Id, from: z.int().positive(), to: z.int().positive() }),
    result: z.object({ steps: z.array(StepView) }),
  },
  /** The whole of a clipped text, at most two million characters of it. */
  'read-text': {
    params: z.object({ ...oneStep, field: z.string() }),
    result: z.object({ text: z.string(), characters: z.int().nonnegative() }),
  },
  'read-group': { params: z.object({ taskId: z.string() }), result: GroupView },
  'read-table': {
    params: z.object({
      ...oneStep,
      name: z.string(),
      offset: z.int().nonnegative(),
      limit: z.int().positive().max(1000),
    }),
    result: TablePage,
  },
  'stop-rollout': { params: z.object({ id: Id }), result: z.object({ stopped: z.boolean() }) },
  /** The new rollout's events follow; the page goes to its trajectory. */
  'ask-follow-up': {
    params: z.object({ id: Id, question: z.string().min(1) }),
    result: z.object({ id: Id }),
  },
  'retry-step': {
    params: z.object({ ...oneStep, code: z.string().min(1) }),
    result: z.object({ id: Id }),
  },
  /** Opens the native diff editor on the code or the observation of two steps. */
  'open-diff': {
    params: z.object({
      left: z.object(oneStep),
      right: z.object(oneStep),
      part: z.enum(['code', 'observation']),
    }),
    result: nothing,
  },
  /** Opens a file of the task, or a file that the agent wrote, in an editor beside. */
  'open-file': { params: z.object({ path: z.string() }), result: nothing },
  /** Opens the text of one line of the trajectory file. */
  'open-line': { params: z.object({ line: z.int().positive() }), result: nothing },
  /** Opens a step as plain text, for a screen reader or for copying. */
  'open-as-text': { params: z.object(oneStep), result: nothing },
  copy: { params: z.object({ text: z.string() }), result: nothing },
  /** Copies a `vscode://` link to a trajectory, or to a step of it. */
  'copy-link': {
    params: z.object({ id: Id, step: z.int().positive().nullable() }),
    result: nothing,
  },
  /** Asks where to save; `saved` is null when the person said no. */
  export: {
    params: z.object({ ids: z.array(Id).min(1), format: ExportFormat }),
    result: z.object({ saved: z.string().nullable() }),
  },
  'show-log': { params: nothing, result: nothing },
} as const;
export type PanelRequestName = keyof typeof panelRequests;

/** From the page to the extension. */
export const PageMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('request'),
    id: z.int().nonnegative(),
    name: z.enum(Object.keys(panelRequests) as [PanelRequestName, ...PanelRequestName[]]),
    params: z.unknown(),
  }),
  /** An error that the page itself could not handle; written to the log. */
  z.object({ kind: z.literal('page-error'), message: z.string(), stack: z.string() }),
]);
export type PageMessage = z.infer<typeof PageMessage>;

/** From the extension to the page. */
export const HostMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reply'), id: z.int().nonnegative(), result: z.unknown() }),
  /** The request failed; one sentence for a person. */
  z.object({ kind: z.literal('problem'), id: z.int().nonnegative(), message: z.string() }),
  /** Events of rollouts shown in this panel, in order; sent together at most once a frame. */
  z.object({ kind: z.literal('run-events'), events: z.array(RunEvent) }),
  z.object({ kind: z.literal('index-changed'), state: IndexState }),
  /** Show this page: a deep link was followed, or a command asked for it. */
  z.object({ kind: z.literal('go'), route: Route }),
  /** A rollout's process ended without saying so. */
  z.object({ kind: z.literal('interrupted'), id: Id, message: z.string() }),
]);
export type HostMessage = z.infer<typeof HostMessage>;
