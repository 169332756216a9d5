// What people decide about answers: the lines of `.tool-r1/labels.jsonl`. Only ever appended to; every line stands alone and has
// an id of its own, so that the lines of two branches merge in any order.
import * as z from 'zod';
import { Id, Timestamp } from './ids.ts';
import { CriterionRatings, VerdictLevel } from './judge.ts';

/**
 * Why an item is in the queue. Strata are disjoint: an item belongs to the first that fits, in this order. `advantage` are the
 * disagreements in which a trajectory's advantage is at least 1 or at most -1, where a wrong verdict moves training most;
 * `random` holds all items on which nothing differs, so that every answer of the population can be drawn.
 */
export const Stratum = z.enum([
  'advantage',
  'judge-judge',
  'judge-rule',
  'partial',
  'unstable',
  'random',
]);
export type Stratum = z.infer<typeof Stratum>;

/**
 * SHA-256 over question, reference answer and final answer, in hexadecimal digits. The same answer to the same task is one item,
 * however many trajectories gave it.
 */
export const ItemHash = z.string().regex(/^[0-9a-f]{64}$/);
export type ItemHash = z.infer<typeof ItemHash>;

/** The rules that people label by. `hash` is over the points, so that an edit under an old number is seen. */
export const Rubric = z.looseObject({
  version: z.int().positive(),
  hash: z.string(),
  points: z.array(z.string().min(1)).min(1),
});
export type Rubric = z.infer<typeof Rubric>;

export const RubricReference = z.looseObject({ version: z.int().positive(), hash: z.string() });
export type RubricReference = z.infer<typeof RubricReference>;

const record = {
  version: z.literal(1),
  id: Id,
  at: Timestamp,
  itemHash: ItemHash,
  /** Who did it, as git knows the person: `Name <mail>`; any other name of a person's own. */
  rater: z.string().min(1),
};

export const LabelGiven = z.looseObject({
  ...record,
  kind: z.literal('label-given'),
  level: VerdictLevel,
  rubric: RubricReference,
  /** True when no verdict of a judge and no label of another person could be seen before. */
  blind: z.boolean(),
  stratum: Stratum,
  /** Probability with which the item was drawn from its population, in (0, 1]. */
  samplingProbability: z.number().gt(0).max(1),
  /** How many trajectories of the population gave this very answer; at least 1. */
  multiplicity: z.int().positive(),
  /** From showing the item to the decision, pauses of more than five minutes left out. */
  milliseconds: z.number().nonnegative(),
  criteria: CriterionRatings.optional(),
  note: z.string().default(''),
  flagged: z.boolean().default(false),
  /** What was labelled, so that the file explains itself. */
  question: z.string(),
  referenceAnswer: z.string(),
  finalAnswer: z.string(),
  taskId: Id,
});
export type LabelGiven = z.infer<typeof LabelGiven>;

/** A second thought after the verdicts were shown. Agreement counts the first label; rewards count the last. */
export const LabelRevised = z.looseObject({
  ...record,
  kind: z.literal('label-revised'),
  labelId: Id,
  level: VerdictLevel,
});
export type LabelRevised = z.infer<typeof LabelRevised>;

/** Undo: the label counts nowhere any more. */
export const LabelWithdrawn = z.looseObject({
  ...record,
  kind: z.literal('label-withdrawn'),
  labelId: Id,
});
export type LabelWithdrawn = z.infer<typeof LabelWithdrawn>;

/** A note or a flag that was set or changed; the newest counts. Also marks a skipped item. */
export const ItemMarked = z.looseObject({
  ...record,
  kind: z.literal('item-marked'),
  note: z.string().optional(),
  flagged: z.boolean().optional(),
  skipped: z.boolean().optional(),
});
export type ItemMarked = z.infer<typeof ItemMarked>;

export const ConflictOutcome = z.union([VerdictLevel, z.literal('rubric-ambiguous')]);
export type ConflictOutcome = z.infer<typeof ConflictOutcome>;

/** The decision where people differ. `rater` is who decided. */
export const ConflictDecided = z.looseObject({
  ...record,
  kind: z.literal('conflict-decided'),
  outcome: ConflictOutcome,
  /** The labels that it decides between. */
  labelIds: z.array(Id).min(2),
  note: z.string().default(''),
});
export type ConflictDecided = z.infer<typeof ConflictDecided>;

/** One line of a label file. */
export const LabelRecord = z.discriminatedUnion('kind', [
  LabelGiven,
  LabelRevised,
  LabelWithdrawn,
  ItemMarked,
  ConflictDecided,
]);
export type LabelRecord = z.infer<typeof LabelRecord>;
