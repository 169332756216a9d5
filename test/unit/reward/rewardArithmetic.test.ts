import assert from 'node:assert/strict';
import type { RewardPart } from '../../../runtime/contract/reward.ts';
import { rewardArithmetic } from '../../../runtime/reward/rewardArithmetic.ts';

function part(score: number | null, weight: number): RewardPart {
  return { name: 'part', score, weight, reason: '' };
}

describe('rewardArithmetic', () => {
  it('shows each weight and score, and their sum', () => {
    const parts = [part(1, 1), part(1, 0.3), part(0.75, 0.3)];
    const line = rewardArithmetic({ recipe: 'tool-r1', parts, total: 1.525 });
    assert.equal(line, 'R = 1.00 + 0.3 x 1.00 + 0.3 x 0.75 = 1.53');
  });

  it('says that there is no total when a part is unscored', () => {
    const parts = [part(null, 1), part(1, 0.3)];
    const line = rewardArithmetic({ recipe: 'tool-r1', parts, total: null });
    assert.equal(line, 'R = unscored + 0.3 x 1.00: no total');
  });

  it('keeps the line whole without parts', () => {
    assert.equal(rewardArithmetic({ recipe: 'r', parts: [], total: 0 }), 'R = 0.00');
  });
});
