// What the page "Start Training" and the extension say to each other. The extension keeps the wish, asks the person for changes
// of it and plans anew after each; the page shows how that stands.
import * as z from 'zod';
import { MachineListing } from './machine.ts';
import { GpuChoice, TrainingFix, TrainingPlan, TrainingWish } from './training/trainingRequests.ts';

/** What of the wish a person can change on the page. */
export const WishField = z.enum([
  ...(['name', 'tasks', 'model', 'recipe', 'steps'] as const),
  ...(['machine', 'sampler'] as const),
]);
export type WishField = z.infer<typeof WishField>;

/** What VS Code keeps of the panel, from which it is made again. */
export const StartPanelState = z.object({ version: z.literal(1), wish: TrainingWish });
export type StartPanelState = z.infer<typeof StartPanelState>;

/** What is being done, and how far that is. */
export const StartWork = z.object({
  doing: z.enum(['plan', 'start']),
  /** For a person; null before the runtime said anything. */
  activity: z.string().nullable(),
  done: z.number().nonnegative(),
  /** Null while it is not known. */
  total: z.number().nonnegative().nullable(),
});
export type StartWork = z.infer<typeof StartWork>;

/** How a start stands. */
export const StartView = z.object({
  wish: TrainingWish,
  /** The machine of the wish as it was heard last; null for one that is not attached. */
  machine: MachineListing.nullable(),
  /** The machine that samples, in the same way; null when the same one does. */
  samplerMachine: MachineListing.nullable(),
  /** Another machine is attached, which could sample. */
  canSampleElsewhere: z.boolean(),
  /** The newest plan; while `work` plans, that of the wish before. */
  plan: TrainingPlan.nullable(),
  work: StartWork.nullable(),
  /** Why the last plan or start failed. The first line says it, those after it are of a log. */
  problem: z.object({ doing: StartWork.shape.doing, message: z.string() }).nullable(),
});
export type StartView = z.infer<typeof StartView>;

const nothing = z.object({});

/** Requests of the page; the extension answers each. */
export const startPanelRequests = {
  ready: { params: nothing, result: StartView },
  /** Asks the person. A changed wish is planned anew; the answer does not wait for the plan. */
  change: { params: z.object({ field: WishField }), result: nothing },
  /** Plans anew with these cards; null leaves it to the product to divide them. */
  'use-cards': { params: z.object({ gpus: GpuChoice.nullable() }), result: nothing },
  /** Does what a check of the plan offers, and plans anew. Answers when it is done; the plan may still be made. */
  'apply-fix': { params: z.object({ fix: TrainingFix }), result: nothing },
  /** Looks at everything again; answers when that is done, or was broken off or failed: then `isPlanned` is false. */
  'plan-again': { params: nothing, result: z.object({ isPlanned: z.boolean() }) },
  /** Starts what the shown plan says. Answers when it runs, and the page of the run is open, or when that failed. */
  start: { params: nothing, result: nothing },
  /** Breaks off what is being done. */
  cancel: { params: nothing, result: nothing },
  copy: { params: z.object({ text: z.string() }), result: nothing },
  'show-log': { params: nothing, result: nothing },
} as const;
export type StartPanelRequestName = keyof typeof startPanelRequests;

const names = Object.keys(startPanelRequests) as [
  StartPanelRequestName,
  ...StartPanelRequestName[],
];

/** From the page to the extension. */
export const StartPageMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('request'),
    id: z.int().nonnegative(),
    name: z.enum(names),
    params: z.unknown(),
  }),
  /** An error that the page itself could not handle; written to the log. */
  z.object({ kind: z.literal('page-error'), message: z.string(), stack: z.string() }),
]);
export type StartPageMessage = z.infer<typeof StartPageMessage>;

/** From the extension to the page. */
export const StartHostMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reply'), id: z.int().nonnegative(), result: z.unknown() }),
  /** The request failed; one sentence for a person. */
  z.object({ kind: z.literal('problem'), id: z.int().nonnegative(), message: z.string() }),
  z.object({ kind: z.literal('start-changed'), view: StartView }),
  /** The work of the view is further. */
  z.object({ kind: z.literal('start-progressed'), work: StartWork }),
]);
export type StartHostMessage = z.infer<typeof StartHostMessage>;
