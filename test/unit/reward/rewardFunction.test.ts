// Every kind of reward that a recipe may name is one, and says what it made of a rollout.
import assert from 'node:assert/strict';
import * as z from 'zod';
import { Reward } from '../../../runtime/contract/reward.ts';
import { RewardSettings } from '../../../runtime/contract/rewardSettings.ts';
import { needsVerdict } from '../../../runtime/reward/needsVerdict.ts';
import { rewardFunction } from '../../../runtime/reward/rewardFunction.ts';
import { makeStep } from '../../fakes/records.ts';
import { makeRewardInput } from '../../fakes/rewardInput.ts';
import { scored } from '../../fakes/verdicts.ts';

const weights = { formatRelaxed: 0.5, formatStrict: 0.5 };
const all: readonly (readonly [RewardSettings, parts: readonly string[], judged: boolean])[] = [
  [
    { kind: 'tool-r1', weights: { answer: 1, parse: 0.3, exec: 0.3 } },
    ['answer', 'parse', 'exec'],
    true,
  ],
  [
    {
      kind: 'toolrl',
      detail: 'values',
      exactLists: false,
      matching: 'greedy',
      correctnessRange: 3,
      scale: 'fixed',
      length: 'fixed',
    },
    ['format', 'correctness', 'length'],
    false,
  ],
  [
    { kind: 'artist-math', answer: 2, tool: 0.5, ...weights },
    ['answer', 'format-relaxed', 'format-strict', 'tool'],
    true,
  ],
  [
    { kind: 'artist-tools', state: 0.5, stateOf: 'all', function: 0.5, ...weights },
    ['state', 'function', 'format-relaxed', 'format-strict'],
    false,
  ],
  [{ kind: 'exact-set', needsFormat: true }, ['calls'], false],
  [{ kind: 'binary-answer' }, ['answer'], true],
];

/** The literal behind a default or not. */
function kindOf({ kind }: { readonly kind: z.ZodType }): unknown {
  const literal = kind instanceof z.ZodDefault ? kind.unwrap() : kind;
  return literal instanceof z.ZodLiteral ? literal.value : literal;
}

describe('rewardFunction', () => {
  it('knows every kind', () => {
    assert.deepEqual(
      all.map(([{ kind }]) => kind).toSorted(),
      RewardSettings.options.map(({ shape }) => kindOf(shape)).toSorted(),
    );
  });

  for (const [settings, names, judged] of all) {
    it(`gives the parts of ${settings.kind}, each with a reason`, () => {
      const environment = {
        attributes: 1,
        matchedAttributes: 1,
        results: 1,
        matchedResults: 1,
        differing: [],
        missing: [],
      };
      const task = { referenceAnswer: '{"name": "f", "arguments": {}}' };
      const over = { steps: [makeStep()], verdict: scored('Correct'), environment, task };
      const reward = Reward.parse(rewardFunction(makeRewardInput(settings, over)));
      assert.deepEqual(
        reward.parts.map(({ name }) => name),
        names,
      );
      assert.ok(reward.parts.every(({ reason }) => reason !== ''));
      assert.notEqual(reward.total, null);
      assert.notEqual(reward.correctness, undefined);
    });

    it(`${judged ? 'asks' : 'does not ask'} a judge for ${settings.kind}`, () => {
      assert.equal(needsVerdict(settings), judged);
    });
  }
});
