import assert from 'node:assert/strict';
import type { GroupRecord } from '../../../runtime/contract/training/runFolder.ts';
import { passRatesOf } from '../../learning/passRates.ts';

const by = { model: 'm', recipe: 'tool-r1', measuredAt: '2026-05-04T09:30:00.000Z' };

function group(
  taskId: string,
  passRate: number | null,
  rewards: readonly (number | null)[],
): GroupRecord {
  return {
    ...{ version: 1, step: 0, epoch: 1, taskId, why: 'active', outcome: 'mixed' },
    ...{ nGenerated: rewards.length, nFresh: rewards.length, passRate, rewards: [...rewards] },
    ...{ selectedRewards: [], staleness: [], generatedTokens: 1, updatedTokens: 1 },
    ...{ trained: true, skipped: null },
  };
}

describe('pass rates of groups', () => {
  it('count the scored rollouts, and beside them those without a score', () => {
    const rates = passRatesOf([group('a', 2 / 3, [1.6, 0.3, 1, null])], by);
    assert.deepEqual([...rates], [['a', { passed: 2, samples: 3, unscored: 1, ...by }]]);
  });

  it('are whole numbers where the share is none', () => {
    const rates = passRatesOf([group('a', 0.7, Array<number>(10).fill(1))], by);
    assert.equal(rates.get('a')?.passed, 7);
  });

  it('are not known of a task without a score', () => {
    assert.equal(passRatesOf([group('a', null, [null, null])], by).size, 0);
  });
});
