import assert from 'node:assert/strict';
import type { Judge } from '../../../runtime/judge/judge.ts';
import { ruleJudge } from '../../../runtime/judge/ruleJudge.ts';
import { judgeAnswer } from '../../../runtime/rollout/judgeAnswer.ts';

const never = new AbortController().signal;
const task = { question: 'q', referenceAnswer: '4' };
const answered = { stopReason: 'final-answer', finalAnswer: '4' } as const;
const broken: Judge = {
  identity: { name: 'broken', version: '1' },
  judge: () => Promise.reject(new Error('no answer from the judge')),
};

describe('judgeAnswer', () => {
  it('asks the judge about an answer', async () => {
    const { verdict, failure } = await judgeAnswer(task, answered, ruleJudge('fixed'), never);
    assert.equal(verdict?.outcome === 'scored' && verdict.level, 'Correct');
    assert.equal(failure, null);
  });

  it('does not ask without an answer or a reference', async () => {
    const none = { verdict: null, failure: null };
    const noAnswer = { stopReason: 'max-steps', finalAnswer: null } as const;
    const noReference = { ...task, referenceAnswer: null };
    assert.deepEqual(await judgeAnswer(task, noAnswer, broken, never), none);
    assert.deepEqual(await judgeAnswer(noReference, answered, broken, never), none);
  });

  it('gives no score when the judge breaks', async () => {
    const { verdict, failure } = await judgeAnswer(task, answered, broken, never);
    assert.deepEqual(verdict, {
      outcome: 'unscored',
      judge: broken.identity,
      cause: 'no answer from the judge',
    });
    assert.equal(failure?.code, 'judge/unexpected');
  });
});
