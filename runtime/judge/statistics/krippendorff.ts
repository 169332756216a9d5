// Krippendorff's alpha (Computing Krippendorff's Alpha-Reliability, 2011): any number of raters, with gaps.
import { cellOf, type Table } from './table.ts';

export type AlphaMetric = 'nominal' | 'ordinal' | 'interval';

/** What raters said of one unit, a slot a rater; null where one said nothing. */
export type RatedUnit = readonly (number | null)[];

export interface Coincidences {
  /** Distinct values, ascending. */
  readonly values: readonly number[];
  /** values x values: how often two raters of a unit gave this pair, in both orders. */
  readonly table: Table;
  /** Units with at least two ratings; the others say nothing about agreement. */
  readonly units: number;
}

/**
 * Alpha = 1 - observed / expected disagreement, at most 1. Null when undefined: nothing pairable, or all pairable values equal,
 * where disagreement cannot show.
 */
export function krippendorffAlpha(
  units: readonly RatedUnit[],
  metric: AlphaMetric,
  weights?: readonly number[],
): number | null {
  return alphaOf(coincidencesOf(units, weights), metric);
}

/** Alpha of two raters who both rated everything, from their table of categories 0, 1, 2 ... */
export function alphaOfTable(table: Table, metric: AlphaMetric): number | null {
  const cells = new Float64Array(table.size ** 2);
  const values = Array.from({ length: table.size }, (_, at) => at);
  for (const row of values) {
    for (const column of values) {
      cells[row * table.size + column] = cellOf(table, row, column) + cellOf(table, column, row);
    }
  }
  return alphaOf({ values, table: { size: table.size, cells }, units: 0 }, metric);
}

/** `weights` has one number of at least 0 a unit; without it each unit counts 1. */
export function coincidencesOf(
  units: readonly RatedUnit[],
  weights?: readonly number[],
): Coincidences {
  const rated = units
    .map((unit, at) => ({
      ratings: unit.filter((rating) => rating !== null),
      weight: weights?.[at] ?? 1,
    }))
    .filter(({ ratings }) => ratings.length > 1);
  const values = [...new Set(rated.flatMap(({ ratings }) => ratings))].sort((a, b) => a - b);
  const place = new Map(values.map((value, at) => [value, at]));
  const cells = new Float64Array(values.length ** 2);
  for (const { ratings, weight } of rated) {
    const places = ratings.map((rating) => place.get(rating) ?? 0);
    addPairs(cells, values.length, places, weight / (ratings.length - 1));
  }
  return { values, table: { size: values.length, cells }, units: rated.length };
}

function addPairs(cells: Float64Array, size: number, places: readonly number[], weight: number) {
  for (const [one, row] of places.entries()) {
    for (const [other, column] of places.entries()) {
      const at = row * size + column;
      if (one !== other) cells[at] = (cells[at] ?? 0) + weight;
    }
  }
}

/** Share of equal pairs among all ordered pairs of ratings of a unit; null when there is no pair. */
export function rawPairAgreement(units: readonly RatedUnit[]): number | null {
  let [equal, pairs] = [0, 0];
  for (const unit of units) {
    const ratings = unit.filter((rating) => rating !== null);
    for (const [at, rating] of ratings.entries()) {
      const others = ratings.slice(at + 1);
      pairs += others.length;
      equal += others.filter((other) => other === rating).length;
    }
  }
  return pairs === 0 ? null : equal / pairs;
}

/** Alpha from coincidences: 1 - (n - 1) sum o d^2 / sum n_c n_k d^2. */
function alphaOf({ values, table }: Coincidences, metric: AlphaMetric): number | null {
  const totals = values.map((_, row) =>
    values.reduce((sum, _value, column) => sum + cellOf(table, row, column), 0),
  );
  const n = totals.reduce((sum, total) => sum + total, 0);
  let [observed, expected] = [0, 0];
  for (const row of values.keys()) {
    for (let column = row + 1; column < values.length; column += 1) {
      const apart = squaredDistance(values, totals, row, column, metric);
      observed += apart * cellOf(table, row, column);
      expected += apart * (totals[row] ?? 0) * (totals[column] ?? 0);
    }
  }
  return expected > 0 ? 1 - ((n - 1) * observed) / expected : null;
}

/** Of the values at `low` < `high`; ordinal: squared number of ratings between them, the two ends counted half. */
function squaredDistance(
  values: readonly number[],
  totals: readonly number[],
  low: number,
  high: number,
  metric: AlphaMetric,
): number {
  switch (metric) {
    case 'nominal':
      return 1;
    case 'interval':
      return ((values[high] ?? 0) - (values[low] ?? 0)) ** 2;
    case 'ordinal': {
      let between = ((totals[low] ?? 0) + (totals[high] ?? 0)) / 2;
      for (let at = low + 1; at < high; at += 1) between += totals[at] ?? 0;
      return between ** 2;
    }
  }
}
