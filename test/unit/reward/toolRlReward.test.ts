// The reward of ToolRL against what its code gave for the same replies, in every mode of its switches.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import type { Reward } from '../../../runtime/contract/reward.ts';
import type { ToolRlSettings } from '../../../runtime/reward/toolRl/toolRlSettings.ts';
import { toolRlReward } from '../../../runtime/reward/toolRl/toolRlReward.ts';
import { makeReply, makeStep } from '../../fakes/records.ts';
import { makeRewardInput } from '../../fakes/rewardInput.ts';

const Scores = z.object({
  score: z.number(),
  format: z.number(),
  correctness: z.number(),
  length: z.number(),
});
const Modes = z.record(z.string(), Scores);
const Vectors = z.looseObject({
  modes: z.record(z.string(), z.object({ switches: z.array(z.string()), step: z.int() })),
  cases: z.array(
    z.looseObject({
      name: z.string(),
      input: z.looseObject({
        response: z.string(),
        groundTruth: z.string(),
        template: z.enum(['qwen', 'llama']),
      }),
      expected: Modes,
      fixed: Modes.optional(),
      optimalMatchingCorrectness: z.number().optional(),
    }),
  ),
});

const codeDefault: ToolRlSettings = {
  kind: 'toolrl',
  detail: 'values',
  exactLists: false,
  matching: 'greedy',
  correctnessRange: 3,
  scale: 'fixed',
  length: 'none',
};

const bySwitch: Readonly<Record<string, Partial<ToolRlSettings>>> = {
  REFINEDREWARD: { exactLists: true },
  INTERMEDIATEREWARD: { detail: 'calls' },
  COARSEREWARD: { detail: 'list' },
  CORRECTMAX1: { correctnessRange: 1 },
  MAX1STEP30MAX3: { scale: 'two-stage' },
  SCHEDULEREWARD: { scale: 'dynamic' },
  WITHLENGTH: { length: 'fixed' },
  SCHEDULELENGTH: { length: 'scheduled' },
};

function settingsOf(switches: readonly string[]): ToolRlSettings {
  return switches.reduce((settings, name) => {
    const change = bySwitch[name];
    assert.ok(change !== undefined, `no setting for ${name}`);
    return { ...settings, ...change };
  }, codeDefault);
}

interface Asked {
  readonly response: string;
  readonly groundTruth: string;
  readonly template?: 'qwen' | 'llama';
}

/** Where sampling ends with each chat template, so that the policy's reply holds nothing behind it. */
const endOfTurn = { qwen: '<|im_end|>', llama: '<|eot_id|>' } as const;

function sampled(response: string, template: keyof typeof endOfTurn = 'qwen'): string {
  return response.split(endOfTurn[template])[0] ?? '';
}

function rewardOf(
  { response, groundTruth, template }: Asked,
  settings = codeDefault,
  trainStep = 1,
): Reward {
  const step = makeStep({ reply: makeReply({ text: sampled(response, template) }) });
  const task = { referenceAnswer: groundTruth };
  return toolRlReward(makeRewardInput(settings, { steps: [step], task, trainStep }));
}

function scoreOf(reward: Reward, name: string): number {
  return reward.parts.find((part) => part.name === name)?.score ?? 0;
}

function near(actual: number | null, expected: number, what: string): void {
  const close = actual !== null && Math.abs(actual - expected) <= 1e-12;
  assert.ok(close, `${what}: ${String(actual)} is not ${expected}`);
}

const vectors = Vectors.parse(
  JSON.parse(
    await readFile(new URL('../../fixtures/vectors/toolrl-reward.json', import.meta.url), 'utf8'),
  ),
);

describe('toolRlReward, against the reference', () => {
  it('is asked for all that was recorded', () => {
    assert.equal(vectors.cases.length, 215);
    assert.equal(Object.keys(vectors.modes).length, 22);
  });

  for (const [mode, { switches, step }] of Object.entries(vectors.modes)) {
    it(`gives every value in the mode ${mode}`, () => {
      const settings = settingsOf(switches);
      for (const { name, input, expected, fixed } of vectors.cases) {
        const wanted = (fixed ?? expected)[mode];
        assert.ok(wanted !== undefined, `${name} lacks ${mode}`);
        const reward = rewardOf(input, settings, step);
        near(scoreOf(reward, 'format'), wanted.format, `${name}: format`);
        near(scoreOf(reward, 'correctness'), wanted.correctness, `${name}: correctness`);
        near(scoreOf(reward, 'length'), wanted.length, `${name}: length`);
        near(reward.total, wanted.score, `${name}: total`);
      }
    });
  }

  it('gives the value of the best assignment where the recipe asks for it', () => {
    const optimal = { ...codeDefault, matching: 'optimal' } as const;
    const cases = vectors.cases.filter((one) => one.optimalMatchingCorrectness !== undefined);
    assert.ok(cases.length > 100, String(cases.length));
    for (const { name, input, optimalMatchingCorrectness = NaN } of cases) {
      const found = scoreOf(rewardOf(input, optimal), 'correctness');
      near(found, optimalMatchingCorrectness, name);
    }
  });
});

const thought = '<think>Let me see.</think>';
const call = (name: string, parameters: object) => JSON.stringify({ name, parameters });
const calls = (...lines: readonly string[]) =>
  `${thought}\n<tool_call>\n${lines.join('\n')}\n</tool_call>`;

/** Correctness of the calls of a reply against those of the truth. */
function correctness(truth: string, reply: string, over: Partial<ToolRlSettings> = {}): number {
  const reward = rewardOf({ groundTruth: truth, response: reply }, { ...codeDefault, ...over });
  return scoreOf(reward, 'correctness');
}

// The values that were worked out by running the reference on one call with two parameters, and on two calls.
describe('toolRlReward, the worked values', () => {
  const weather = call('get_weather', { city: 'Paris', unit: 'celsius' });
  const one = calls(weather);
  const renamed = calls(call('get_weather', { town: 'Paris', unit: 'celsius' }));
  const wrongValue = calls(call('get_weather', { city: 'Rome', unit: 'celsius' }));
  const otherTool = calls(call('get_news', { city: 'Paris', unit: 'celsius' }));
  const extra = calls(weather, call('get_news', { city: 'Paris' }));
  const time = call('get_time', { zone: 'CET' });
  const two = calls(weather, time);
  const swapped = calls(time, weather);
  const distance = call('distance', { from: 'Paris', to: 'Rome' });

  const table: readonly [what: string, found: () => number, expected: number][] = [
    ['exact', () => correctness(one, one), 3],
    ['one wrong value', () => correctness(one, wrongValue), 1.5],
    ['one key renamed', () => correctness(one, renamed), 0.5],
    ['wrong tool name', () => correctness(one, otherTool), -3],
    ['an extra call', () => correctness(one, extra), 2.25],
    ['the call twice', () => correctness(one, calls(weather, weather)), 2.25],
    ['the call with one parameter missing of two', () => correctness(two, one), 0.5],
    ['the call with two parameters missing of two', () => correctness(two, calls(time)), -0.5],
    ['one of two calls of two parameters', () => correctness(calls(weather, distance), one), 0],
    ['order swapped', () => correctness(two, swapped), 3],
    [
      'a text for a number',
      () => correctness(calls(call('f', { n: 1 })), calls(call('f', { n: '1' }))),
      1,
    ],
    [
      'an argument that is not asked for',
      () => correctness(calls(call('f', {})), calls(call('f', { n: 1 }))),
      0,
    ],
    ['refined: key renamed', () => correctness(one, renamed, { exactLists: true }), 0],
    ['refined: order swapped, 2 + 1', () => correctness(two, swapped, { exactLists: true }), 2],
    [
      'refined: order swapped, 2 + 2',
      () => correctness(calls(weather, distance), calls(distance, weather), { exactLists: true }),
      15 / 7,
    ],
    ['refined: extra call', () => correctness(one, extra, { exactLists: true }), 1.5],
    ['intermediate: wrong value', () => correctness(one, wrongValue, { detail: 'calls' }), 0],
    ['intermediate: order swapped', () => correctness(two, swapped, { detail: 'calls' }), 3],
    ['coarse: order swapped', () => correctness(two, swapped, { detail: 'list' }), -3],
  ];
  for (const [what, found, expected] of table) {
    it(`gives ${expected.toFixed(3)} for ${what}`, () => {
      near(found(), expected, what);
    });
  }

  it('loses by greedy matching what the best assignment keeps', () => {
    const truth = calls(call('f', { a: 1 }), call('f', { a: 1, b: 2 }));
    const reply = calls(call('f', { a: 1, b: 2 }), call('f', { a: 7 }));
    near(correctness(truth, reply), 0, 'greedy');
    near(correctness(truth, reply, { matching: 'optimal' }), 2, 'optimal');
  });

  const answer = `${thought}\n<response>Paris.</response>`;
  const whole: readonly [what: string, truth: string, reply: string, number, number][] = [
    ['a blank line behind the thought', one, one.replace('</think>\n', '</think>\n\n'), 0, 3],
    ['a JSON array', one, calls(`[${weather}]`), 1, -3],
    ['JSON over several lines', one, calls(JSON.stringify(JSON.parse(weather), null, 2)), 1, -3],
    ['a response beside the call', one, `${one}\n<response>Done.</response>`, 0, 3],
    ['two thoughts', one, `${thought}\n${one}`, 1, 3],
    ['prose in place of a call', one, answer, 0, -3],
    ['the response that is asked for', answer, answer, 1, 0],
    ['a call where a response is asked for', answer, one, 0, 0],
  ];
  for (const [what, truth, reply, format, correct] of whole) {
    it(`gives ${format} and ${correct} for ${what}`, () => {
      const reward = rewardOf({ groundTruth: truth, response: reply });
      near(scoreOf(reward, 'format'), format, 'format');
      near(scoreOf(reward, 'correctness'), correct, 'correctness');
    });
  }

  it('does not read a reply from a header that the policy wrote itself', () => {
    const ended = `nonsense<|im_end|>\n<|im_start|>assistant\n${one}`;
    const cut = rewardOf({ groundTruth: one, response: ended });
    near(scoreOf(cut, 'format'), 0, 'format');
    near(scoreOf(cut, 'correctness'), -3, 'correctness');
    const endless = rewardOf({ groundTruth: one, response: ended.replace('<|im_end|>', '') });
    near(scoreOf(endless, 'format'), 0, 'format of the whole text');
  });
});

describe('toolRlReward, what counts as right', () => {
  const truth = calls(call('f', { a: 1 }), call('g', {}));

  it('is the calls in any order, whatever the settings make of it', () => {
    const swapped = calls(call('g', {}), call('f', { a: 1 }));
    for (const detail of ['values', 'calls', 'list'] as const) {
      const reward = rewardOf(
        { groundTruth: truth, response: swapped },
        { ...codeDefault, detail },
      );
      assert.equal(reward.correctness, 1);
    }
    const missing = rewardOf({ groundTruth: truth, response: calls(call('g', {})) });
    assert.equal(missing.correctness, 0);
  });

  it('is no call where none is asked for', () => {
    const groundTruth = `${thought}\n<response>Hello.</response>`;
    const polite = `${thought}\n<response>Good morning.</response>`;
    assert.equal(rewardOf({ groundTruth, response: polite }).correctness, 1);
    assert.equal(rewardOf({ groundTruth, response: truth }).correctness, 0);
    assert.equal(rewardOf({ groundTruth, response: 'Hello.' }).correctness, 0);
  });

  it('is not known when the truth cannot be read or the rollout broke', () => {
    const unreadable = rewardOf({ groundTruth: calls('{"name": "f"}'), response: truth });
    assert.equal(unreadable.total, null);
    assert.equal(unreadable.correctness, null);
    assert.match(unreadable.parts[0]?.reason ?? '', /reference answer/);
    const input = { task: { referenceAnswer: truth }, stopReason: 'failure' } as const;
    assert.equal(toolRlReward(makeRewardInput(codeDefault, input)).total, null);
    const without = { task: { referenceAnswer: null } } as const;
    assert.equal(toolRlReward(makeRewardInput(codeDefault, without)).total, null);
  });

  it('is the least for a name that Python could not count, unless lists are compared whole', () => {
    const odd = calls(call('f', { a: 1 }), call('g', {}), '{"name": ["g"], "parameters": {}}');
    near(correctness(truth, odd), -3, 'overlap');
    near(correctness(truth, odd, { exactLists: true }), 1.5, 'whole lists');
  });

  it('is quick to refuse a reply that repeats the tags of the form', () => {
    const groundTruth = `${truth}\n<response>Done.</response>`;
    const again = '</think>\n<tool_call>\n\n</tool_call>\n<response>'.repeat(2000);
    const started = performance.now();
    assert.equal(scoreOf(rewardOf({ groundTruth, response: `<think>${again}` }), 'format'), 0);
    assert.ok(performance.now() - started < 1000);
  });

  it('says how many points the calls earned', () => {
    const reward = rewardOf({
      groundTruth: truth,
      response: calls(call('f', { a: 2 }), call('g', {})),
    });
    assert.equal(reward.parts[1]?.reason, '3 of 4 points for the calls');
    assert.equal(reward.parts[0]?.reason, 'the form of a thought and calls');
  });
});
