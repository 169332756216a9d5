// What the page of evaluations and the extension say to each other. The page asks for what it shows; the extension tells when files
// of evaluations changed.
import * as z from 'zod';
import { EvaluationComparison } from './evaluation.ts';
import { EvaluationDetail, EvaluationProtocolGroup } from './evaluationRequests.ts';
import { Id } from './ids.ts';

/** Where a person is on the page. */
export const EvaluationRoute = z.discriminatedUnion('page', [
  /** All of them; up to two are chosen to be compared, the older choice first. */
  z.object({ page: z.literal('evaluations'), chosen: z.array(Id).max(2) }),
  z.object({ page: z.literal('evaluation'), name: Id }),
]);
export type EvaluationRoute = z.infer<typeof EvaluationRoute>;

/** What VS Code keeps of the panel, from which it is made again. */
export const EvaluationPanelState = z.object({
  version: z.literal(1),
  /** Absolute path of the folder whose evaluations are shown. */
  workspace: z.string().min(1),
  route: EvaluationRoute,
});
export type EvaluationPanelState = z.infer<typeof EvaluationPanelState>;

const nothing = z.object({});

/** Requests of the page; the extension answers each. */
export const evaluationPanelRequests = {
  ready: { params: nothing, result: EvaluationPanelState },
  list: {
    params: nothing,
    result: z.object({ groups: z.array(EvaluationProtocolGroup), problems: z.array(z.string()) }),
  },
  read: { params: z.object({ name: Id }), result: EvaluationDetail },
  compare: { params: z.object({ first: Id, second: Id }), result: EvaluationComparison },
  'open-trajectory': { params: z.object({ file: z.string(), id: Id }), result: nothing },
  copy: { params: z.object({ text: z.string() }), result: nothing },
} as const;
export type EvaluationPanelRequestName = keyof typeof evaluationPanelRequests;

const names = Object.keys(evaluationPanelRequests) as [
  EvaluationPanelRequestName,
  ...EvaluationPanelRequestName[],
];

/** From the page to the extension. */
export const EvaluationPageMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('request'),
    id: z.int().nonnegative(),
    name: z.enum(names),
    params: z.unknown(),
  }),
  /** An error that the page itself could not handle; written to the log. */
  z.object({ kind: z.literal('page-error'), message: z.string(), stack: z.string() }),
]);
export type EvaluationPageMessage = z.infer<typeof EvaluationPageMessage>;

/** From the extension to the page. */
export const EvaluationHostMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reply'), id: z.int().nonnegative(), result: z.unknown() }),
  /** The request failed; one sentence for a person. */
  z.object({ kind: z.literal('problem'), id: z.int().nonnegative(), message: z.string() }),
  z.object({ kind: z.literal('evaluations-changed') }),
  z.object({ kind: z.literal('go'), route: EvaluationRoute }),
]);
export type EvaluationHostMessage = z.infer<typeof EvaluationHostMessage>;
