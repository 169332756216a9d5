import assert from 'node:assert/strict';
import { pairedChange } from '../../../../runtime/remote/evaluation/pairedChange.ts';
import { seededRandom } from '../../../../runtime/support/seededRandom.ts';

type Pair = readonly [number, number];

/** The interval by the normal approximation of the mean difference: a second way to nearly the same numbers. */
function normalInterval(pairs: readonly Pair[]): readonly [number, number] {
  const differences = pairs.map(([first, second]) => second - first);
  const mean = differences.reduce((sum, one) => sum + one, 0) / pairs.length;
  const variance = differences.reduce((sum, one) => sum + (one - mean) ** 2, 0) / pairs.length;
  const half = 1.959963984540054 * Math.sqrt(variance / pairs.length);
  return [mean - half, mean + half];
}

function drawPairs(count: number, random: () => number, shift: number): Pair[] {
  return Array.from({ length: count }, () => {
    const easy = random();
    const first = Number(random() < easy);
    return [first, Number(random() < Math.min(1, easy + shift))];
  });
}

describe('pairedChange', () => {
  it('gives means and the mean difference', () => {
    const change = pairedChange([
      [0, 1],
      [1, 1],
      [0, 1],
      [1, 0],
    ]);
    assert.equal(change?.first, 0.5);
    assert.equal(change.second, 0.75);
    assert.equal(change.change, 0.25);
    assert.ok(change.low <= 0.25 && change.high >= 0.25);
  });

  it('is none of nothing, and no range where nothing varies', () => {
    assert.equal(pairedChange([]), null);
    assert.deepEqual(pairedChange([[2, 3]]), { first: 2, second: 3, change: 1, low: 1, high: 1 });
  });

  it('does not depend on the order of the tasks', () => {
    const pairs = drawPairs(40, seededRandom(3), 0.2);
    assert.deepEqual(pairedChange(pairs.toReversed()), pairedChange(pairs));
  });

  it('agrees with the normal approximation on many tasks', () => {
    const pairs = drawPairs(600, seededRandom(5), 0.1);
    const [low, high] = normalInterval(pairs);
    const change = pairedChange(pairs);
    assert.ok(Math.abs((change?.low ?? NaN) - low) < 0.01, `${change?.low} beside ${low}`);
    assert.ok(Math.abs((change?.high ?? NaN) - high) < 0.01, `${change?.high} beside ${high}`);
  });

  it('holds the truth in about 95 of 100 samples', () => {
    const random = seededRandom(11);
    let held = 0;
    for (let sample = 0; sample < 200; sample += 1) {
      // Both as likely for each task: the true difference is 0.
      const change = pairedChange(drawPairs(60, random, 0));
      if ((change?.low ?? NaN) <= 0 && (change?.high ?? NaN) >= 0) held += 1;
    }
    assert.ok(held >= 180 && held <= 199, `${held} of 200`);
  });
});
