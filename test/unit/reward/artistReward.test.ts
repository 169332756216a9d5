import assert from 'node:assert/strict';
import { Reward } from '../../../runtime/contract/reward.ts';
import type { Step } from '../../../runtime/contract/step.ts';
import type { ToolCall } from '../../../runtime/contract/tool.ts';
import { artistMathReward } from '../../../runtime/reward/artistMathReward.ts';
import { artistToolsReward } from '../../../runtime/reward/artistToolsReward.ts';
import type { RewardInput } from '../../../runtime/reward/reward.ts';
import { makeStep } from '../../fakes/records.ts';
import { makeRewardInput } from '../../fakes/rewardInput.ts';
import { scored } from '../../fakes/verdicts.ts';

const ran = makeStep();
const failed = makeStep({ index: 2, executed: false });
const answered = makeStep({ index: 3, code: null });
const { observation } = makeStep();
const bare = makeStep({
  index: 2,
  code: null,
  parsed: false,
  executed: false,
  observation: { ...observation, kind: 'no-code' },
});
const faulty = makeStep({ index: 2, faults: [{ kind: 'no-thought', message: 'No thought.' }] });

function scores(reward: Reward): Record<string, number | null> {
  return Object.fromEntries(reward.parts.map(({ name, score }) => [name, score]));
}

describe('artistMathReward', () => {
  const settings = {
    kind: 'artist-math',
    answer: 2,
    formatRelaxed: 0.5,
    formatStrict: 0.5,
    tool: 0.5,
  } as const;
  const rewardOf = (steps: readonly Step[], over: Partial<RewardInput> = {}) =>
    Reward.parse(
      artistMathReward({
        ...makeRewardInput(settings, { steps, verdict: scored('Correct') }),
        ...over,
        settings,
      }),
    );

  it('is 3.5 for a right answer by code that ran, in form', () => {
    const reward = rewardOf([ran, answered]);
    assert.equal(reward.total, 3.5);
    assert.equal(reward.correctness, 1);
    assert.deepEqual(
      reward.parts.map(({ weight }) => weight),
      [2, 0.5, 0.5, 0.5],
    );
  });

  it('gives all or nothing for the answer', () => {
    const partly = rewardOf([ran, answered], { verdict: scored('Partially Correct') });
    assert.equal(scores(partly)['answer'], 0);
    assert.equal(partly.correctness, 0.5);
    assert.equal(partly.total, 1.5);
  });

  it('takes the share of the calls that ran, and 0 without a call', () => {
    assert.equal(scores(rewardOf([ran, failed, answered]))['tool'], 0.5);
    assert.equal(rewardOf([ran, failed, answered]).parts[3]?.reason, '1 of 2 calls ran');
    assert.equal(scores(rewardOf([answered]))['tool'], 0);
  });

  it('tells the strict form from the relaxed one', () => {
    const reward = rewardOf([ran, faulty, answered]);
    assert.equal(scores(reward)['format-relaxed'], 1);
    assert.equal(scores(reward)['format-strict'], 0);
    assert.equal(reward.parts[2]?.reason, 'reply 2: no-thought');
  });

  it('gives neither to a reply without call and answer, nor without an end', () => {
    for (const reward of [
      rewardOf([ran, bare, answered]),
      rewardOf([ran], { stopReason: 'max-steps', verdict: null }),
    ]) {
      assert.equal(scores(reward)['format-relaxed'], 0);
      assert.equal(scores(reward)['format-strict'], 0);
    }
  });

  it('has no total when the rollout broke off', () => {
    const reward = rewardOf([ran], { stopReason: 'failure', verdict: null });
    assert.equal(reward.total, null);
    assert.equal(scores(reward)['format-relaxed'], null);
  });
});

describe('artistToolsReward', () => {
  const settings = {
    kind: 'artist-tools',
    state: 0.5,
    stateOf: 'all',
    function: 0.5,
    formatRelaxed: 0.5,
    formatStrict: 0.5,
  } as const;
  const whole = {
    attributes: 4,
    matchedAttributes: 4,
    results: 2,
    matchedResults: 2,
    differing: [],
    missing: [],
  };
  const rewardOf = (over: Partial<RewardInput> = {}) =>
    Reward.parse(
      artistToolsReward({
        ...makeRewardInput(settings, { steps: [ran, answered], environment: whole }),
        ...over,
        settings,
      }),
    );

  it('is 2 when state, results and form are as they should be', () => {
    assert.equal(rewardOf().total, 2);
    assert.equal(rewardOf().correctness, 1);
  });

  it('takes the shares of state and results', () => {
    const reward = rewardOf({ environment: { ...whole, matchedAttributes: 3, matchedResults: 1 } });
    assert.equal(scores(reward)['state'], 0.75);
    assert.equal(scores(reward)['function'], 0.5);
    assert.equal(reward.total, 0.375 + 0.25 + 1);
    assert.equal(reward.correctness, 0);
    assert.equal(reward.parts[0]?.reason, '3 of 4 attributes as they should be');
    assert.equal(reward.parts[1]?.reason, '1 of 2 true results');
  });

  it('logs what the state gives for free, which is no part of the total', () => {
    const environment = { ...whole, untouchedAttributes: 3, keptAttributes: 3 };
    const reward = rewardOf({ environment: { ...environment, matchedAttributes: 3 } });
    assert.deepEqual(reward.parts.at(-1), {
      name: 'state-for-free',
      score: 0.75,
      weight: 0,
      reason: '3 of 4 attributes that the true calls leave alone',
    });
    assert.equal(reward.total, 0.5 * 0.75 + 0.5 + 1);
  });

  it('gives nothing for nothing where the recipe counts changed attributes alone', () => {
    const idle = { matchedAttributes: 3, untouchedAttributes: 3, keptAttributes: 3 };
    const environment = { ...whole, ...idle, matchedResults: 0 };
    const changed = { ...settings, stateOf: 'changed' as const };
    const input = makeRewardInput(changed, { steps: [answered], environment });
    const reward = artistToolsReward({ ...input, settings: changed });
    assert.deepEqual([scores(reward)['state'], reward.total], [0, 1]);
  });

  it('holds every call against a policy that should make none', () => {
    const nothing = { ...whole, results: 0, matchedResults: 0 };
    const call = (outcome: ToolCall['outcome']): ToolCall => ({
      index: 0,
      name: 'move',
      arguments: {},
      outcome,
      preview: '',
      milliseconds: 1,
    });
    const functionOf = (...toolCalls: ToolCall[]) =>
      scores(rewardOf({ environment: nothing, steps: [makeStep({ toolCalls })] }))['function'];
    assert.equal(functionOf(), 1);
    assert.equal(functionOf(call('error')), 1);
    assert.equal(functionOf(call('ok')), 0);
  });

  it('gives the state whole where there is none', () => {
    const stateless = { ...whole, attributes: 0, matchedAttributes: 0 };
    assert.equal(scores(rewardOf({ environment: stateless }))['state'], 1);
  });

  it('has no total when the environment was not compared or the rollout broke off', () => {
    for (const reward of [rewardOf({ environment: null }), rewardOf({ stopReason: 'cancelled' })]) {
      assert.equal(reward.total, null);
      assert.equal(reward.correctness, null);
    }
  });
});
