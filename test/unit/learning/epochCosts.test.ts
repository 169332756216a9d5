import assert from 'node:assert/strict';
import type { GroupRecord } from '../../../runtime/contract/training/runFolder.ts';
import { epochCosts } from '../../learning/epochCosts.ts';

function group(epoch: number, taskId: string, trained = true): GroupRecord {
  return {
    ...{ version: 1, step: epoch, epoch, taskId, why: 'active', outcome: 'mixed' },
    ...{ nGenerated: 8, nFresh: 8, passRate: 0.5, rewards: [], selectedRewards: [], staleness: [] },
    ...{ generatedTokens: 10, updatedTokens: 4, trained, skipped: null },
  };
}

describe('costs of epochs', () => {
  it('are those of the first ones, updates only where there were any', () => {
    const records = [group(1, 'a'), group(1, 'b', false), group(2, 'a'), group(3, 'a')];
    assert.deepEqual(epochCosts(records, 2, 2), {
      groups: 3,
      generatedTokens: 30,
      updatedTokens: 8,
    });
  });

  it('are known of a last epoch in which every task was visited', () => {
    assert.equal(epochCosts([group(1, 'a'), group(1, 'b')], 1, 2)?.groups, 2);
  });

  it('are not known of an epoch that was not ended', () => {
    assert.equal(epochCosts([group(1, 'a')], 1, 2), null);
    assert.equal(epochCosts([group(1, 'a'), group(1, 'b')], 2, 2), null);
  });
});
