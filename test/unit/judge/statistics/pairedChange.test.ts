import assert from 'node:assert/strict';
import { meanInterval } from '../../../../runtime/judge/statistics/meanInterval.ts';
import { pairedChange } from '../../../../runtime/judge/statistics/pairedChange.ts';
import { seededRandom } from '../../../../runtime/support/seededRandom.ts';

type Pair = readonly [number, number];

function drawPairs(count: number, shift: number): Pair[] {
  const random = seededRandom(5);
  return Array.from({ length: count }, () => {
    const easy = random();
    return [easy + random() / 4, easy + random() / 4 + shift];
  });
}

describe('pairedChange', () => {
  it('gives means, the mean difference with its interval, and of how many tasks', () => {
    const pairs: Pair[] = [
      [10, 14],
      [2, 3],
      [7, 9],
    ];
    const [low, high] = meanInterval([4, 1, 2]) ?? [NaN, NaN];
    const means = { first: 19 / 3, second: 26 / 3, change: 7 / 3 };
    assert.deepEqual(pairedChange(pairs, false), { ...means, low, high, tasks: 3 });
  });

  it('is surer than the two means alone, because the same tasks are hard for both', () => {
    const pairs = drawPairs(40, 0.5);
    const change = pairedChange(pairs, false);
    const alone = meanInterval(pairs.map(([, second]) => second));
    assert.ok(alone !== null && change?.low != null && change.high !== null);
    assert.ok(change.high - change.low < alone[1] - alone[0]);
    assert.ok(change.low > 0.2 && change.high < 0.8, `${change.low} to ${change.high}`);
  });

  it('is none of nothing, and has no interval where nothing varies', () => {
    assert.equal(pairedChange([], false), null);
    const same: Pair[] = [
      [2, 3],
      [5, 6],
    ];
    const means = { first: 3.5, second: 4.5, change: 1 };
    assert.deepEqual(pairedChange(same, false), { ...means, low: null, high: null, tasks: 2 });
  });

  it('knows the bounds of shares, also where nothing varies', () => {
    const same = pairedChange(
      Array.from({ length: 60 }, (): Pair => [1, 1]),
      true,
    );
    assert.deepEqual([same?.low?.toFixed(3), same?.high?.toFixed(3)], ['-0.049', '0.049']);
    const few = pairedChange(
      [
        [0, 1],
        [0.5, 1],
        [0, 0],
      ],
      true,
    );
    assert.equal(few?.high, 1, 'a share cannot gain more');
    assert.ok((few.low ?? 0) >= -1);
  });

  it('does not depend on the order of the tasks', () => {
    const pairs = drawPairs(40, 0.2);
    const [one, other] = [pairs, pairs.toReversed()].map((each) => pairedChange(each, false));
    assert.equal(one?.low?.toFixed(9), other?.low?.toFixed(9));
    assert.equal(one?.high?.toFixed(9), other?.high?.toFixed(9));
  });
});
