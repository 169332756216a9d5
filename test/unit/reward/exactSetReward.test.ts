import assert from 'node:assert/strict';
import { Reward } from '../../../runtime/contract/reward.ts';
import { exactSetReward } from '../../../runtime/reward/exactSetReward.ts';
import { makeReply, makeStep } from '../../fakes/records.ts';
import { makeRewardInput } from '../../fakes/rewardInput.ts';

const loose = { kind: 'exact-set', needsFormat: false } as const;
const formal = { kind: 'exact-set', needsFormat: true } as const;
type Settings = typeof loose | typeof formal;

const f = '{"name": "f", "parameters": {"a": 1}}';
const g = '{"name": "g", "parameters": {}}';
const reply = (...lines: readonly string[]) =>
  `<think>So.</think>\n<tool_call>\n${lines.join('\n')}\n</tool_call>`;

function totalOf(truth: string, text: string, settings: Settings = formal): number | null {
  const steps = [makeStep({ reply: makeReply({ text }), code: null })];
  const input = makeRewardInput(settings, { steps, task: { referenceAnswer: truth } });
  return Reward.parse(exactSetReward(input)).total;
}

describe('exactSetReward of a reply', () => {
  it('is 1 for the same calls in any order', () => {
    assert.equal(totalOf(reply(f, g), reply(f, g)), 1);
    assert.equal(totalOf(reply(f, g), reply(g, f)), 1);
    assert.equal(totalOf(reply(f), reply('{"parameters": {"a": 1.0}, "name": "f"}')), 1);
  });

  it('is 0 for a call too few, too many, twice, or with another value', () => {
    assert.equal(totalOf(reply(f, g), reply(f)), 0);
    assert.equal(totalOf(reply(f), reply(f, g)), 0);
    assert.equal(totalOf(reply(f), reply(f, f)), 0);
    assert.equal(totalOf(reply(f, f), reply(f, g)), 0);
    assert.equal(totalOf(reply(f), reply('{"name": "f", "parameters": {"a": "1"}}')), 0);
  });

  it('is 0 for calls that cannot be read, and for none', () => {
    assert.equal(totalOf(reply(f), reply('f(a=1)')), 0);
    assert.equal(totalOf(reply(f), '<think>So.</think>\n<response>1</response>'), 0);
    assert.equal(totalOf(reply(f), ''), 0);
  });

  it('is unscored when the truth cannot be read', () => {
    assert.equal(totalOf(reply('f(a=1)'), reply(f)), null);
  });

  it('asks for the form where the recipe does', () => {
    const untidy = `Sure! ${reply(f)}`;
    assert.equal(totalOf(reply(f), untidy, formal), 0);
    assert.equal(totalOf(reply(f), untidy, loose), 1);
  });
});

describe('exactSetReward of several steps', () => {
  const truth = '{"name": "f", "arguments": {"a": 1}}\n{"name": "g", "arguments": {}}';
  const [first = '', second = ''] = truth.split('\n');
  const rewardOf = (codes: readonly (string | null)[], settings: Settings = loose) =>
    exactSetReward(
      makeRewardInput(settings, {
        steps: codes.map((code, index) => makeStep({ index: index + 1, code })),
        task: { referenceAnswer: truth },
      }),
    );

  it('takes the calls of all steps together', () => {
    assert.equal(rewardOf([second, first, null]).total, 1);
    assert.equal(rewardOf([truth, null]).total, 1);
    assert.equal(rewardOf([first, null]).total, 0);
    assert.equal(rewardOf([null]).total, 0);
  });

  it('is 0 when a call cannot be read', () => {
    assert.equal(rewardOf([truth, 'g()']).total, 0);
  });

  it('asks for the form of every reply where the recipe does', () => {
    const fault = { kind: 'no-thought', message: 'No thought.' } as const;
    const steps = [makeStep({ code: truth, faults: [fault] }), makeStep({ index: 2, code: null })];
    const input = { steps, task: { referenceAnswer: truth } };
    assert.equal(exactSetReward(makeRewardInput(formal, input)).total, 0);
    assert.equal(exactSetReward(makeRewardInput(loose, input)).total, 1);
  });

  it('is unscored without a readable truth, and when the rollout broke off', () => {
    const unreadable = makeRewardInput(loose, { task: { referenceAnswer: 'f(1)' } });
    assert.equal(exactSetReward(unreadable).total, null);
    assert.match(exactSetReward(unreadable).parts[0]?.reason ?? '', /reference answer/);
    const unknown = makeRewardInput(loose, { task: { referenceAnswer: null } });
    assert.equal(exactSetReward(unknown).correctness, null);
    const broken = makeRewardInput(loose, { stopReason: 'failure' });
    assert.equal(exactSetReward(broken).total, null);
  });
});
