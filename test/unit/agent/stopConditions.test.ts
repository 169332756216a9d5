import assert from 'node:assert/strict';
import {
  finalAnswerGiven,
  firstStop,
  repliesWithoutCode,
  stepLimit,
  stopConditions,
  stoppedByPerson,
} from '../../../runtime/agent/stopConditions.ts';
import type { ObservationKind } from '../../../runtime/contract/observation.ts';
import { AgentSettings } from '../../../runtime/contract/recipe.ts';
import type { Step } from '../../../runtime/contract/step.ts';
import recipe from '../../../runtime/recipes/tool-r1.json' with { type: 'json' };
import { makeStep } from '../../fakes/records.ts';

function steps(...kinds: readonly ObservationKind[]): readonly Step[] {
  return kinds.map((kind, position) => {
    const step = makeStep({ index: position + 1 });
    return { ...step, observation: { ...step.observation, kind } };
  });
}

describe('stop conditions', () => {
  it('end at a final answer in the last step only', () => {
    assert.equal(finalAnswerGiven(steps('executed', 'final-answer')), 'final-answer');
    assert.equal(finalAnswerGiven(steps('final-answer', 'executed')), null);
    assert.equal(finalAnswerGiven([]), null);
  });

  it('end where a person stopped', () => {
    assert.equal(stoppedByPerson(steps('cancelled')), 'cancelled');
    assert.equal(stoppedByPerson(steps('timeout')), null);
  });

  it('end after so many replies without code in a row', () => {
    const two = repliesWithoutCode(2);
    assert.equal(two(steps('no-code')), null);
    assert.equal(two(steps('no-code', 'executed', 'no-code')), null);
    assert.equal(two(steps('executed', 'no-code', 'no-code')), 'no-code');
    // An error of Python is no missing code.
    assert.equal(two(steps('syntax-error', 'syntax-error')), null);
  });

  it('end at the step limit', () => {
    assert.equal(stepLimit(2)(steps('executed')), null);
    assert.equal(stepLimit(2)(steps('executed', 'python-error')), 'max-steps');
  });

  it('prefer the answer to the limit', () => {
    const settings = { ...AgentSettings.parse(recipe.agent), maxSteps: 1, maxUnparsedReplies: 1 };
    const conditions = stopConditions(settings);
    assert.equal(firstStop(conditions, steps('final-answer')), 'final-answer');
    assert.equal(firstStop(conditions, steps('no-code')), 'no-code');
    assert.equal(firstStop(conditions, steps('refused')), 'max-steps');
    assert.equal(firstStop(conditions, []), null);
  });
});
