import assert from 'node:assert/strict';
import { seededRandom } from '../../../runtime/support/seededRandom.ts';
import { choose, chooseSome, chooseWeighted, wholeNumber } from '../../learning/choose.ts';

describe('choose', () => {
  it('reaches the first and the last item', () => {
    assert.equal(
      choose(['a', 'b', 'c'], () => 0),
      'a',
    );
    assert.equal(
      choose(['a', 'b', 'c'], () => 0.999),
      'c',
    );
    assert.throws(() => choose([], () => 0), RangeError);
  });

  it('takes no item twice', () => {
    const some = chooseSome([1, 2, 3, 4, 5], 5, seededRandom(3));
    assert.deepEqual(
      [...some].sort((a, b) => a - b),
      [1, 2, 3, 4, 5],
    );
    assert.throws(() => chooseSome([1], 2, seededRandom(3)), RangeError);
  });

  it('gives whole numbers with both ends', () => {
    assert.equal(
      wholeNumber(3, 5, () => 0),
      3,
    );
    assert.equal(
      wholeNumber(3, 5, () => 0.999),
      5,
    );
  });

  it('follows the weights', () => {
    const random = seededRandom(1);
    const chosen = Array.from({ length: 4000 }, () =>
      chooseWeighted(
        [
          ['often', 3],
          ['rarely', 1],
          ['never', 0],
        ],
        random,
      ),
    );
    const often = chosen.filter((item) => item === 'often').length / 4000;
    assert.ok(Math.abs(often - 0.75) < 0.03, String(often));
    assert.ok(!chosen.includes('never'));
  });
});
