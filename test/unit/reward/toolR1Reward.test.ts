import assert from 'node:assert/strict';
import type { Verdict } from '../../../runtime/contract/judge.ts';
import { Reward } from '../../../runtime/contract/reward.ts';
import type { Step } from '../../../runtime/contract/step.ts';
import type { StopReason } from '../../../runtime/contract/trajectory.ts';
import { toolR1Reward } from '../../../runtime/reward/toolR1Reward.ts';
import { makeStep } from '../../fakes/records.ts';
import { makeRewardInput } from '../../fakes/rewardInput.ts';

const judge = { name: 'rule', version: '1' };
const correct: Verdict = {
  outcome: 'scored',
  judge,
  level: 'Correct',
  score: 1,
  reason: 'the same number',
};
const settings = { kind: 'tool-r1', weights: { answer: 1, parse: 0.3, exec: 0.3 } } as const;

const ran = makeStep();
const failed = makeStep({ executed: false });
const unparsed = makeStep({ parsed: false, executed: false });

function rewardOf(
  steps: readonly Step[],
  verdict: Verdict | null,
  stopReason: StopReason = 'final-answer',
): Reward {
  return Reward.parse(toolR1Reward(makeRewardInput(settings, { steps, verdict, stopReason })));
}

function scores(reward: Reward): readonly (number | null)[] {
  return reward.parts.map((part) => part.score);
}

describe('toolR1Reward', () => {
  it('is 1.6 for a right answer by clean steps', () => {
    const reward = rewardOf([ran, ran], correct);
    assert.equal(reward.total, 1.6);
    assert.deepEqual(scores(reward), [1, 1, 1]);
    assert.deepEqual(
      reward.parts.map((part) => part.weight),
      [1, 0.3, 0.3],
    );
  });

  it('takes the shares of all steps and says so', () => {
    const reward = rewardOf([unparsed, failed, ran, ran], correct);
    assert.deepEqual(scores(reward), [1, 0.75, 0.5]);
    assert.ok(Math.abs((reward.total ?? 0) - 1.375) < 1e-12);
    assert.deepEqual(
      reward.parts.map((part) => part.reason),
      ['Correct: the same number', '3 of 4 steps parsed', '2 of 4 steps ran'],
    );
  });

  it('gives half for a partly correct answer', () => {
    const partly: Verdict = { ...correct, level: 'Partially Correct', score: 0.5 };
    assert.ok(Math.abs((rewardOf([ran], partly).total ?? 0) - 1.1) < 1e-12);
    assert.equal(rewardOf([ran], partly).correctness, 0.5);
    assert.equal(rewardOf([ran], partly).parts[1]?.reason, '1 of 1 step parsed');
  });

  it('gives 0.6 to a clean wrong answer', () => {
    const wrong: Verdict = { ...correct, level: 'Wrong', score: 0 };
    assert.equal(rewardOf([ran], wrong).total, 0.6);
    assert.equal(rewardOf([ran], wrong).correctness, 0);
  });

  for (const stopReason of ['max-steps', 'context-full', 'no-code'] as const) {
    it(`scores the answer 0 by rule at ${stopReason}`, () => {
      const reward = rewardOf([ran, failed], null, stopReason);
      assert.deepEqual(scores(reward), [0, 1, 0.5]);
      assert.ok(Math.abs((reward.total ?? 0) - 0.45) < 1e-12);
      assert.match(reward.parts[0]?.reason ?? '', /^no answer/);
    });
  }

  it('does not take a verdict into account when there was no final answer', () => {
    assert.equal(rewardOf([ran], correct, 'max-steps').parts[0]?.score, 0);
  });

  for (const stopReason of ['cancelled', 'failure'] as const) {
    it(`has no total at ${stopReason}`, () => {
      const reward = rewardOf([ran], null, stopReason);
      assert.equal(reward.total, null);
      assert.equal(reward.correctness, null);
      assert.deepEqual(scores(reward), [null, 1, 1]);
    });
  }

  it('has no total when the judge gave no score, and keeps the cause', () => {
    const reward = rewardOf([ran], { outcome: 'unscored', judge, cause: 'the judge timed out' });
    assert.equal(reward.total, null);
    assert.equal(reward.parts[0]?.reason, 'unscored: the judge timed out');
    assert.equal(reward.parts[1]?.score, 1);
  });

  it('has no total when a final answer was not judged', () => {
    assert.equal(rewardOf([ran], null).total, null);
  });

  it('gives 0 for both shares when there is no step', () => {
    const reward = rewardOf([], null, 'context-full');
    assert.equal(reward.total, 0);
    assert.deepEqual(reward.parts.map((part) => part.reason).slice(1), ['no step', 'no step']);
  });
});
