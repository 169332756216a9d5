// The items that people agree on or that were decided, each with the number of trajectories it stands for.
import type { RubricReference } from '../../contract/label.ts';
import { levelIndex, type GradedRow, type LevelIndex } from '../../judge/statistics/gradedRow.ts';
import type { LabelBook } from '../labelBook.ts';
import { levelFor, peopleOutcome, pooledLabels } from '../people.ts';
import type { JudgedItem, Population } from '../population.ts';

export interface LabelledItem {
  /** Of the item in the population. */
  readonly index: number;
  /** What people say. */
  readonly people: LevelIndex;
  readonly weight: number;
  readonly stratum: string;
}

export interface LabelledItems {
  readonly items: readonly LabelledItem[];
  readonly undecided: number;
  readonly ambiguous: number;
  /** Items with a label that is in the pool but not in the population. */
  readonly elsewhere: number;
}

interface Found {
  readonly index: number;
  readonly level: LevelIndex;
  readonly samplingProbability: number;
}

/** First labels of this rubric, blind ones only. */
export function labelledItems(
  population: Population,
  book: LabelBook,
  rubric: RubricReference,
): LabelledItems {
  const found: Found[] = [];
  let [undecided, ambiguous, elsewhere] = [0, 0, 0];
  for (const hash of book.hashes()) {
    const labels = book.item(hash);
    const outcome = peopleOutcome(labels, { rubric, purpose: 'agreement' });
    if (outcome.kind === 'none') continue;
    const index = population.index.get(hash);
    if (index === undefined) elsewhere += 1;
    else if (outcome.kind === 'undecided') undecided += 1;
    else if (outcome.kind === 'ambiguous') ambiguous += 1;
    else {
      const [label] = pooledLabels(labels, { rubric, purpose: 'agreement' });
      const samplingProbability = label?.samplingProbability ?? 1;
      found.push({ index, level: levelIndex(outcome.level), samplingProbability });
    }
  }
  return { items: weighted(population, found), undecided, ambiguous, elsewhere };
}

/** The items that one person labelled, weighted as if nobody else had. */
export function itemsOfPerson(
  population: Population,
  book: LabelBook,
  rubric: RubricReference,
  rater: string,
): LabelledItem[] {
  const found: Found[] = [];
  for (const [hash, index] of population.index) {
    const labels = pooledLabels(book.item(hash), { rubric, purpose: 'agreement' });
    const own = labels.find((label) => label.rater === rater);
    if (own === undefined) continue;
    const { samplingProbability } = own;
    found.push({ index, level: levelIndex(levelFor(own, 'agreement')), samplingProbability });
  }
  return weighted(population, found);
}

/**
 * multiplicity / p, scaled so that the items of a stratum stand for all of it: where all have the same p this is
 * multiplicity x items of the stratum / labelled items of it (post-stratification; Cochran, Sampling Techniques, 1977,
 * section 5A.9). Strata are those of today: an item that moved since its label was given keeps the probability it was
 * drawn with.
 */
function weighted(population: Population, found: readonly Found[]): LabelledItem[] {
  const sizes = countBy(population.judged, ({ stratum }) => stratum);
  const inverse = new Map<string, number>();
  const stratumAt = (index: number) => population.judged[index]?.stratum ?? 'random';
  for (const { index, samplingProbability } of found) {
    const stratum = stratumAt(index);
    inverse.set(stratum, (inverse.get(stratum) ?? 0) + 1 / samplingProbability);
  }
  return found.map(({ index, level, samplingProbability }) => {
    const stratum = stratumAt(index);
    const scale = (sizes.get(stratum) ?? 1) / (inverse.get(stratum) ?? 1);
    const multiplicity = population.items[index]?.multiplicity ?? 1;
    return { index, people: level, stratum, weight: (multiplicity * scale) / samplingProbability };
  });
}

function countBy<Value>(
  values: readonly Value[],
  keyOf: (value: Value) => string,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(keyOf(value), (counts.get(keyOf(value)) ?? 0) + 1);
  return counts;
}

/** The level of a judge on an item; null when it gave none. */
export function judgedLevel(judged: JudgedItem | undefined, judge: number): LevelIndex | null {
  const verdict = judged?.verdicts.find((one) => one.judge === judge);
  return verdict === undefined ? null : levelIndex(verdict.level);
}

/** Left the judge, right the people. */
export function rowsAgainstPeople(
  population: Population,
  items: readonly LabelledItem[],
  judge: number,
): (GradedRow & { readonly index: number })[] {
  return items.flatMap(({ index, people, weight, stratum }) => {
    const left = judgedLevel(population.judged[index], judge);
    return left === null ? [] : [{ left, right: people, weight, stratum, index }];
  });
}
