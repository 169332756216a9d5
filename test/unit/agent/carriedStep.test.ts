import assert from 'node:assert/strict';
import {
  carriedReply,
  comparedWithParent,
  takenOver,
  writtenReply,
} from '../../../runtime/agent/carriedStep.ts';
import { Reply } from '../../../runtime/contract/reply.ts';
import type { Observation } from '../../../runtime/contract/observation.ts';
import type { Step } from '../../../runtime/contract/step.ts';
import { makeReply, makeStep } from '../../fakes/records.ts';

const sampled = makeReply({
  tokens: { promptIds: [1], completionIds: [2], completionMask: [1], logProbs: [-0.1] },
  milliseconds: 900,
});

function observed(over: Partial<Observation>): Step {
  const step = makeStep();
  return { ...step, observation: { ...step.observation, ...over } };
}

describe('a carried step', () => {
  it('keeps what the policy said and nothing that could be trained on or counted twice', () => {
    const reply = Reply.parse(carriedReply(sampled));
    assert.equal(reply.text, sampled.text);
    assert.deepEqual(
      [reply.origin, reply.tokens, reply.usage, reply.milliseconds],
      ['parent', null, { promptTokens: 0, completionTokens: 0 }, 0],
    );
  });

  it('is taken over with its observation', () => {
    const step = makeStep({ reply: sampled });
    assert.deepEqual(takenOver(step).observation, step.observation);
    assert.equal(takenOver(step).reply.origin, 'parent');
  });

  it('comes from the parent also where a person wrote it there', () => {
    const { reply } = writtenReply('t', 'x = 1', 'text');
    assert.equal(carriedReply(reply).origin, 'parent');
  });

  it('warns of an error where there was none', () => {
    const error = { type: 'KeyError', message: "'a'", line: 1, traceback: [] };
    const now = observed({ kind: 'python-error', error, warnings: ['old'] });
    assert.deepEqual(comparedWithParent(now, observed({})).observation.warnings, [
      'old',
      'This step was run again and ended differently: python-error (KeyError) instead of executed.',
    ]);
  });

  it('warns of another output, and of nothing when all is the same', () => {
    const [note] = comparedWithParent(observed({ stdout: '2\n' }), observed({})).observation
      .warnings;
    assert.match(note ?? '', /its output differs/);
    const same = observed({});
    assert.equal(comparedWithParent(same, observed({})), same);
  });
});

describe('a written reply', () => {
  it('is the code as it stands, whatever a parser would make of it', () => {
    const code = 'print("```")\n# <end_code>';
    const { reply, parsed } = writtenReply('Look.', code, 'the text');
    assert.deepEqual(parsed, { thought: 'Look.', code, faults: [] });
    assert.deepEqual([reply.origin, reply.tokens, reply.text], ['person', null, 'the text']);
    Reply.parse(reply);
  });
});
