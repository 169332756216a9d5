// What the pages of a training run and the extension say to each other. Requests carry an id and are always answered; facts come
// without being asked for. The panel knows the handle of the run, so that a page does not name it.
import * as z from 'zod';
import { Id } from './ids.ts';
import { MachineListing } from './machine.ts';
import { trainingNotifications, trainingRequests } from './training/trainingRequests.ts';
import { HealthBadge, MetricColumns, RunPage, RunPlace, ShownState } from './training/runView.ts';
import { TrajectoryHead } from './viewing.ts';

/** What the charts have from left to right: train steps, or seconds since the first one ended. */
export const ChartAxis = z.enum(['step', 'time']);
export type ChartAxis = z.infer<typeof ChartAxis>;

/** What a page asks of the queue; the panel knows which run. */
const queueQuery = trainingRequests['read-queue'].params.omit({ handle: true });

/** Which page the panel shows and where on it a person is. Small enough for the panel's state; restored after a reload. */
export const RunRoute = z.discriminatedUnion('page', [
  z.object({
    page: z.literal('run'),
    axis: ChartAxis.default('step'),
    /** A thick smoothed line over the thin raw one. */
    smooth: z.boolean().default(true),
    /** Part of the axis that is shown, in its unit; null for all of it. */
    zoom: z.object({ from: z.number(), to: z.number() }).nullable().default(null),
    /** Explanation that is open; null for none, absent before a person chose. */
    badge: HealthBadge.shape.id.nullable().optional(),
    /** Runs that are drawn beside this one. */
    compared: z.array(RunPlace).default([]),
    /** Charts that are shown as tables, by their id. */
    tables: z.array(z.string()).default([]),
  }),
  z.object({
    page: z.literal('queue'),
    /** Train step that is shown; null follows the newest. */
    step: queueQuery.shape.step.default(null),
    filter: queueQuery.shape.filter.default(''),
    show: queueQuery.shape.show.default('all'),
    sort: queueQuery.shape.sort.default('last-visit'),
    /** Task that is open beside the list, and the place in its queue, from 0; `cell` null for the task itself. */
    chosen: z
      .object({ taskId: Id, cell: z.int().nonnegative().nullable() })
      .nullable()
      .default(null),
  }),
  z.object({
    page: z.literal('checkpoints'),
    /** Train steps of the checkpoints that are compared, the one that was chosen first before the other. */
    chosen: z.array(z.int().nonnegative()).max(2).default([]),
  }),
]);
export type RunRoute = z.infer<typeof RunRoute>;

/** What VS Code keeps of a panel, from which it is made again. */
export const RunPanelState = z.object({
  version: z.literal(1),
  place: RunPlace,
  route: RunRoute,
});
export type RunPanelState = z.infer<typeof RunPanelState>;

/** What a page learns when it says that it is ready. */
export const RunPanelStart = z.object({
  state: RunPanelState,
  page: RunPage,
  /** The machine of the run as it was heard last; null for one that is not attached. */
  machine: MachineListing.nullable(),
});
export type RunPanelStart = z.infer<typeof RunPanelStart>;

/** Another run, drawn beside the one of the panel. */
export const ComparedRun = z.object({
  place: RunPlace,
  name: z.string(),
  state: ShownState,
  metrics: MetricColumns,
});
export type ComparedRun = z.infer<typeof ComparedRun>;

/** How the reward of a trajectory of the queue came about. */
export const SampledReward = TrajectoryHead.pick({
  ...{ reward: true, verdicts: true, rows: true },
}).extend({ finalAnswer: z.string().nullable() });
export type SampledReward = z.infer<typeof SampledReward>;

const nothing = z.object({});
/** A trajectory, and the train step for which it was sampled. */
const ofTrajectory = z.object({ step: z.int().positive(), trajectoryId: Id });
const ofStep = z.object({ step: z.int().nonnegative() });

/** Requests of the page; the extension answers each. */
export const runPanelRequests = {
  ready: { params: nothing, result: RunPanelStart },
  /** Asks the person whether after this train step or at once, and stops. */
  'stop-run': { params: nothing, result: nothing },
  /** `step` null asks the person which checkpoint. */
  'resume-run': { params: z.object({ step: z.int().nonnegative().nullable() }), result: nothing },
  /** Opens a log beside, at its last line that holds `line` where that is given. `log` null opens the supervisor's. */
  'open-log': {
    params: z.object({ log: z.string().nullable(), line: z.string().nullable() }),
    result: nothing,
  },
  /** Opens the trajectories of a train step. */
  'open-step': { params: z.object({ step: z.int().positive() }), result: nothing },
  /** Opens one of them. */
  'open-trajectory': { params: ofTrajectory, result: nothing },
  /** `sampled` is null where the train step is on another machine alone, and may not be fetched for this. */
  'read-sampled': {
    params: ofTrajectory.extend({ mayFetch: z.boolean() }),
    result: z.object({ sampled: SampledReward.nullable() }),
  },
  'read-queue': { params: queueQuery, result: trainingRequests['read-queue'].result },
  /** `served` are the train steps of those that can be asked from this window. */
  'read-checkpoints': {
    params: nothing,
    result: trainingRequests['list-checkpoints'].result.extend({
      served: z.array(z.int().nonnegative()),
    }),
  },
  'compare-checkpoints': {
    params: trainingRequests['compare-checkpoints'].params.omit({ place: true }),
    result: trainingRequests['compare-checkpoints'].result,
  },
  /** Asks the person on which tasks. False when none were chosen. */
  'evaluate-checkpoint': { params: ofStep, result: z.object({ isDone: z.boolean() }) },
  /** Makes it the agent's model, too. */
  'serve-checkpoint': { params: ofStep, result: nothing },
  'unserve-checkpoint': { params: ofStep, result: nothing },
  /** Asks the person where to. */
  'download-checkpoint': { params: ofStep, result: nothing },
  'pin-checkpoint': { params: ofStep.extend({ pinned: z.boolean() }), result: nothing },
  /** Says what would be deleted, and deletes it when the person agrees. */
  'clean-checkpoints': { params: nothing, result: nothing },
  /** Has the person choose another run; `run` is null when none was chosen. */
  'choose-compared': {
    params: z.object({ shown: z.array(RunPlace) }),
    result: z.object({ run: ComparedRun.nullable() }),
  },
  /** A run that was compared before the page was made again. */
  'read-compared': {
    params: z.object({ place: RunPlace }),
    result: z.object({ run: ComparedRun }),
  },
  /** Tries to connect to the machine at once. */
  'retry-machine': { params: nothing, result: nothing },
  /** Opens the log of the connection. */
  'open-connection-log': { params: nothing, result: nothing },
  copy: { params: z.object({ text: z.string() }), result: nothing },
  'show-log': { params: nothing, result: nothing },
} as const;
export type RunPanelRequestName = keyof typeof runPanelRequests;

/** From the page to the extension. */
export const RunPageMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('request'),
    id: z.int().nonnegative(),
    name: z.enum(Object.keys(runPanelRequests) as [RunPanelRequestName, ...RunPanelRequestName[]]),
    params: z.unknown(),
  }),
  /** An error that the page itself could not handle; written to the log. */
  z.object({ kind: z.literal('page-error'), message: z.string(), stack: z.string() }),
]);
export type RunPageMessage = z.infer<typeof RunPageMessage>;

/** News of the run of the panel, as the runtime tells them. */
export const RunNews = trainingNotifications['run-changed'].omit({ handle: true });
export type RunNews = z.infer<typeof RunNews>;

/** From the extension to the page. */
export const RunHostMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reply'), id: z.int().nonnegative(), result: z.unknown() }),
  /** The request failed; one sentence for a person. */
  z.object({ kind: z.literal('problem'), id: z.int().nonnegative(), message: z.string() }),
  z.object({ kind: z.literal('run-changed'), news: RunNews }),
  /** The run was read anew as a whole: after a restart of the runtime, or when it crashed and its log was looked at. */
  z.object({ kind: z.literal('run-read'), page: RunPage }),
  z.object({ kind: z.literal('machine-changed'), machine: MachineListing }),
  /** Something was done to the checkpoints of a run, of this or another one. */
  z.object({ kind: z.literal('checkpoints-changed') }),
  z.object({ kind: z.literal('go'), route: RunRoute }),
  /** Shows the run with the explanation of a badge; all else stays as it is. */
  z.object({ kind: z.literal('open-badge'), badge: HealthBadge.shape.id }),
]);
export type RunHostMessage = z.infer<typeof RunHostMessage>;
