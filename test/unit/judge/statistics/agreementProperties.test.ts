// What must hold for every sample, and a second, slow implementation from the definitions by pairs.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { GradedRow } from '../../../../runtime/judge/statistics/gradedRow.ts';
import {
  cohenKappa,
  gwetAC1,
  type KappaWeighting,
  rawAgreement,
} from '../../../../runtime/judge/statistics/kappa.ts';
import {
  type AlphaMetric,
  alphaOfTable,
  krippendorffAlpha,
} from '../../../../runtime/judge/statistics/krippendorff.ts';
import {
  oneAgainstRest,
  type Table,
  tableOf,
  tableOfRows,
} from '../../../../runtime/judge/statistics/table.ts';
import { anyRows, repeated } from './gradedRows.ts';
import { near } from './referenceVectors.ts';

type Figure = (table: Table) => number | null;
const weightings: readonly KappaWeighting[] = ['none', 'linear', 'quadratic'];
const metrics: readonly AlphaMetric[] = ['nominal', 'ordinal', 'interval'];
const figures: readonly (readonly [string, Figure])[] = [
  ['raw', rawAgreement],
  ['AC1', gwetAC1],
  ...weightings.map((weighting): [string, Figure] => [
    `kappa ${weighting}`,
    (table) => cohenKappa(table, weighting),
  ]),
  ...metrics.map((metric): [string, Figure] => [
    `alpha ${metric}`,
    (table) => alphaOfTable(table, metric),
  ]),
];
const weighted = (rows: readonly GradedRow[]): Table => tableOfRows(rows, 'weight');
const swap = (rows: readonly GradedRow[]): GradedRow[] =>
  rows.map((row) => ({ ...row, left: row.right, right: row.left }));

for (const [name, figure] of figures) {
  describe(name, () => {
    const holds = (check: (rows: GradedRow[]) => void): void =>
      fc.assert(fc.property(anyRows, check), { numRuns: 200, seed: 11 });

    it('is the same with the graders swapped', () =>
      holds((rows) => near(figure(weighted(swap(rows))), figure(weighted(rows)))));

    it('is the same in any order of the rows', () =>
      holds((rows) => near(figure(weighted([...rows].reverse())), figure(weighted(rows)))));

    it('takes a weight of k as k rows', () =>
      holds((rows) => near(figure(weighted(repeated(rows))), figure(weighted(rows)))));

    it('without weights is that with weights of 1', () =>
      holds((rows) => {
        const ones = rows.map((row) => ({ ...row, weight: 1 }));
        near(figure(tableOfRows(rows, 'unit')), figure(weighted(ones)));
      }));

    it('stays at most 1, and is 1 exactly when all agree', () =>
      holds((rows) => {
        const value = figure(weighted(rows));
        if (value === null) return;
        const agree = rows.every(({ left, right }) => left === right);
        assert.ok(value <= 1 + 1e-12, String(value));
        assert.equal(Math.abs(value - 1) < 1e-12, agree, String(value));
      }));

    it('is undefined for nothing', () => assert.equal(figure(weighted([])), null));
  });
}

/** Mean distance of the two values of a row, over the mean distance of any left value and any right one. */
function kappaByPairs(rows: readonly GradedRow[], weighting: KappaWeighting): number | null {
  const apart = (one: number, other: number): number => {
    if (weighting === 'none') return one === other ? 0 : 1;
    return weighting === 'linear' ? Math.abs(one - other) : (one - other) ** 2;
  };
  let [observed, expected] = [0, 0];
  for (const { left } of rows) for (const { right } of rows) expected += apart(left, right);
  for (const { left, right } of rows) observed += apart(left, right);
  return expected === 0 ? null : 1 - observed / rows.length / (expected / rows.length ** 2);
}

/** Mean distance within units, over that of all pairs of ratings whichever unit they come from. */
function alphaByPairs(units: readonly (number | null)[][], metric: AlphaMetric): number | null {
  const rated = units
    .map((unit) => unit.filter((rating) => rating !== null))
    .filter((unit) => unit.length > 1);
  const all = rated.flat();
  const apart = (one: number, other: number): number => {
    if (one === other) return 0;
    if (metric === 'nominal') return 1;
    if (metric === 'interval') return (one - other) ** 2;
    const [low, high] = [Math.min(one, other), Math.max(one, other)];
    const ends = all.filter((rating) => rating === low || rating === high).length;
    return (all.filter((rating) => rating > low && rating < high).length + ends / 2) ** 2;
  };
  const sum = (ratings: readonly number[]): number =>
    ratings.reduce(
      (total, one, at) =>
        total + ratings.reduce((part, two, to) => part + (at === to ? 0 : apart(one, two)), 0),
      0,
    );
  const within = rated.reduce((total, unit) => total + sum(unit) / (unit.length - 1), 0);
  const between = sum(all) / (all.length - 1);
  return all.length === 0 || between === 0 ? null : 1 - within / between;
}

describe('a second implementation from the pairs', () => {
  it('finds the same kappas', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        for (const weighting of weightings) {
          const found = cohenKappa(tableOfRows(rows, 'unit'), weighting);
          near(found, kappaByPairs(rows, weighting), weighting);
        }
      }),
      { numRuns: 300, seed: 5 },
    );
  });

  it('finds the same alphas with gaps, any number of raters and any values', () => {
    const rating = fc.option(fc.constantFrom(-2, 0, 0.5, 1, 7), { nil: null });
    const units = fc
      .integer({ min: 1, max: 5 })
      .chain((raters) =>
        fc.array(fc.array(rating, { minLength: raters, maxLength: raters }), { maxLength: 15 }),
      );
    fc.assert(
      fc.property(units, (some) => {
        for (const metric of metrics) {
          near(krippendorffAlpha(some, metric), alphaByPairs(some, metric), metric);
        }
      }),
      { numRuns: 300, seed: 6 },
    );
  });

  it('finds the same alpha from the table of two raters', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const units = rows.map(({ left, right }) => [left, right]);
        for (const metric of metrics) {
          near(alphaOfTable(tableOfRows(rows, 'unit'), metric), alphaByPairs(units, metric));
        }
      }),
      { numRuns: 200, seed: 7 },
    );
  });

  it('takes the weight of a unit with gaps as so many units', () => {
    const unit = [0, null, 2, 1];
    const others = [
      [1, 1, null, 1],
      [2, 2, 1, null],
    ];
    for (const metric of metrics) {
      const twice = krippendorffAlpha([unit, unit, ...others], metric);
      near(krippendorffAlpha([unit, ...others], metric, [2, 1, 1]), twice, metric);
    }
  });
});

describe('tables', () => {
  it('set one level against the rest', () => {
    const table = tableOf([
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ]);
    assert.deepEqual(oneAgainstRest(table, 1).cells, [20, 10, 10, 5]);
    near(rawAgreement(oneAgainstRest(table, 1)), 25 / 45);
  });

  it('must be square', () =>
    assert.throws(() => tableOf([[1, 2], [3]]), /A table of 2 rows needs 2 columns in each/));
});
