import assert from 'node:assert/strict';
import { nextDelay, retryAfterMilliseconds } from '../../../runtime/support/backOff.ts';

const settings = {
  maxAttempts: 4,
  firstDelayMilliseconds: 100,
  maxDelayMilliseconds: 350,
  maxTotalMilliseconds: 10_000,
};

describe('back-off', () => {
  const delay = (attempts: number, more: { elapsed?: number; asked?: number } = {}, random = 0) =>
    nextDelay(
      settings,
      { attempts, elapsed: more.elapsed ?? 0, askedMilliseconds: more.asked ?? null },
      () => random,
    );

  it('doubles the wait up to a limit', () => {
    assert.deepEqual([delay(1), delay(2), delay(3)], [100, 200, 350]);
  });

  it('gives up after the last attempt', () => {
    assert.equal(delay(4), null);
  });

  it('shortens its own waits by up to a quarter at random', () => {
    assert.equal(delay(1, {}, 1), 75);
  });

  it('keeps exactly the wait that the server asked for', () => {
    assert.equal(delay(1, { asked: 5_000 }, 1), 5_000);
    assert.equal(delay(1, { asked: 0 }), 0);
  });

  it('gives up at once when the wait would end after the total limit', () => {
    assert.equal(delay(1, { asked: 10_001 }), null);
    assert.equal(delay(1, { elapsed: 9_950 }), null);
    assert.equal(delay(1, { elapsed: 9_900 }), 100);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  const read = (headers: Record<string, string>) =>
    retryAfterMilliseconds(new Headers(headers), now);

  it('reads seconds, fractions, milliseconds and dates', () => {
    assert.equal(read({ 'retry-after': '3' }), 3_000);
    assert.equal(read({ 'retry-after': '0.5' }), 500);
    assert.equal(read({ 'retry-after-ms': '250', 'retry-after': '3' }), 250);
    assert.equal(read({ 'retry-after': 'Thu, 01 Jan 2026 00:00:07 GMT' }), 7_000);
  });

  it('takes a date in the past as no wait', () => {
    assert.equal(read({ 'retry-after': 'Wed, 31 Dec 2025 23:59:00 GMT' }), 0);
  });

  it('gives null for nothing and for nonsense', () => {
    assert.equal(read({}), null);
    assert.equal(read({ 'retry-after': 'soon' }), null);
    assert.equal(read({ 'retry-after': '' }), null);
  });
});
