// Selections against the reference code of max-variance down-sampling and against trying every subset.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as fc from 'fast-check';
import * as z from 'zod';
import { rewardStatistics } from '../../../runtime/reward/groupAdvantage.ts';
import { downSample, maxVariance } from '../../../runtime/training/downSampling.ts';
import { keyedRandom } from '../../../runtime/training/keyedRandom.ts';

const Numbers = z.array(z.number());
const Vectors = z.looseObject({
  cases: z.array(
    z.looseObject({
      name: z.string(),
      input: z.object({ rewards: Numbers, m: z.int(), eps: z.number() }),
      expected: z.looseObject({
        selectedRewards: Numbers,
        acceptableSelections: z.array(Numbers),
        variance: z.number(),
        meanSelected: z.number(),
        stdSelected: z.number(),
        meanAll: z.number(),
        stdAll: z.number(),
        zeroVariance: z.boolean(),
        advantagesOverSelected: Numbers,
        advantagesOverAll: Numbers,
        bruteForceVariance: z.number().nullable().optional(),
      }),
    }),
  ),
});
const { cases } = Vectors.parse(
  JSON.parse(
    await readFile(new URL('../../fixtures/vectors/pods-selection.json', import.meta.url), 'utf8'),
  ),
);

const never = () => assert.fail('nothing is drawn');
const pick = <Value>(values: readonly Value[], positions: readonly number[]): Value[] =>
  positions.flatMap((position) => values.slice(position, position + 1));
const falling = (values: readonly number[]) => values.toSorted((a, b) => b - a);

function near(actual: number | null, expected: number, what: string): void {
  const tolerance = Math.max(1e-11, 1e-9 * Math.abs(expected));
  const close = actual !== null && Math.abs(actual - expected) <= tolerance;
  assert.ok(close, `${what}: ${String(actual)} is not ${expected}`);
}

function varianceOf(values: readonly number[]): number {
  const { deviation } = rewardStatistics(values);
  return (deviation ?? 0) ** 2;
}

describe('maxVariance, against the reference', () => {
  it('is asked for every case', () => {
    assert.equal(cases.length, 70);
  });

  for (const { name, input, expected } of cases) {
    it(name, () => {
      const { rewards, m, eps } = input;
      const positions = maxVariance(rewards, m);
      const selected = pick(rewards, positions);
      const scaling = { epsilon: eps, scale: 'group' } as const;
      const overAll = rewardStatistics(rewards, scaling);
      assert.equal(overAll.zeroVariance, expected.zeroVariance);
      near(overAll.mean, expected.meanAll, 'mean of all');
      near(overAll.deviation, expected.stdAll, 'deviation of all');
      assert.equal(new Set(positions).size, m);
      if (expected.zeroVariance) return;
      assert.ok(
        expected.acceptableSelections.some((one) => sameNumbers(one, falling(selected))),
        `${String(falling(selected))} is not among the best selections`,
      );
      near(varianceOf(selected), expected.variance, 'variance');
      if (typeof expected.bruteForceVariance === 'number')
        near(varianceOf(selected), expected.bruteForceVariance, 'variance of the best subset');
      if (!sameNumbers(expected.selectedRewards, falling(selected))) return;
      const over = rewardStatistics(selected, scaling);
      near(over.mean, expected.meanSelected, 'mean of the selected');
      near(over.deviation, expected.stdSelected, 'deviation of the selected');
      const byReward = (advantages: readonly (number | null)[]) =>
        falling(advantages.map((advantage) => advantage ?? NaN));
      for (const [found, wanted] of [
        [byReward(over.advantages), expected.advantagesOverSelected],
        [byReward(pick(overAll.advantages, positions)), expected.advantagesOverAll],
      ] as const) {
        assert.equal(found.length, wanted.length);
        for (const [index, value] of wanted.entries())
          near(found[index] ?? null, value, 'advantage');
      }
    });
  }
});

function sameNumbers(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((value, index) => value === right[index]);
}

function* subsets(values: readonly number[], size: number): Generator<readonly number[]> {
  const [first, ...rest] = values;
  if (size === 0) yield [];
  if (size === 0 || first === undefined) return;
  for (const subset of subsets(rest, size - 1)) yield [first, ...subset];
  yield* subsets(rest, size);
}

const reward = fc.oneof(
  fc.integer({ min: 0, max: 3 }).map((value) => value / 2),
  fc.double({ min: -3, max: 4, noNaN: true }),
);
const group = fc
  .array(reward, { minLength: 2, maxLength: 9 })
  .chain((rewards) => fc.tuple(fc.constant(rewards), fc.integer({ min: 1, max: rewards.length })));

describe('downSample', () => {
  it('finds the largest variance of all subsets', () => {
    fc.assert(
      fc.property(group, ([rewards, keep]) => {
        const found = varianceOf(pick(rewards, maxVariance(rewards, keep)));
        const best = Math.max(...[...subsets(rewards, keep)].map(varianceOf));
        assert.ok(Math.abs(found - best) <= 1e-9 * Math.max(1, best), `${found} < ${best}`);
      }),
    );
  });

  it('keeps half of each class of binary rewards', () => {
    const rewards = [1, 0, 0, 1, 0, 0, 1, 0];
    const kept = pick(rewards, maxVariance(rewards, 4));
    assert.deepEqual(falling(kept), [1, 1, 0, 0]);
  });

  it('does not lose the digits of large rewards that lie close together', () => {
    const rewards = [1e8, 1e8 + 1, 1e8 + 2, 1e8 + 3];
    assert.deepEqual(maxVariance(rewards, 2), [0, 3]);
  });

  it('keeps the highest rewards, the newer of equals', () => {
    const settings = { rule: 'max-reward', keep: 2 } as const;
    assert.deepEqual(downSample([1, 0, 1, 1], settings, never), [2, 3]);
    assert.deepEqual(downSample([3, 1, 2], settings, never), [0, 2]);
  });

  it('keeps random ones, the same for the same source', () => {
    const settings = { rule: 'random', keep: 3 } as const;
    const rewards = [0, 1, 0, 1, 0, 1, 0, 1];
    const draw = (seed: number) => downSample(rewards, settings, keyedRandom(seed, 'test'));
    assert.deepEqual(draw(1), draw(1));
    const drawn = new Set(Array.from({ length: 40 }, (_, seed) => String(draw(seed))));
    assert.ok(drawn.size > 10, String(drawn.size));
  });

  it('gives m different positions in rising order, by every rule', () => {
    const rules = fc.constantFrom('max-variance', 'max-reward', 'random');
    fc.assert(
      fc.property(group, rules, fc.nat(), ([rewards, keep], rule, seed) => {
        const positions = downSample(rewards, { rule, keep }, keyedRandom(seed));
        assert.equal(new Set(positions).size, keep);
        assert.deepEqual(
          positions,
          positions.toSorted((a, b) => a - b),
        );
        assert.ok(positions.every((position) => position in rewards));
      }),
    );
  });

  it('is quick for a large group', () => {
    const rewards = Array.from({ length: 100_000 }, (_, index) => (index * 7919) % 1013);
    const started = performance.now();
    assert.equal(maxVariance(rewards, 50_000).length, 50_000);
    assert.ok(performance.now() - started < 2000);
  });
});
