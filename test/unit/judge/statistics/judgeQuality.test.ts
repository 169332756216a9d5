import assert from 'node:assert/strict';
import {
  accuracyOf,
  estimateAccuracy,
  sharesOf,
} from '../../../../runtime/judge/statistics/accuracy.ts';
import {
  levelIndex,
  scoreOf,
  type GradedRow,
} from '../../../../runtime/judge/statistics/gradedRow.ts';
import { halfWidthAfter } from '../../../../runtime/judge/statistics/halfWidth.ts';
import {
  estimateFlipRate,
  estimateQuality,
} from '../../../../runtime/judge/statistics/judgeQuality.ts';
import { tableOf } from '../../../../runtime/judge/statistics/table.ts';
import {
  drawnWeightOf,
  effectiveSize,
  weightOf,
} from '../../../../runtime/judge/statistics/weights.ts';
import { levelOrder } from '../../../../runtime/contract/agreement.ts';
import { verdictScores } from '../../../../runtime/contract/judge.ts';
import { rowsOf } from './gradedRows.ts';
import { near } from './referenceVectors.ts';

/** Rows the judge, columns people. */
const tooKind = [
  [14, 3, 1],
  [5, 7, 2],
  [6, 9, 33],
];

it('has levels in the order of the contract, with its scores', () => {
  for (const level of levelOrder) assert.equal(scoreOf(levelIndex(level)), verdictScores[level]);
});

describe('quality of a judge', () => {
  it('counts items, and weighs shares of each column', () => {
    const rows = rowsOf(tooKind).map((row): GradedRow => ({
      ...row,
      weight: row.left === row.right ? 1 : 2,
    }));
    const { n, counts, columnShares } = estimateQuality(rows, 1);
    assert.equal(n, 80);
    assert.deepEqual(counts, tooKind);
    near(columnShares[0]![0], 14 / (14 + 10 + 12));
    near(columnShares[2]![1], 18 / (6 + 7 + 18));
    for (const column of [0, 1, 2]) {
      near(
        columnShares.reduce((sum, row) => sum + row[column]!, 0),
        1,
      );
    }
  });

  it('has precision and recall of each level with their intervals', () => {
    const { quality, baseline } = estimateQuality(rowsOf(tooKind), 1);
    assert.deepEqual(
      quality.map(({ level, n }) => [level, n]),
      [
        ['Wrong', 25],
        ['Partially Correct', 19],
        ['Correct', 36],
      ],
    );
    near(quality[0]!.precision.value, 14 / 18);
    near(quality[0]!.recall.value, 0.56);
    near(quality[2]!.precision.value, 0.6875);
    for (const { precision, recall } of quality) {
      for (const { value, low, high } of [precision, recall]) {
        assert.ok(0 <= low! && low! < value! && value! < high! && high! <= 1);
      }
    }
    assert.equal(baseline?.level, 'Correct');
    near(baseline.same.value, 0.45);
    assert.ok(baseline.same.low! < 0.45 && baseline.same.high! > 0.45);
  });

  it('says null for levels that nobody gave, and is not certain from a few', () => {
    const { quality, columnShares } = estimateQuality(
      rowsOf([
        [0, 0, 0],
        [0, 0, 0],
        [0, 4, 6],
      ]),
      1,
    );
    const nothing = { value: null, low: null, high: null };
    assert.deepEqual(quality[0], { level: 'Wrong', precision: nothing, recall: nothing, n: 0 });
    assert.deepEqual(quality[1]!.precision, nothing);
    assert.equal(columnShares[0]![0], null);
    assert.equal(quality[1]!.recall.value, 0);
    near(quality[1]!.recall.high, 1.959963984540054 ** 2 / (4 + 1.959963984540054 ** 2));
    assert.equal(quality[2]!.recall.value, 1);
    assert.ok(quality[2]!.recall.low! < 0.62);
  });

  it('of nothing is nothing', () => {
    const { n, baseline, counts } = estimateQuality([], 1);
    assert.deepEqual([n, baseline, counts.flat()], [0, null, new Array(9).fill(0)]);
  });
});

describe('flip rate', () => {
  const item = { weight: 1, stratum: 'a' } as const;
  it('is the share of repeated questions with another level', () => {
    const found = estimateFlipRate(
      [
        { ...item, first: 2, repeats: [2, 1, null] },
        { ...item, weight: 3, first: 0, repeats: [0] },
        { ...item, first: 1, repeats: [] },
      ],
      1,
    );
    near(found?.value, 1 / (2 + 3));
  });

  it('is null when nothing was asked twice', () => {
    assert.equal(estimateFlipRate([{ ...item, first: 1, repeats: [null] }], 1), null);
    assert.equal(estimateFlipRate([], 1), null);
  });

  it('is not certainly 0 after a few questions without flip', () => {
    const found = estimateFlipRate([{ ...item, first: 1, repeats: [1, 1] }], 1);
    assert.equal(found?.value, 0);
    assert.ok(found.high! > 0.5);
  });
});

describe('accuracy', () => {
  it('counts Correct as a pass, or Partially Correct too', () => {
    const table = tableOf(tooKind);
    const strict = sharesOf(table, 2);
    near(strict.sensitivity, 33 / 36);
    near(strict.specificity, (14 + 3 + 5 + 7) / 44);
    const lenient = sharesOf(table, 1);
    near(lenient.sensitivity, (7 + 2 + 9 + 33) / 55);
    near(lenient.specificity, 14 / 25);
  });

  it('has the effective number of items behind each share', () => {
    const rows = rowsOf(tooKind).map((row, at) => ({ ...row, weight: 1 + (at % 3) }));
    const found = accuracyOf(rows, 2);
    assert.ok(found!.sensitivityN < 36 && found!.sensitivityN > 25);
    assert.ok(found!.specificityN < 44 && found!.specificityN > 30);
    near(accuracyOf(rowsOf(tooKind), 2)?.sensitivityN, 36);
  });

  it('is null without a pass or without a failure', () => {
    assert.equal(
      accuracyOf(
        rowsOf([
          [3, 0, 0],
          [0, 0, 0],
          [1, 0, 0],
        ]),
        2,
      ),
      null,
    );
    const { sensitivity, specificity } = estimateAccuracy(
      rowsOf([
        [3, 0, 0],
        [0, 0, 0],
        [1, 0, 0],
      ]),
      2,
      1,
    );
    assert.equal(sensitivity.value, null);
    near(specificity.value, 0.75);
    assert.ok(specificity.low! < 0.75);
  });
});

describe('weights', () => {
  it('are the trajectories that a labelled item stands for', () => {
    near(weightOf(3, { population: 100, labelled: 20 }), 15);
    near(drawnWeightOf(3, 0.2), 15);
    near(weightOf(1, { population: 7, labelled: 7 }), 1);
  });

  it('refuse counts that make no sense', () => {
    assert.throws(() => weightOf(1, { population: 3, labelled: 4 }), /3 items cannot have 4/);
    assert.throws(() => weightOf(1, { population: 3, labelled: 0 }), RangeError);
    assert.throws(() => weightOf(0, { population: 3, labelled: 1 }), /at least 1/);
    assert.throws(() => drawnWeightOf(1, 0), /0 is no probability/);
    assert.throws(() => drawnWeightOf(1, 1.5), RangeError);
    assert.throws(() => drawnWeightOf(NaN, 0.5), RangeError);
  });

  it('make fewer effective rows the more they differ', () => {
    near(effectiveSize([2, 2, 2]), 3);
    near(effectiveSize([3, 1]), 1.6);
    assert.equal(effectiveSize([]), 0);
  });
});

it('expects intervals to shrink with the square root of the labels', () => {
  near(halfWidthAfter(0.2, 50, 150), 0.1);
  near(halfWidthAfter(0.2, 50, 0), 0.2);
  assert.throws(() => halfWidthAfter(0.2, 0, 10), /cannot be told from 0/);
});
