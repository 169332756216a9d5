import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { rewardStatistics } from '../../../runtime/reward/groupAdvantage.ts';

const folder = new URL('../../fixtures/vectors/', import.meta.url);
const AdvantageCases = z.object({
  cases: z.array(
    z.looseObject({
      name: z.string(),
      input: z.looseObject({
        rewards: z.array(z.number().nullable()),
        eps: z.number(),
        scale: z.enum(['group', 'none']),
        correctness: z.array(z.number().nullable()).optional(),
      }),
      expected: z.looseObject({
        mean: z.number().nullable(),
        std: z.number().nullable(),
        zeroVariance: z.boolean(),
        advantages: z.array(z.number().nullable()),
      }),
    }),
  ),
});

const read = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(name, folder), 'utf8'));

function near(actual: number | null, expected: number | null, name: string): void {
  if (actual === null || expected === null) {
    assert.equal(actual, expected, name);
    return;
  }
  const tolerance = Math.max(1e-11, 1e-9 * Math.abs(expected));
  assert.ok(Math.abs(actual - expected) <= tolerance, `${name}: ${actual} is not ${expected}`);
}

describe('rewardStatistics', () => {
  it('gives the advantages of every reference value', async () => {
    const { cases } = AdvantageCases.parse(await read('grpo-advantage.json'));
    assert.equal(cases.length, 139);
    for (const { name, input, expected } of cases) {
      const { rewards, eps, scale, correctness } = input;
      const found = rewardStatistics(rewards, { epsilon: eps, scale }, correctness);
      near(found.mean, expected.mean, `${name}: mean`);
      assert.equal(found.advantages.length, expected.advantages.length, name);
      for (const [index, advantage] of expected.advantages.entries()) {
        near(found.advantages[index] ?? null, advantage, `${name}: ${index}`);
      }
      const scored = rewards.filter((reward) => reward !== null).length;
      if (scored > 0) assert.equal(found.zeroVariance, expected.zeroVariance, name);
      near(found.deviation, expected.std, `${name}: deviation`);
    }
  });

  it('divides as verl does when nobody says how', () => {
    const rewards = [1, 0, 0.5, null];
    const said = rewardStatistics(rewards, { epsilon: 1e-6, scale: 'group' });
    assert.deepEqual(rewardStatistics(rewards), said);
  });

  it('makes no number of rewards that do not differ, even without epsilon', () => {
    const without = { epsilon: 0, scale: 'group' } as const;
    const found = rewardStatistics([0.3, 0.3], without, [0, 1]);
    assert.deepEqual(found.advantages, [0, 0]);
    assert.ok(!found.zeroVariance, 'correctness alone decides where it is tested');
  });

  it('says nothing of a group without rewards', () => {
    assert.deepEqual(rewardStatistics([null, null]), {
      mean: null,
      deviation: null,
      zeroVariance: false,
      advantages: [null, null],
    });
  });
});
