import assert from 'node:assert/strict';
import { timeLeft } from '../../../../runtime/remote/runs/timeLeft.ts';

describe('timeLeft', () => {
  it('knows nothing before the first train step', () => {
    const nothing = { secondsPerStep: null, secondsLeft: null, spread: null };
    assert.deepEqual(timeLeft([], 0, 100), nothing);
  });

  it('takes the mean of the last ten', () => {
    const { secondsPerStep, secondsLeft } = timeLeft([1000, ...Array<number>(10).fill(6)], 11, 20);
    assert.equal(secondsPerStep, 6);
    assert.equal(secondsLeft, 54);
  });

  it('cannot tell how sure it is after one step', () => {
    assert.deepEqual(timeLeft([6], 1, 3), { secondsPerStep: 6, secondsLeft: 12, spread: null });
  });

  it('is sure when every step takes the same time', () => {
    assert.equal(timeLeft([6, 6, 6], 3, 10).spread, 0);
  });

  it('gives the interval of a sum of new steps, worked by hand', () => {
    // k = 4 of mean 10, deviation sqrt(8 / 3); n = 6 left: t(3) s sqrt(6 + 36 / 4).
    const { secondsLeft, spread } = timeLeft([8, 10, 10, 12], 4, 10);
    assert.equal(secondsLeft, 60);
    assert.ok(Math.abs((spread ?? 0) - 3.182446305 * Math.sqrt(8 / 3) * Math.sqrt(15)) < 1e-9);
  });

  it('has no end where the run has none, and nothing left behind its end', () => {
    assert.deepEqual(timeLeft([6, 6], 2, null), {
      secondsPerStep: 6,
      secondsLeft: null,
      spread: null,
    });
    assert.equal(timeLeft([6, 8], 12, 10).secondsLeft, 0);
    assert.equal(timeLeft([6, 8], 12, 10).spread, 0);
  });
});
