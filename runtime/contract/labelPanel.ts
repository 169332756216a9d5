// What the labelling page and the extension say to each other. Before a label is committed the page is told nothing that
// a judge or another person said: items come as contract/labelling.ts gives them, blind.
import * as z from 'zod';
import { Id } from './ids.ts';
import { VerdictLevel } from './judge.ts';
import { Conflict, LabelItem, labellingRequests, LabellingState } from './labelling.ts';
import { AgreementReport } from './agreement.ts';

/** Which page the panel shows and where on it a person is. */
export const LabelRoute = z.discriminatedUnion('page', [
  /** `position` null goes to where labelling goes on. */
  z.object({ page: z.literal('label'), position: z.int().positive().nullable().default(null) }),
  z.object({ page: z.literal('conflicts'), position: z.int().positive().nullable().default(null) }),
  /** `judge` is the key of the grader whose matrix is shown; absent before a person chose one. */
  z.object({ page: z.literal('agreement'), judge: z.string().optional() }),
  z.object({
    page: z.literal('cell'),
    judge: z.string(),
    judged: VerdictLevel,
    people: VerdictLevel,
  }),
]);
export type LabelRoute = z.infer<typeof LabelRoute>;

export const LabelPanelState = z.object({
  version: z.literal(1),
  workspace: z.string(),
  files: z.array(z.string()),
  route: LabelRoute,
});
export type LabelPanelState = z.infer<typeof LabelPanelState>;

export const LabelPanelStart = z.object({
  state: LabelPanelState,
  /** Null when there is nothing to label; `emptyReason` then says why and what to do. */
  labelling: LabellingState.nullable(),
  emptyReason: z.string().nullable(),
  /** Keys as the person set them: action to key as VS Code shows it; null where it has none. */
  keys: z.record(z.string(), z.string().nullable()),
});
export type LabelPanelStart = z.infer<typeof LabelPanelStart>;

/** What a key does on the labelling page; VS Code's keybindings say which key, so that people can change them. */
export const LabelAction = z.enum([
  'wrong',
  'partial',
  'correct',
  /** On the conflicts page: the rubric does not say. */
  'ambiguous',
  'skip',
  'flag',
  'note',
  'undo',
  'reveal',
  'next',
  'previous',
  'go-on',
  'help',
]);
export type LabelAction = z.infer<typeof LabelAction>;

const nothing = z.object({});

/** The panel knows the handle and the population, so that the page does not name them. */
export const labelPanelRequests = {
  ready: { params: nothing, result: LabelPanelStart },
  'read-label-items': {
    params: labellingRequests['read-label-items'].params.omit({ handle: true }),
    result: z.object({ items: z.array(LabelItem) }),
  },
  'commit-label': {
    params: labellingRequests['commit-label'].params.omit({ handle: true }),
    result: labellingRequests['commit-label'].result,
  },
  'revise-label': {
    params: labellingRequests['revise-label'].params.omit({ handle: true }),
    result: labellingRequests['revise-label'].result,
  },
  'undo-label': { params: nothing, result: labellingRequests['undo-label'].result },
  'mark-item': {
    params: labellingRequests['mark-item'].params.omit({ handle: true }),
    result: labellingRequests['mark-item'].result,
  },
  'list-conflicts': { params: nothing, result: z.object({ conflicts: z.array(Conflict) }) },
  'decide-conflict': {
    params: labellingRequests['decide-conflict'].params.omit({ handle: true }),
    result: labellingRequests['decide-conflict'].result,
  },
  'read-agreement': { params: nothing, result: AgreementReport },
  'list-agreement-items': {
    params: z.object({ judge: z.string(), judged: VerdictLevel, people: VerdictLevel }),
    result: labellingRequests['list-agreement-items'].result,
  },
  'score-again': { params: nothing, result: labellingRequests['score-again'].result },
  /** Opens the trajectory beside; `blind` leaves verdicts and rewards out of what that panel is told. */
  'open-trajectory': {
    params: z.object({ file: z.string(), id: Id, blind: z.boolean() }),
    result: nothing,
  },
  'open-file': { params: z.object({ path: z.string() }), result: nothing },
  'open-rubric': { params: nothing, result: nothing },
  /** Opens VS Code's own list of keys, filtered to this page's. */
  'change-keys': { params: nothing, result: nothing },
  /** Told whenever a text field has the focus or loses it, so that no key is stolen while typing. */
  'set-typing': { params: z.object({ typing: z.boolean() }), result: nothing },
  'set-route': { params: z.object({ route: LabelRoute }), result: nothing },
  'show-log': { params: nothing, result: nothing },
} as const;
export type LabelPanelRequestName = keyof typeof labelPanelRequests;

export const LabelPageMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('request'),
    id: z.int().nonnegative(),
    name: z.enum(
      Object.keys(labelPanelRequests) as [LabelPanelRequestName, ...LabelPanelRequestName[]],
    ),
    params: z.unknown(),
  }),
  z.object({ kind: z.literal('page-error'), message: z.string(), stack: z.string() }),
]);
export type LabelPageMessage = z.infer<typeof LabelPageMessage>;

export const LabelHostMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reply'), id: z.int().nonnegative(), result: z.unknown() }),
  z.object({ kind: z.literal('problem'), id: z.int().nonnegative(), message: z.string() }),
  z.object({ kind: z.literal('labels-changed'), state: LabellingState }),
  /** A key of this page was pressed. */
  z.object({ kind: z.literal('action'), action: LabelAction }),
  z.object({ kind: z.literal('go'), route: LabelRoute }),
]);
export type LabelHostMessage = z.infer<typeof LabelHostMessage>;
