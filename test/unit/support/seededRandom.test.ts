import assert from 'node:assert/strict';
import { seededRandom } from '../../../runtime/support/seededRandom.ts';

const numbers = (seed: number, count: number): number[] => {
  const next = seededRandom(seed);
  return Array.from({ length: count }, () => next());
};

describe('seededRandom', () => {
  it('repeats for the same seed and differs for another', () => {
    assert.deepEqual(numbers(5, 20), numbers(5, 20));
    assert.notDeepEqual(numbers(5, 20), numbers(6, 20));
  });

  it('gives numbers from 0 to 1, spread evenly', () => {
    const drawn = numbers(1, 10_000);
    assert.ok(drawn.every((value) => value >= 0 && value < 1));
    const tenths = Array.from(
      { length: 10 },
      (_, tenth) => drawn.filter((value) => Math.floor(value * 10) === tenth).length,
    );
    assert.ok(
      tenths.every((count) => Math.abs(count - 1000) < 120),
      tenths.join(', '),
    );
  });

  it('takes any whole number as a seed', () => {
    for (const seed of [0, -1, 2 ** 32 - 1, 2 ** 40]) {
      assert.ok(numbers(seed, 3).every((value) => value >= 0 && value < 1));
    }
  });
});
