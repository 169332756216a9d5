import assert from 'node:assert/strict';
import { pairedShares } from '../../../../runtime/judge/statistics/pairedShares.ts';
import { seededRandom } from '../../../../runtime/support/seededRandom.ts';

type Pair = readonly [boolean, boolean];

const times = (count: number, ...pair: Pair): Pair[] => Array.from({ length: count }, () => pair);

describe('pairedShares', () => {
  it('is none of nothing', () => {
    assert.equal(pairedShares([]), null);
  });

  it('claims no certainty where all tasks change alike', () => {
    const change = pairedShares(times(3, false, true));
    assert.equal(change?.change, 1);
    assert.ok(change.low < 0.5 && change.high === 1, `${change.low} to ${change.high}`);
    const same = pairedShares(times(2, true, true));
    assert.ok(same !== null && same.low < -0.4 && same.high > 0.4, `${same?.low}`);
  });

  it('says the opposite when the models change places', () => {
    const pairs = [...times(20, true, true), ...times(12, true, false), ...times(2, false, true)];
    const one = pairedShares([...pairs, ...times(16, false, false)]);
    const other = pairedShares(
      [...pairs, ...times(16, false, false)].map(([first, second]): Pair => [second, first]),
    );
    assert.ok(one !== null && other !== null);
    assert.equal(one.change.toFixed(3), '-0.200');
    assert.equal(one.low.toFixed(6), (-other.high).toFixed(6));
    assert.equal(one.high.toFixed(6), (-other.low).toFixed(6));
    assert.ok(one.high < 0, 'twelve lost and two won of fifty are no chance');
  });

  it('agrees with the normal approximation on many tasks', () => {
    const pairs = [
      ...times(300, true, true),
      ...times(60, true, false),
      ...times(120, false, true),
    ];
    const tasks = 600;
    const found = pairedShares([...pairs, ...times(120, false, false)]);
    const variance = (180 - 60 ** 2 / tasks) / tasks ** 2;
    const half = 1.96 * Math.sqrt(variance);
    assert.ok(found !== null);
    assert.ok(Math.abs(found.low - (0.1 - half)) < 0.005, `${found.low}`);
    assert.ok(Math.abs(found.high - (0.1 + half)) < 0.005, `${found.high}`);
  });

  it('holds the truth in about 95 of 100 samples of a dozen tasks', () => {
    const random = seededRandom(7);
    let held = 0;
    for (let sample = 0; sample < 1000; sample += 1) {
      const pairs = Array.from({ length: 12 }, (): Pair => {
        const easy = random();
        return [random() < easy, random() < easy];
      });
      const change = pairedShares(pairs);
      if (change !== null && change.low <= 0 && change.high >= 0) held += 1;
    }
    assert.ok(held >= 930, `${held} of 1000`);
  });
});
