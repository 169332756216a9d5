import assert from 'node:assert/strict';
import { Verdict } from '../../../runtime/contract/judge.ts';
import { ruleJudge } from '../../../runtime/judge/ruleJudge.ts';

const never = new AbortController().signal;

async function judged(finalAnswer: string, referenceAnswer: string, rules = 'fixed' as const) {
  const input = { question: 'How many?', finalAnswer, referenceAnswer };
  return Verdict.parse(await ruleJudge(rules).judge(input, never));
}

describe('ruleJudge', () => {
  it('gives Correct with score 1 and says how it compared', async () => {
    const verdict = await judged('$1,000', '1000');
    assert.deepEqual(verdict, {
      outcome: 'scored',
      judge: { name: 'rule', version: '1', kind: 'rule' },
      level: 'Correct',
      score: 1,
      reason: '"$1,000" matches "1000", compared as numbers',
    });
  });

  it('gives Wrong with score 0', async () => {
    const verdict = await judged('Lyon', 'Paris');
    assert.ok(verdict.outcome === 'scored');
    assert.equal(verdict.level, 'Wrong');
    assert.equal(verdict.score, 0);
    assert.match(verdict.reason, /"Lyon" differs from "Paris"/);
  });

  it('names the original rules as a judge of their own', async () => {
    const judge = ruleJudge('official');
    assert.equal(judge.identity.name, 'gaia-official');
    const input = { question: 'q', finalAnswer: 'banana', referenceAnswer: 'inf' };
    const verdict = await judge.judge(input, never);
    assert.ok(verdict.outcome === 'scored');
    assert.equal(verdict.level, 'Correct');
  });

  it('quotes only the start of a long answer', async () => {
    const verdict = await judged('x'.repeat(10_000), 'Paris');
    assert.ok(verdict.outcome === 'scored');
    assert.ok(verdict.reason.length < 250);
    assert.match(verdict.reason, /x…"/);
  });
});
