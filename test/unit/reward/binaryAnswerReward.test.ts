import assert from 'node:assert/strict';
import type { Verdict } from '../../../runtime/contract/judge.ts';
import { Reward } from '../../../runtime/contract/reward.ts';
import { binaryAnswerReward } from '../../../runtime/reward/binaryAnswerReward.ts';
import { makeRewardInput } from '../../fakes/rewardInput.ts';
import { scored } from '../../fakes/verdicts.ts';

const settings = { kind: 'binary-answer' } as const;

function rewardOf(verdict: Verdict | null, passScore: 1 | 0.5 = 1): Reward {
  return Reward.parse(binaryAnswerReward(makeRewardInput(settings, { verdict, passScore })));
}

describe('binaryAnswerReward', () => {
  it('is 1 for a pass and 0 for any other answer', () => {
    assert.equal(rewardOf(scored('Correct')).total, 1);
    assert.equal(rewardOf(scored('Partially Correct')).total, 0);
    assert.equal(rewardOf(scored('Wrong')).total, 0);
  });

  it('takes a partly correct answer for a pass where the recipe does', () => {
    assert.equal(rewardOf(scored('Partially Correct'), 0.5).total, 1);
    assert.equal(rewardOf(scored('Wrong'), 0.5).total, 0);
  });

  it('keeps how right the answer was', () => {
    assert.equal(rewardOf(scored('Partially Correct')).correctness, 0.5);
  });

  it('has no total when the answer was not judged', () => {
    const unscored = {
      outcome: 'unscored',
      judge: scored('Wrong').judge,
      cause: 'no reply',
    } as const;
    for (const verdict of [null, unscored]) {
      assert.equal(rewardOf(verdict).total, null);
      assert.equal(rewardOf(verdict).correctness, null);
    }
  });

  it('is 0 by rule without an answer', () => {
    const input = makeRewardInput(settings, { stopReason: 'max-steps' });
    assert.deepEqual(binaryAnswerReward(input), {
      recipe: 'recipe',
      parts: [{ name: 'answer', weight: 1, score: 0, reason: 'no answer within the step limit' }],
      total: 0,
      correctness: 0,
    });
  });
});
