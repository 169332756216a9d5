// What the lines of a label file say about one item. Pure, and the same in whatever order the lines come: two branches that
// were merged, and two windows that wrote at once, give one state.
import type {
  ConflictDecided,
  ConflictOutcome,
  ItemHash,
  LabelGiven,
  LabelRecord,
  LabelRevised,
  RubricReference,
  Stratum,
} from '../contract/label.ts';
import type { CriterionRatings, VerdictLevel } from '../contract/judge.ts';
import { isSameRubric } from './rubric.ts';

/** What one person decided about one item under one rubric. */
export interface Label {
  /** Of the oldest line that counts. */
  readonly id: string;
  /** All lines that gave it: more than one when the person labelled the item in two windows. */
  readonly ids: readonly string[];
  readonly itemHash: ItemHash;
  readonly taskId: string;
  readonly rater: string;
  /** Decided before any verdict was seen when `blind`; this one counts for agreement. */
  readonly first: VerdictLevel;
  /** After revisions; this one counts for rewards. */
  readonly last: VerdictLevel;
  readonly rubric: RubricReference;
  readonly blind: boolean;
  readonly stratum: Stratum;
  readonly samplingProbability: number;
  readonly multiplicity: number;
  readonly milliseconds: number;
  readonly at: string;
  readonly criteria: CriterionRatings | null;
  readonly question: string;
  readonly referenceAnswer: string;
  readonly finalAnswer: string;
}

/** What a person noted about an item, label or not. */
export interface ItemMark {
  readonly note: string;
  readonly flagged: boolean;
  readonly skipped: boolean;
}

export interface Decision {
  readonly id: string;
  readonly outcome: ConflictOutcome;
  readonly rater: string;
  readonly note: string;
  readonly at: string;
  readonly labelIds: readonly string[];
}

export interface ItemLabels {
  /** In the order in which they were given. */
  readonly labels: readonly Label[];
  readonly marks: ReadonlyMap<string, ItemMark>;
  /** The newest decision that is about a label which still counts. */
  readonly decision: Decision | null;
}

export const noLabels: ItemLabels = { labels: [], marks: new Map(), decision: null };
export const noMark: ItemMark = { note: '', flagged: false, skipped: false };

/** `records` are about one item; each id may be there more than once. */
export function reduceItem(records: readonly LabelRecord[]): ItemLabels {
  const ordered = inOrder(records);
  const withdrawn = withdrawnIds(ordered);
  const given = ordered.filter(
    (record) => record.kind === 'label-given' && !withdrawn.has(record.id),
  ) as LabelGiven[];
  const revisions = ordered.filter((record) => record.kind === 'label-revised');
  const labels = togetherByRater(given).map((own) => labelOf(own, revisions));
  return { labels, marks: marksOf(ordered, withdrawn), decision: decisionOf(ordered, labels) };
}

function inOrder<Kind extends { readonly id: string; readonly at: string }>(
  records: readonly Kind[],
): Kind[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  return [...byId.values()].sort((a, b) => compare(a.at, b.at) || compare(a.id, b.id));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Nobody takes back what another person said. */
function withdrawnIds(records: readonly LabelRecord[]): ReadonlySet<string> {
  const raters = new Map(records.map(({ id, rater }) => [id, rater]));
  return new Set(
    records.flatMap((record) =>
      record.kind === 'label-withdrawn' && raters.get(record.labelId) === record.rater
        ? [record.labelId]
        : [],
    ),
  );
}

function togetherByRater(given: readonly LabelGiven[]): [LabelGiven, ...LabelGiven[]][] {
  const groups: [LabelGiven, ...LabelGiven[]][] = [];
  for (const record of given) {
    const group = groups.find(
      ([first]) => first.rater === record.rater && isSameRubric(first.rubric, record.rubric),
    );
    if (group === undefined) groups.push([record]);
    else group.push(record);
  }
  return groups;
}

function labelOf(own: [LabelGiven, ...LabelGiven[]], revisions: readonly LabelRevised[]): Label {
  const [oldest] = own;
  const ids = own.map(({ id }) => id);
  const later = revisions.filter(
    ({ labelId, rater }) => rater === oldest.rater && ids.includes(labelId),
  );
  return {
    id: oldest.id,
    ids,
    itemHash: oldest.itemHash,
    taskId: oldest.taskId,
    rater: oldest.rater,
    first: oldest.level,
    last: lastLevel(own, later),
    rubric: oldest.rubric,
    blind: oldest.blind,
    stratum: oldest.stratum,
    samplingProbability: oldest.samplingProbability,
    multiplicity: oldest.multiplicity,
    milliseconds: oldest.milliseconds,
    at: oldest.at,
    criteria: own.findLast(({ criteria }) => criteria !== undefined)?.criteria ?? null,
    question: oldest.question,
    referenceAnswer: oldest.referenceAnswer,
    finalAnswer: oldest.finalAnswer,
  };
}

/**
 * What was decided last. A revision comes after the label that it revises, whatever the clocks of two machines say; labels of
 * two windows are told apart by time.
 */
function lastLevel(
  own: readonly [LabelGiven, ...LabelGiven[]],
  revisions: readonly LabelRevised[],
): VerdictLevel {
  const decisions = own.map((label) => {
    const revision = revisions.findLast(({ labelId }) => labelId === label.id);
    const at = revision !== undefined && revision.at > label.at ? revision.at : label.at;
    return { id: label.id, at, level: revision?.level ?? label.level };
  });
  return inOrder(decisions).at(-1)?.level ?? own[0].level;
}

function marksOf(
  records: readonly LabelRecord[],
  withdrawn: ReadonlySet<string>,
): ReadonlyMap<string, ItemMark> {
  const marks = new Map<string, ItemMark>();
  for (const record of records) {
    const change = markOf(record, withdrawn.has(record.id));
    if (change === null) continue;
    marks.set(record.rater, { ...(marks.get(record.rater) ?? noMark), ...change });
  }
  return marks;
}

/** A label says something about note and flag where it has them, and ends a skip unless it was taken back. */
function markOf(record: LabelRecord, withdrawn: boolean): Partial<ItemMark> | null {
  if (record.kind === 'item-marked') {
    const { note, flagged, skipped } = record;
    return {
      ...(note === undefined ? {} : { note }),
      ...(flagged === undefined ? {} : { flagged }),
      ...(skipped === undefined ? {} : { skipped }),
    };
  }
  if (record.kind !== 'label-given') return null;
  return {
    ...(record.note === '' ? {} : { note: record.note }),
    ...(record.flagged ? { flagged: true } : {}),
    ...(withdrawn ? {} : { skipped: false }),
  };
}

function decisionOf(records: readonly LabelRecord[], labels: readonly Label[]): Decision | null {
  const counting = new Set(labels.flatMap(({ ids }) => ids));
  const isAboutOne = ({ labelIds }: ConflictDecided) => labelIds.some((id) => counting.has(id));
  const newest = records.findLast(
    (record) => record.kind === 'conflict-decided' && isAboutOne(record),
  );
  if (newest?.kind !== 'conflict-decided') return null;
  const { id, outcome, rater, note, at, labelIds } = newest;
  return { id, outcome, rater, note, at, labelIds };
}
