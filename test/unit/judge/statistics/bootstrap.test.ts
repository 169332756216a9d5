import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  bootstrap,
  eachResample,
  quantile,
  resamples,
} from '../../../../runtime/judge/statistics/bootstrap.ts';
import {
  estimateMean,
  estimatePair,
  estimateRatio,
} from '../../../../runtime/judge/statistics/estimates.ts';
import type { GradedRow, LevelIndex } from '../../../../runtime/judge/statistics/gradedRow.ts';
import {
  groupRows,
  type Sampled,
  strataOf,
} from '../../../../runtime/judge/statistics/rowGroups.ts';
import { seededRandom } from '../../../../runtime/support/seededRandom.ts';
import { anyRows, rowsOf } from './gradedRows.ts';
import { near } from './referenceVectors.ts';

const tooKind = [
  [14, 3, 1],
  [5, 7, 2],
  [6, 9, 33],
];
const sampled = (stratum: string, weight = 1): Sampled => ({ stratum, weight });

describe('bootstrap intervals', () => {
  it('are pinned by the seed', () => {
    const found = estimatePair(rowsOf(tooKind), 1);
    assert.deepEqual(found, estimatePair(rowsOf(tooKind), 1));
    assert.notDeepEqual(found.kappa, estimatePair(rowsOf(tooKind), 2).kappa);
    near(found.same.value, 0.675);
    near(found.kappa.value, 0.47421638018200196);
    near(found.kappaLinear.value, 0.5451412818745692);
    near(found.kappaQuadratic.value, 0.6042105263157895);
    near(found.same.low, 0.5696202531645569);
    near(found.same.high, 0.7721518987341771);
    near(found.kappa.low, 0.3147651827488699);
    near(found.kappa.high, 0.6223203254931888);
    near(found.kappaLinear.low, 0.38625809982561954);
    near(found.kappaLinear.high, 0.6865634891668664);
    near(found.kappaQuadratic.low, 0.42267389802890054);
    near(found.kappaQuadratic.high, 0.7564873342725477);
    near(found.alpha.low, 0.4024132639876335);
    near(found.alpha.high, 0.7525716098815336);
  });

  it('do not depend on the order of the rows', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        assert.deepEqual(estimatePair([...rows].reverse(), 3), estimatePair(rows, 3));
      }),
      { numRuns: 10, seed: 2 },
    );
  });

  it('hold their value for a sample that is not extreme', () => {
    const { same, kappa, kappaLinear, kappaQuadratic, alpha } = estimatePair(rowsOf(tooKind), 9);
    for (const { value, low, high } of [same, kappa, kappaLinear, kappaQuadratic, alpha]) {
      assert.ok(low! < value! && value! < high!, `${low} ${value} ${high}`);
    }
  });

  it('claim no certainty where all rows agree', () => {
    const rows = rowsOf([
      [8, 0, 0],
      [0, 4, 0],
      [0, 0, 8],
    ]);
    const { same, kappa, alpha } = estimatePair(rows, 4);
    near(same.low, 20 / (20 + 1.959963984540054 ** 2), 'Wilson of 20 of 20');
    assert.deepEqual([same.value, kappa.value, alpha.value, kappa.high], [1, 1, 1, 1]);
    near(kappa.low, 1 - (1 - same.low!) / (1 - 0.36));
    assert.deepEqual(alpha, kappa);
  });

  it('are undefined for nothing and for one category', () => {
    const nothing = { value: null, low: null, high: null };
    assert.deepEqual(estimatePair([], 1).same, nothing);
    const oneCategory = estimatePair(
      rowsOf([
        [0, 0, 0],
        [0, 0, 0],
        [0, 0, 12],
      ]),
      1,
    );
    assert.equal(oneCategory.same.value, 1);
    assert.deepEqual([oneCategory.kappa, oneCategory.alpha], [nothing, nothing]);
  });

  it('have no ends when most resamples are undefined', () => {
    const groups = groupRows([sampled('a'), sampled('a')], () => 'same');
    let call = 0;
    const { rare } = bootstrap(
      groups,
      () => (call += 1),
      {
        rare: (at) => (at > resamples - 10 ? 1 : null),
      },
      1,
    );
    assert.deepEqual(rare, { value: 1, low: null, high: null });
  });

  it('take a mean and a ratio', () => {
    const values = [1, 2, 3, 4].map((value) => ({ value, ...sampled('a', value) }));
    near(estimateMean(values, 1).value, 3);
    assert.equal(estimateMean([], 1).value, null);
    const nothing = [{ part: 0, whole: 0, ...sampled('a') }];
    assert.equal(estimateRatio(nothing, 1).value, null);
  });

  it('of a mean are close to those of the normal distribution', () => {
    const random = seededRandom(8);
    const values = Array.from({ length: 400 }, () => ({ value: random(), ...sampled('a') }));
    const { value, low, high } = estimateMean(values, 2);
    const half = (1.96 * Math.sqrt(1 / 12)) / Math.sqrt(400);
    assert.ok(Math.abs(high! - value! - half) < 0.12 * half, `${high! - value!} and ${half}`);
    assert.ok(Math.abs(value! - low! - half) < 0.12 * half, `${value! - low!} and ${half}`);
  });

  it('refuse a weight that is none', () => {
    for (const weight of [0, -1, NaN, Infinity]) {
      assert.throws(() => groupRows([sampled('a', weight)], () => ''), /above 0/);
    }
  });
});

describe('resamples', () => {
  it('keep the size of each stratum, by rows and by groups', () => {
    for (const kinds of [2, 90]) {
      const rows = Array.from({ length: 100 }, (_, at) => ({ ...sampled('a'), kind: at % kinds }));
      const groups = groupRows(
        [...rows, { ...sampled('b', 3), kind: 0 }, { ...sampled('b', 3), kind: 1 }],
        ({ kind }) => kind,
      );
      let calls = 0;
      eachResample(groups, 5, (weights) => {
        calls += 1;
        const of = (stratum: string): number =>
          groups.reduce(
            (sum, { row }, at) => sum + (row.stratum === stratum ? weights[at]! : 0),
            0,
          );
        near(of('a'), 100);
        near(of('b'), 6);
      });
      assert.equal(calls, 2000);
    }
  });

  it('draw a group about as often as it has rows, with the variance of n - 1 draws', () => {
    for (const filler of [1, 70]) {
      const rows = Array.from({ length: 100 }, (_, at) => ({
        ...sampled('a'),
        kind: at < 30 ? 'x' : `y${at % filler}`,
      }));
      const groups = groupRows(rows, ({ kind }) => kind);
      const place = groups.findIndex(({ row }) => row.kind === 'x');
      let [sum, squares] = [0, 0];
      eachResample(groups, 6, (weights) => {
        sum += weights[place]!;
        squares += (weights[place]! - 30) ** 2;
      });
      assert.ok(Math.abs(sum / resamples - 30) < 0.4, String(sum / resamples));
      const expected = (100 * 100 * 0.3 * 0.7) / 99;
      assert.ok(Math.abs(squares / resamples / expected - 1) < 0.12, String(squares / resamples));
    }
  });

  it('put strata of one row together', () => {
    const strata = (...names: string[]): number[] =>
      strataOf(
        groupRows(
          names.map((name) => sampled(name)),
          () => '',
        ),
      ).map(({ size }) => size);
    assert.deepEqual(strata('a', 'b', 'c', 'c'), [2, 2]);
    assert.deepEqual(strata('a', 'c', 'c', 'd', 'd', 'd'), [3, 3]);
    assert.deepEqual(strata('a'), [1]);
    assert.deepEqual(strata(), []);
  });

  it('leave a single row as it is', () => {
    eachResample(
      groupRows([sampled('a', 4)], () => ''),
      1,
      (weights) => assert.deepEqual([...weights], [4]),
    );
  });
});

it('takes quantiles between values', () => {
  near(quantile([1, 2, 3, 4, 5], 0.5), 3);
  near(quantile([1, 2, 3, 4, 5], 0.975), 4.9);
  near(quantile([7], 0.025), 7);
});

/** How often a judge gives each level where people give it, from a table of column shares. */
function drawLevel(shares: readonly number[], random: number): LevelIndex {
  if (random < shares[0]!) return 0;
  return random < shares[0]! + shares[1]! ? 1 : 2;
}

describe('coverage', () => {
  /** Two strata of unequal agreement, sampled unequally: 4,000 items where judges agree and 1,000 where they differ. */
  const strata = [
    { name: 'random', size: 4000, labelled: 120, people: [0.3, 0.1, 0.6], right: 0.9 },
    { name: 'judge-rule', size: 1000, labelled: 180, people: [0.5, 0.3, 0.2], right: 0.45 },
  ] as const;
  const pairs = strata.flatMap(({ name, size, labelled, people, right }) =>
    ([0, 1, 2] as const).flatMap((truth) =>
      ([0, 1, 2] as const).map((left): GradedRow => {
        const share = people[truth] * (left === truth ? right : (1 - right) / 2);
        return { left, right: truth, weight: size * share, stratum: `${name} ${labelled}` };
      }),
    ),
  );
  const truth = estimatePair(pairs, 0);

  function sample(random: () => number): GradedRow[] {
    return strata.flatMap(({ name, size, labelled, people, right }) =>
      Array.from({ length: labelled }, () => {
        const level = drawLevel(people, random());
        const shares = [0, 1, 2].map((left) => (left === level ? right : (1 - right) / 2));
        const left = drawLevel(shares, random());
        return { left, right: level, weight: size / labelled, stratum: name };
      }),
    );
  }

  it('of kappa, weighted kappa, alpha and agreement is that of a 95 % interval', () => {
    const random = seededRandom(20);
    const names = ['same', 'kappa', 'kappaQuadratic', 'alpha'] as const;
    const covered = { same: 0, kappa: 0, kappaQuadratic: 0, alpha: 0 };
    const trials = 200;
    for (let trial = 0; trial < trials; trial += 1) {
      const found = estimatePair(sample(random), trial);
      for (const name of names) {
        const { low, high } = found[name];
        if (low! <= truth[name].value! && truth[name].value! <= high!) covered[name] += 1;
      }
    }
    for (const name of names) {
      const share = covered[name] / trials;
      assert.ok(share >= 0.9 && share <= 0.99, `${name}: ${share}`);
    }
  }).timeout(60_000);

  it('would be missed without the weights', () => {
    const random = seededRandom(21);
    let covered = 0;
    for (let trial = 0; trial < 25; trial += 1) {
      const rows = sample(random).map((row) => ({ ...row, weight: 1 }));
      const { low, high } = estimatePair(rows, trial).kappa;
      if (low! <= truth.kappa.value! && truth.kappa.value! <= high!) covered += 1;
    }
    assert.ok(covered < 5, String(covered));
  });
});

it('estimates 12,480 rows of a judge and the rule in well under a second', () => {
  const random = seededRandom(3);
  const rows = Array.from({ length: 12_480 }, (): GradedRow => {
    const right = drawLevel([0.3, 0.1, 0.6], random());
    const left = drawLevel([0.3, 0.2, 0.5], random());
    return { left, right, weight: 1, stratum: random() < 0.2 ? 'random' : 'judge-rule' };
  });
  // Time of this process alone: other work on the machine does not count.
  const started = process.cpuUsage();
  estimatePair(rows, 1);
  const { user, system } = process.cpuUsage(started);
  assert.ok(user + system < 500_000, `${(user + system) / 1000} ms`);
});
