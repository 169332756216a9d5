import assert from 'node:assert/strict';
import { formatTimeLeft, formatTokens, secondsLeft } from '../../../runtime/cli/trainFigures.ts';

describe('figures of training', () => {
  it('time left is the mean of the last ten train steps for each that is left', () => {
    const slowStart = [100, ...Array.from({ length: 10 }, () => 2)];
    assert.equal(secondsLeft(slowStart, 11, 21), 20);
    assert.equal(secondsLeft([3, 5], 2, 4), 8);
    assert.equal(secondsLeft([3], 4, 4), 0);
    assert.equal(secondsLeft([3], 6, 4), 0);
  });

  it('time left is not known before a train step, or without an end', () => {
    assert.equal(secondsLeft([], 0, 4), null);
    assert.equal(secondsLeft([3], 1, null), null);
  });

  it('time reads as people say it', () => {
    const texts = [null, 0.4, 59.4, 59.6, 150, 3570, 7260].map(formatTimeLeft);
    assert.deepEqual(texts, ['-', '0 s', '59 s', '1 min', '3 min', '1 h 0 min', '2 h 1 min']);
  });

  it('tokens are counted in thousands and millions', () => {
    const texts = [0, 999, 1000, 12_345, 999_949, 999_950, 3_200_000].map(formatTokens);
    assert.deepEqual(texts, ['0', '999', '1.0k', '12.3k', '999.9k', '1.0M', '3.2M']);
  });
});
