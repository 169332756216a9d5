// Binomial draws and permutation tests: right in distribution, repeatable by seed.
import assert from 'node:assert/strict';
import { drawBinomial, logFactorials } from '../../../../runtime/judge/statistics/binomial.ts';
import { mcnemarExact } from '../../../../runtime/judge/statistics/mcnemar.ts';
import { passAtK, passHatK } from '../../../../runtime/judge/statistics/passAtK.ts';
import { pairedPermutation } from '../../../../runtime/judge/statistics/pairedPermutation.ts';
import { seededRandom } from '../../../../runtime/support/seededRandom.ts';
import { near } from './referenceVectors.ts';

/** C(n, k) p^k (1-p)^(n-k) by a product. */
function chance(n: number, k: number, p: number): number {
  let value = 1;
  for (let at = 1; at <= k; at += 1) value *= ((n - k + at) / at) * p;
  return value * (1 - p) ** (n - k);
}

describe('drawBinomial', () => {
  for (const [n, p] of [
    [1, 0.5],
    [7, 0.1],
    [20, 0.93],
    [60, 0.4],
  ] as const) {
    it(`gives each value its share of the random numbers, n ${n}, p ${p}`, () => {
      const steps = 20_000;
      const logs = logFactorials(n);
      const counts = new Array<number>(n + 1).fill(0);
      for (let step = 0; step < steps; step += 1) {
        counts[drawBinomial(n, p, logs, () => (step + 0.5) / steps)]! += 1;
      }
      for (const [k, count] of counts.entries()) {
        const expected = chance(n, k, p);
        assert.ok(Math.abs(count / steps - expected) <= 1.01 / steps, `${k}: ${count}`);
      }
    });
  }

  it('keeps mean and variance of many trials', () => {
    const [n, p, draws] = [12_480, 0.37, 4000];
    const logs = logFactorials(n);
    const random = seededRandom(4);
    const values = Array.from({ length: draws }, () => drawBinomial(n, p, logs, random));
    const mean = values.reduce((sum, value) => sum + value, 0) / draws;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / draws;
    assert.ok(Math.abs(mean - n * p) < 3.5, String(mean));
    assert.ok(Math.abs(variance / (n * p * (1 - p)) - 1) < 0.09, String(variance));
  });

  it('needs no chance where there is none', () => {
    const none = (): number => assert.fail('took a random number');
    const logs = logFactorials(5);
    assert.equal(drawBinomial(0, 0.5, logs, none), 0);
    assert.equal(drawBinomial(5, 0, logs, none), 0);
    assert.equal(drawBinomial(5, 1, logs, none), 5);
  });

  it('always ends, also at the last random number and with chances too small to tell', () => {
    const logs = logFactorials(3000);
    for (const p of [1e-12, 0.5, 1 - 1e-12]) {
      for (const random of [0, 1 - 2 ** -53]) {
        const drawn = drawBinomial(3000, p, logs, () => random);
        assert.ok(Number.isInteger(drawn) && drawn >= 0 && drawn <= 3000, String(drawn));
      }
    }
  });
});

describe('paired permutation above 20 pairs', () => {
  const random = seededRandom(7);
  const first = Array.from({ length: 40 }, () => random());
  const worse = first.map((value) => value - 0.3 + 0.4 * random());
  const alike = first.map((value) => value - 0.5 + random());

  it('draws by the seed', () => {
    const found = pairedPermutation(first, alike, 1);
    assert.deepEqual(found, pairedPermutation(first, alike, 1));
    assert.notEqual(found?.p, pairedPermutation(first, alike, 2)?.p);
    assert.equal(found?.assignments, 100_001);
  });

  it('is close to the exact value', () => {
    // 24 pairs with the same difference: only all and none flipped are as extreme, 2 of 2^24.
    const ones = new Array<number>(24).fill(1);
    const found = pairedPermutation(ones, new Array<number>(24).fill(0), 3);
    near(found?.p, 1 / 100_001);
    // Of 21 equal differences and 15 zeros, 15 or more on one side: the exact tail of Binomial(21, 1/2).
    const signs = [...new Array<number>(15).fill(1), ...new Array<number>(6).fill(-1)];
    const half = pairedPermutation(signs, new Array<number>(21).fill(0), 3);
    assert.ok(Math.abs(half!.p - mcnemarExact(15, 6)) < 0.004, String(half!.p));
  });

  it('tells a difference from none', () => {
    assert.ok(pairedPermutation(first, worse, 1)!.p < 0.01);
    assert.ok(pairedPermutation(first, first, 1)!.p === 1);
  });

  it('needs pairs', () => {
    assert.equal(pairedPermutation([], [], 1), null);
    assert.throws(() => pairedPermutation([1], [], 1), /1 and 0 scores cannot be paired/);
  });
});

describe('k tries', () => {
  it('are undefined with fewer trials, and a whole number from 1', () => {
    assert.equal(passAtK({ trials: 3, passed: 1 }, 4), null);
    assert.equal(passHatK({ trials: 3, passed: 1 }, 4), null);
    assert.throws(() => passAtK({ trials: 3, passed: 1 }, 0), /whole number from 1, not 0/);
    assert.throws(() => passHatK({ trials: 3, passed: 1 }, 1.5), RangeError);
  });

  it('do not overflow', () => near(passAtK({ trials: 100_000, passed: 50_000 }, 1), 0.5));
});
