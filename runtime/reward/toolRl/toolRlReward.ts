// The reward of ToolRL (arXiv 2504.13958) as its code gives it (qiancheng0/ToolRL at 8cee13ec, rlla.py): format + correctness, and
// where the recipe says so length. One thing differs: a reply that writes a header of its own is not read from there.
// A reply is text up to the end of the turn, as the policy gives it. Pure.
import type { Reward, RewardPart } from '../../contract/reward.ts';
import type { RewardInput } from '../reward.ts';
import { brokenOff, totalOf, type Score } from '../rewardParts.ts';
import { readCalls, sameCalls, toolCallText } from '../toolCalls.ts';
import { pythonStrip } from '../python/pythonText.ts';
import { compareCalls, trueCalls } from './compareCalls.ts';
import { formOf, hasForm } from './toolRlFormat.ts';
import { thoughtLength } from './thoughtLength.ts';
import {
  correctnessRange,
  formatRange,
  type Range,
  type ToolRlSettings,
} from './toolRlSettings.ts';

export function toolRlReward(input: RewardInput<ToolRlSettings>): Reward {
  const { settings, trainStep, steps, stopReason } = input;
  const truth = input.task.referenceAnswer;
  const problem = brokenOff(stopReason) ?? problemOf(truth);
  if (problem !== null || truth === null) return unscored(input.recipe, problem ?? '');
  const reply = pythonStrip(steps[0]?.reply.text ?? '');
  const parts: readonly RewardPart[] = [
    { name: 'format', weight: 1, ...formatScore(reply, truth, formatRange(settings, trainStep)) },
    {
      name: 'correctness',
      weight: 1,
      ...correctnessScore(reply, truth, settings, correctnessRange(settings, trainStep)),
    },
    ...lengthPart(reply, settings, trainStep),
  ];
  const isRight = toolRlCorrect(reply, truth);
  return {
    recipe: input.recipe,
    parts: [...parts],
    total: totalOf(parts),
    correctness: Number(isRight),
  };
}

/**
 * All true calls and no other, in any order; where the truth calls nothing, a reply in its form that calls nothing either. Not
 * shaped by any setting.
 */
export function toolRlCorrect(reply: string, truth: string): boolean {
  const asked = toolCallText(truth);
  const made = toolCallText(reply);
  if (asked === null) return !reply.includes('<tool_call>') && hasForm(reply, formOf(truth));
  const calls = made === null ? null : readCalls(made, 'parameters');
  return calls !== null && sameCalls(readCalls(asked, 'parameters') ?? [], calls);
}

/** What is wrong with a reference answer, for the person who made the task. */
function problemOf(truth: string | null): string | null {
  if (truth === null) return 'the task has no reference answer';
  const text = toolCallText(truth);
  if (text === null) {
    return truth.includes('<tool_call>') ? 'the reference answer does not end its calls' : null;
  }
  const calls = readCalls(text, 'parameters');
  return calls === null || trueCalls(calls) === null
    ? 'the reference answer holds a call that is not one JSON object a line with name and parameters'
    : null;
}

function unscored(recipe: string, reason: string): Reward {
  const parts = ['format', 'correctness'].map((name) => ({ name, weight: 1, score: null, reason }));
  return { recipe, parts, total: null, correctness: null };
}

function formatScore(reply: string, truth: string, { least, most }: Range): Score {
  const form = formOf(truth);
  return hasForm(reply, form)
    ? { score: most, reason: `the form of ${form.name}` }
    : { score: least, reason: `not the form of ${form.name}` };
}

function correctnessScore(
  reply: string,
  truth: string,
  settings: ToolRlSettings,
  { least, most }: Range,
): Score {
  const asked = toolCallText(truth);
  if (asked === null) return { score: 0, reason: 'no call is asked for' };
  const made = toolCallText(reply);
  if (made === null) return { score: least, reason: 'no calls between tags' };
  const found = readCalls(made, 'parameters');
  const points =
    found === null
      ? null
      : compareCalls(trueCalls(readCalls(asked, 'parameters') ?? []) ?? [], found, settings);
  if (points === null) return { score: least, reason: 'the calls cannot be read' };
  const score = ((most - least) * points.got) / points.most + least;
  return { score, reason: `${shown(points.got)} of ${points.most} points for the calls` };
}

function lengthPart(reply: string, { length }: ToolRlSettings, trainStep: number): RewardPart[] {
  if (length === 'none') return [];
  return [{ name: 'length', weight: 1, ...thoughtLength(reply, length, trainStep) }];
}

function shown(points: number): string {
  return String(Math.round(points * 1000) / 1000);
}
