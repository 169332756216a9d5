// How far a person is with a queue, from the queue and the labels. Pure.
import type { LabellingState } from '../contract/labelling.ts';
import type { RubricReference, Stratum } from '../contract/label.ts';
import type { Draw } from './draw.ts';
import { type ItemLabels, type Label, noMark } from './itemLabels.ts';
import type { LabelBook } from './labelBook.ts';
import { conflictingLabels } from './people.ts';
import type { Population } from './population.ts';
import { isSameRubric } from './rubric.ts';

export interface ProgressInput {
  readonly draw: Draw;
  readonly population: Population;
  readonly book: LabelBook;
  readonly rubric: RubricReference;
  readonly rater: string;
}

export type Progress = Pick<
  LabellingState,
  'total' | 'labelled' | 'skipped' | 'flagged' | 'next' | 'strata' | 'pace' | 'conflicts'
>;

export function progressOf(input: ProgressInput): Progress {
  const { draw, book } = input;
  const labelledIn = new Map<Stratum, number>();
  const own: Label[] = [];
  let [skipped, flagged] = [0, 0];
  let next: number | null = null;
  for (const [index, { hash, stratum }] of draw.queue.entries()) {
    const labels = book.item(hash);
    const label = currentLabel(labels, input);
    const mark = labels.marks.get(input.rater) ?? noMark;
    if (label !== null) {
      own.push(label);
      labelledIn.set(stratum, (labelledIn.get(stratum) ?? 0) + 1);
    } else if (mark.skipped) skipped += 1;
    else next ??= index + 1;
    if (mark.flagged) flagged += 1;
  }
  return {
    total: draw.queue.length,
    labelled: own.length,
    skipped,
    flagged,
    next,
    strata: strataOf(draw, labelledIn),
    pace: paceOf(own),
    conflicts: openConflicts(input),
  };
}

/** The person's own label under the rubric that counts. */
export function currentLabel(
  { labels }: ItemLabels,
  { rater, rubric }: Pick<ProgressInput, 'rater' | 'rubric'>,
): Label | null {
  return labels.find((one) => one.rater === rater && isSameRubric(one.rubric, rubric)) ?? null;
}

function strataOf(
  { queue, strata }: Draw,
  labelledIn: ReadonlyMap<Stratum, number>,
): LabellingState['strata'] {
  const inQueue = new Map<Stratum, number>();
  for (const { stratum } of queue) inQueue.set(stratum, (inQueue.get(stratum) ?? 0) + 1);
  return strata.map(({ stratum, population }) => ({
    stratum,
    labelled: labelledIn.get(stratum) ?? 0,
    drawn: inQueue.get(stratum) ?? 0,
    population,
  }));
}

const paceLabels = 20;

/** Median milliseconds of the newest 20; null of none. */
export function paceOf(labels: readonly Pick<Label, 'at' | 'milliseconds'>[]): number | null {
  const newest = labels.toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, paceLabels);
  const times = newest.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const upper = times[times.length >> 1];
  if (upper === undefined) return null;
  return times.length % 2 === 1 ? upper : ((times[(times.length >> 1) - 1] ?? upper) + upper) / 2;
}

/** Items of the population on which people differ, decided or not, in the order of the label file. */
export function conflictHashes({ book, rubric, population }: ProgressInput): string[] {
  return [...book.hashes()].filter(
    (hash) => population.index.has(hash) && conflictingLabels(book.item(hash), rubric).length > 0,
  );
}

function openConflicts(input: ProgressInput): number {
  return conflictHashes(input).filter((hash) => input.book.item(hash).decision === null).length;
}
