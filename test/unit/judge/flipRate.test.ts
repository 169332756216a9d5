import assert from 'node:assert/strict';
import type { RepeatedVerdict, Verdict } from '../../../runtime/contract/judge.ts';
import { countFlips, flipRate } from '../../../runtime/judge/flipRate.ts';

const judge = { name: 'llm', version: '1' };

function verdict(repeats: readonly RepeatedVerdict[]): Verdict {
  const said = { level: 'Correct', score: 1, reason: '' } as const;
  return { outcome: 'scored', judge, ...said, repeats: [...repeats] };
}

describe('flipRate', () => {
  it('counts other levels by what was varied, and missing ones apart', () => {
    const counts = countFlips([
      verdict([
        { variant: 'swapped', level: 'Wrong' },
        { variant: 'paraphrased', level: 'Correct' },
      ]),
      verdict([
        { variant: 'swapped', level: 'Correct' },
        { variant: 'paraphrased', level: null },
      ]),
      { outcome: 'unscored', judge, cause: 'x', repeats: [{ variant: 'swapped', level: 'Wrong' }] },
    ]);
    assert.deepEqual(counts, {
      same: { asked: 0, flipped: 0, unscored: 0 },
      swapped: { asked: 2, flipped: 1, unscored: 0 },
      paraphrased: { asked: 1, flipped: 0, unscored: 1 },
    });
    assert.equal(flipRate(counts), 1 / 3);
  });

  it('is undefined when nothing was asked again', () => {
    assert.equal(flipRate(countFlips([])), null);
  });
});
