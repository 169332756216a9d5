// Labelling and agreement: what a client asks of the runtime process. An item holds nothing that a judge or another person said
// until its own label is committed; only the reply to that carries the verdicts.
import * as z from 'zod';
import { AgreementItem, AgreementReport } from './agreement.ts';
import { Id, Timestamp } from './ids.ts';
import { CriterionRatings, JudgeIdentity, VerdictLevel } from './judge.ts';
import { ConflictOutcome, ItemHash, Rubric, Stratum } from './label.ts';

/** An opened queue of items; valid in the process that opened it. */
export const LabellingHandle = z.string().min(1);
export type LabellingHandle = z.infer<typeof LabellingHandle>;

/** What a judge said, shown only after the label. */
export const RevealedVerdict = z.object({
  judge: JudgeIdentity,
  /** Null when it was unscored; `reason` then holds the cause. */
  level: VerdictLevel.nullable(),
  reason: z.string(),
  criteria: CriterionRatings.nullable(),
  /** Levels of repeated questions, in the order asked. */
  repeats: z.array(VerdictLevel.nullable()),
});
export type RevealedVerdict = z.infer<typeof RevealedVerdict>;

export const Reveal = z.object({
  stratum: Stratum,
  verdicts: z.array(RevealedVerdict),
  /** Labels of other people on this item, each of whom labelled it too. */
  others: z.array(z.object({ rater: z.string(), level: VerdictLevel, note: z.string() })),
});
export type Reveal = z.infer<typeof Reveal>;

/** The person's own label of an item. */
export const OwnLabel = z.object({
  id: Id,
  first: VerdictLevel,
  /** Differs from the first after a revision. */
  last: VerdictLevel,
  milliseconds: z.number().nonnegative(),
  at: Timestamp,
  blind: z.boolean(),
  criteria: CriterionRatings.nullable(),
  /** False when the rubric has changed since. */
  currentRubric: z.boolean(),
});
export type OwnLabel = z.infer<typeof OwnLabel>;

export const LabelItem = z.object({
  /** From 1; stays with the item while the queue is open. */
  position: z.int().positive(),
  itemHash: ItemHash,
  taskId: Id,
  question: z.string(),
  referenceAnswer: z.string(),
  finalAnswer: z.string(),
  /** Files of the task: name as shown, absolute path, and whether it is there. */
  files: z.array(z.object({ name: z.string(), path: z.string(), exists: z.boolean() })),
  /** The trajectory that is opened on demand, verdicts hidden. */
  place: z.object({ file: z.string(), trajectoryId: Id }),
  /** Trajectories that gave this very answer. */
  multiplicity: z.int().positive(),
  steps: z.int().nonnegative(),
  /** The last observation before the answer, clipped; null when there is none. */
  lastOutput: z.object({ step: z.int().positive(), text: z.string() }).nullable(),
  own: OwnLabel.nullable(),
  note: z.string(),
  flagged: z.boolean(),
  skipped: z.boolean(),
  /** Null until the person's own label is committed. */
  reveal: Reveal.nullable(),
});
export type LabelItem = z.infer<typeof LabelItem>;

export const StratumProgress = z.object({
  stratum: Stratum,
  labelled: z.int().nonnegative(),
  /** Drawn for the queue. */
  drawn: z.int().nonnegative(),
  /** Items of the population that belong to it. */
  population: z.int().nonnegative(),
});

/** Width of an interval now and after more labels. */
export const LabelGain = z.object({
  /** As a person reads it, for example `llm-judge v3`. */
  judge: z.string(),
  /** Labelled items that it has graded. */
  n: z.int().nonnegative(),
  /** Half width of the 95 % interval of Cohen's kappa against people; null while there are not enough labels. */
  halfWidth: z.number().nullable(),
  more: z.int().positive(),
  halfWidthAfter: z.number().nullable(),
});
export type LabelGain = z.infer<typeof LabelGain>;

export const LabellingState = z.object({
  handle: LabellingHandle,
  rater: z.string(),
  /** Items of the queue. */
  total: z.int().nonnegative(),
  labelled: z.int().nonnegative(),
  skipped: z.int().nonnegative(),
  flagged: z.int().nonnegative(),
  /** Where to go on: the first item that is neither labelled nor skipped; null when all are done. */
  next: z.int().positive().nullable(),
  strata: z.array(StratumProgress),
  /** Median milliseconds of this person's last 20 labels; null before the first. */
  pace: z.number().nonnegative().nullable(),
  rubric: Rubric,
  /** Of the judge that training uses; null without one. */
  gain: LabelGain.nullable(),
  /** Items on which people differ and nobody has decided. */
  conflicts: z.int().nonnegative(),
  /** Label file of the workspace, whether or not it is there yet. */
  labelFile: z.string(),
  /** What could not be read, a sentence each with file and line. */
  problems: z.array(z.string()),
});
export type LabellingState = z.infer<typeof LabellingState>;

/** An item on which people differ. Shown to those who labelled it, and to whoever decides. */
export const Conflict = z.object({
  item: LabelItem,
  labels: z.array(
    z.object({
      id: Id,
      rater: z.string(),
      level: VerdictLevel,
      note: z.string(),
      milliseconds: z.number().nonnegative(),
    }),
  ),
  decided: z
    .object({ outcome: ConflictOutcome, rater: z.string(), note: z.string(), at: Timestamp })
    .nullable(),
});
export type Conflict = z.infer<typeof Conflict>;

export const LabelFormat = z.enum(['jsonl', 'csv', 'huggingface', 'inspect', 'langfuse']);
export type LabelFormat = z.infer<typeof LabelFormat>;

/** Where answers come from: trajectory files, or all of a workspace. */
const population = {
  workspace: z.string(),
  /** Absolute paths; empty takes every trajectory file of the workspace. */
  files: z.array(z.string()).default([]),
};
const handle = { handle: LabellingHandle };
const ofItem = { ...handle, itemHash: ItemHash };
const itemAndState = z.object({ item: LabelItem, state: LabellingState });

/** Requests of the runtime process. None of them runs code; all work in Restricted Mode. */
export const labellingRequests = {
  'open-labelling': {
    params: z.object({
      ...population,
      /** As in a label; see LabelRecord. */
      rater: z.string().min(1),
      /** Most items of the queue. */
      size: z.int().positive().max(100_000).default(300),
    }),
    result: LabellingState,
  },
  'close-labelling': { params: z.object(handle), result: z.object({}) },
  'read-labelling': { params: z.object(handle), result: LabellingState },
  'read-label-items': {
    params: z.object({
      ...handle,
      from: z.int().positive(),
      to: z.int().positive(),
    }),
    result: z.object({ items: z.array(LabelItem) }),
  },
  'commit-label': {
    params: z.object({
      ...ofItem,
      level: VerdictLevel,
      criteria: CriterionRatings.nullable().default(null),
      note: z.string().default(''),
      milliseconds: z.number().nonnegative(),
    }),
    result: itemAndState,
  },
  'revise-label': {
    params: z.object({ ...ofItem, level: VerdictLevel }),
    result: itemAndState,
  },
  /** Withdraws the person's last label of this queue, whichever item it was on; null when there is none. */
  'undo-label': {
    params: z.object(handle),
    result: z.object({ item: LabelItem.nullable(), state: LabellingState }),
  },
  'mark-item': {
    params: z.object({
      ...ofItem,
      note: z.string().optional(),
      flagged: z.boolean().optional(),
      skipped: z.boolean().optional(),
    }),
    result: itemAndState,
  },
  'list-conflicts': {
    params: z.object(handle),
    result: z.object({ conflicts: z.array(Conflict) }),
  },
  'decide-conflict': {
    params: z.object({ ...ofItem, outcome: ConflictOutcome, note: z.string().default('') }),
    result: z.object({ conflict: Conflict, state: LabellingState }),
  },
  'read-agreement': { params: z.object(population), result: AgreementReport },
  /** The items of one cell of a judge's matrix: `judge` is a grader's key. */
  'list-agreement-items': {
    params: z.object({
      ...population,
      judge: z.string(),
      judged: VerdictLevel,
      people: VerdictLevel,
      /** Who asks: answers that this person may still label blind are left out. Null leaves none out. */
      rater: z.string().min(1).nullable().default(null),
    }),
    /** `judge` as a person reads it; `hidden` answers were left out. */
    result: z.object({
      judge: z.string(),
      items: z.array(AgreementItem),
      hidden: z.int().nonnegative(),
    }),
  },
  /** Appends rewards in which people's labels stand for verdicts; the trajectories keep their old rewards as lines before. */
  'score-again': {
    params: z.object(population),
    result: z.object({
      trajectories: z.int().nonnegative(),
      changed: z.int().nonnegative(),
      meanBefore: z.number().nullable(),
      meanAfter: z.number().nullable(),
    }),
  },
  /** Writes the rubric that counts into a file that a person can edit; one that is there stays. */
  'ensure-rubric-file': {
    params: z.object({ workspace: z.string() }),
    result: z.object({ file: z.string() }),
  },
  'export-labels': {
    params: z.object({ workspace: z.string(), format: LabelFormat, to: z.string() }),
    result: z.object({ file: z.string(), labels: z.int().nonnegative() }),
  },
  'import-labels': {
    params: z.object({ workspace: z.string(), from: z.string() }),
    result: z.object({
      format: LabelFormat,
      added: z.int().nonnegative(),
      alreadyThere: z.int().nonnegative(),
      problems: z.array(z.string()),
    }),
  },
} as const;

/** Sent when another window, person or merge changed the label file. */
export const labellingNotifications = { 'labels-changed': LabellingState } as const;
