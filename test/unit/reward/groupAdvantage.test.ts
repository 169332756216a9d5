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
        scale: z.string(),
        correctness: z.unknown().optional(),
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
  it('gives the advantages of the reference values', async () => {
    const { cases } = AdvantageCases.parse(await read('grpo-advantage.json'));
    const fitting = cases.filter(
      ({ input }) =>
        input.eps === 1e-6 && input.scale === 'group' && input.correctness === undefined,
    );
    assert.ok(fitting.length >= 20, String(fitting.length));
    for (const { name, input, expected } of fitting) {
      const found = rewardStatistics(input.rewards);
      near(found.mean, expected.mean, `${name}: mean`);
      for (const [index, advantage] of expected.advantages.entries()) {
        near(found.advantages[index] ?? null, advantage, `${name}: ${index}`);
      }
      const scored = input.rewards.filter((reward) => reward !== null).length;
      if (scored > 0) assert.equal(found.zeroVariance, expected.zeroVariance, name);
      if (scored > 1) near(found.deviation, expected.std, `${name}: deviation`);
    }
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
