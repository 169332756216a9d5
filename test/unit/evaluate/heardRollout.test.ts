import assert from 'node:assert/strict';
import type { RunEvent } from '../../../runtime/contract/events.ts';
import type { Verdict } from '../../../runtime/contract/judge.ts';
import { HeardRollouts } from '../../../runtime/evaluate/heardRollout.ts';
import { at, makeReply, makeStep } from '../../fakes/records.ts';

const base = { version: 1, trajectoryId: 't', at } as const;

function step(usage: { promptTokens: number; completionTokens: number } | null): RunEvent {
  const reply = makeReply({ usage, model: 'served' });
  return { ...base, type: 'step-ended', step: makeStep({ reply, parsed: true, executed: false }) };
}

function verdict(over: Partial<Verdict> = {}): RunEvent {
  const judge = { name: 'llm', version: '1', kind: 'llm' } as const;
  const given = { outcome: 'unscored', judge, cause: 'unreadable', ...over } as Verdict;
  return { ...base, type: 'verdict-given', verdict: given };
}

function heard(...events: readonly RunEvent[]) {
  const rollouts = new HeardRollouts();
  for (const event of events) rollouts.hear(event);
  return rollouts.take('t');
}

describe('HeardRollouts', () => {
  it('sums steps and tokens', () => {
    const usage = { promptTokens: 10, completionTokens: 3 };
    const { steps, parsedSteps, executedSteps, promptTokens, completionTokens, servedModel } =
      heard(step(usage), step(usage));
    assert.deepEqual([steps, parsedSteps, executedSteps], [2, 2, 0]);
    assert.deepEqual([promptTokens, completionTokens, servedModel], [20, 6, 'served']);
  });

  it('gives no sum where a step does not say', () => {
    const usage = { promptTokens: 10, completionTokens: 3 };
    const { promptTokens, completionTokens } = heard(step(usage), step(null), step(usage));
    assert.deepEqual([promptTokens, completionTokens], [null, null]);
  });

  it('keeps the level of a verdict and what the judge took', () => {
    const cost = { promptTokens: 200, completionTokens: 30, milliseconds: 5 };
    const scored = heard(
      verdict({ outcome: 'scored', level: 'Partially Correct', score: 0.5, reason: '', cost }),
    );
    assert.deepEqual([scored.verdict, scored.judgeTokens], ['Partially Correct', 230]);
    const unscored = heard(verdict({ cost: { ...cost, completionTokens: null } }));
    assert.deepEqual([unscored.verdict, unscored.judgeTokens], [null, null]);
  });

  it('keeps rollouts apart, and forgets one that was taken', () => {
    const rollouts = new HeardRollouts();
    rollouts.hear({ ...step(null), trajectoryId: 'other' });
    rollouts.hear(step(null));
    rollouts.hear(step(null));
    assert.equal(rollouts.take('other').steps, 1);
    assert.equal(rollouts.take('t').steps, 2);
    assert.equal(rollouts.take('t').steps, 0);
  });
});
