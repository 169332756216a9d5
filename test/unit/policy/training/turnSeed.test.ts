import assert from 'node:assert/strict';
import { turnSeed } from '../../../../runtime/policy/training/turnSeed.ts';

describe('turnSeed', () => {
  it('is a whole number that every server takes', () => {
    for (const seed of [0, 1, 2 ** 31 - 1, 2 ** 32 - 1]) {
      for (let turn = 0; turn < 20; turn += 1) {
        const value = turnSeed(seed, turn);
        assert.ok(Number.isInteger(value) && value >= 0 && value < 2 ** 31, String(value));
      }
    }
  });

  it('is the same again, and another one for each turn and each rollout', () => {
    assert.equal(turnSeed(7, 3), turnSeed(7, 3));
    const seeds = Array.from({ length: 100 }, (_, rollout) =>
      Array.from({ length: 10 }, (__, turn) => turnSeed(rollout, turn)),
    ).flat();
    assert.equal(new Set(seeds).size, seeds.length);
  });
});
