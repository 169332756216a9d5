import assert from 'node:assert/strict';
import { TokenEstimate } from '../../../runtime/policy/tokenEstimate.ts';

const says = (content: string) => [{ role: 'user' as const, content }];

describe('token estimate', () => {
  it('counts bytes, so that Chinese is not underestimated', () => {
    const estimate = new TokenEstimate();
    assert.equal(estimate.count(says('')), 5);
    assert.equal(estimate.count(says('a'.repeat(350))), 105);
    assert.equal(estimate.count(says('数'.repeat(35))), 35);
  });

  it('is never below one', () => {
    assert.equal(new TokenEstimate().count([]), 1);
  });

  it('rises to what the engine counted and stays there', () => {
    const estimate = new TokenEstimate();
    estimate.learn(says('a'.repeat(350)), 210);
    assert.equal(estimate.count(says('a'.repeat(350))), 210);
    estimate.learn(says('a'.repeat(350)), 20);
    assert.equal(estimate.count(says('a'.repeat(350))), 210);
  });

  it('does not fall below the bare estimate', () => {
    const estimate = new TokenEstimate();
    estimate.learn(says('a'.repeat(350)), 1);
    assert.equal(estimate.count(says('a'.repeat(350))), 105);
  });
});
