// 1 when the calls are exactly the true ones, in any order and each as often, 0 otherwise (arXiv 2606.00135). Pure.
import type { Reward, RewardPart } from '../contract/reward.ts';
import { strictFormat } from './artistFormat.ts';
import type { RewardInput, SettingsOf } from './reward.ts';
import { brokenOff, type Score } from './rewardParts.ts';
import { readCalls, sameCalls } from './toolCalls.ts';
import { hasForm } from './toolRl/toolRlFormat.ts';
import { isRight, readTruth } from './toolRl/toolRlTruth.ts';
import { pythonStrip } from './python/pythonText.ts';

export function exactSetReward(input: RewardInput<SettingsOf<'exact-set'>>): Reward {
  const calls: RewardPart = { name: 'calls', weight: 1, ...callsScore(input) };
  return { recipe: input.recipe, parts: [calls], total: calls.score, correctness: calls.score };
}

function callsScore(input: RewardInput<SettingsOf<'exact-set'>>): Score {
  const truth = input.task.referenceAnswer;
  const broken = brokenOff(input.stopReason);
  if (broken !== null) return { score: null, reason: broken };
  if (truth === null) return { score: null, reason: 'the task has no reference answer' };
  return /^\s*<think>/.test(truth) ? ofReply(input, truth) : ofSteps(input, truth);
}

/** The truth is a whole reply of ToolRL's form. */
function ofReply({ steps, settings }: RewardInput<SettingsOf<'exact-set'>>, answer: string): Score {
  const truth = readTruth(answer);
  if (!truth.ok) return { score: null, reason: truth.problem };
  const reply = pythonStrip(steps[0]?.reply.text ?? '');
  const { form } = truth.value;
  if (settings.needsFormat && !hasForm(reply, form)) {
    return { score: 0, reason: `not the form of ${form.name}` };
  }
  return said(isRight(reply, truth.value));
}

/** The truth is a list of calls, one a line; the policy's are those of all its steps. */
function ofSteps(input: RewardInput<SettingsOf<'exact-set'>>, truth: string): Score {
  const asked = readCalls(truth, 'arguments');
  if (asked === null) {
    return { score: null, reason: 'the reference answer is not one call as JSON a line' };
  }
  if (input.settings.needsFormat) {
    const format = strictFormat(input);
    if (format.score !== 1) return format;
  }
  const made = input.steps.flatMap(({ code }) =>
    code === null ? [] : (readCalls(code, 'arguments') ?? [null]),
  );
  const whole = made.filter((call) => call !== null);
  return said(whole.length === made.length && sameCalls(asked, whole));
}

function said(right: boolean): Score {
  return right
    ? { score: 1, reason: 'exactly the true calls' }
    : { score: 0, reason: 'not exactly the true calls' };
}
