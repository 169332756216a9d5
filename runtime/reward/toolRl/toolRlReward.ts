// The reward of ToolRL (arXiv 2504.13958) as its code gives it (qiancheng0/ToolRL at 8cee13ec, rlla.py): format + correctness, and
// where the recipe says so length. One thing differs: a reply that writes a header of its own is not read from there.
// A reply is text up to the end of the turn, as the policy gives it. Pure.
import type { Reward, RewardPart } from '../../contract/reward.ts';
import type { RewardInput } from '../reward.ts';
import { brokenOff, totalOf, type Score } from '../rewardParts.ts';
import { readCalls, toolCallText } from '../toolCalls.ts';
import { pythonStrip } from '../python/pythonText.ts';
import { compareCalls } from './compareCalls.ts';
import { hasForm } from './toolRlFormat.ts';
import { thoughtLength } from './thoughtLength.ts';
import {
  correctnessRange,
  formatRange,
  type Range,
  type ToolRlSettings,
} from './toolRlSettings.ts';
import { isRight, readTruth, type ToolRlTruth } from './toolRlTruth.ts';

export function toolRlReward(input: RewardInput<ToolRlSettings>): Reward {
  const { recipe, settings, trainStep, steps, stopReason } = input;
  const truth = readTruth(input.task.referenceAnswer);
  const broken = brokenOff(stopReason);
  if (broken !== null) return unscored(recipe, broken);
  if (!truth.ok) return unscored(recipe, truth.problem);
  const reply = pythonStrip(steps[0]?.reply.text ?? '');
  const format = formatScore(reply, truth.value, formatRange(settings, trainStep));
  const range = correctnessRange(settings, trainStep);
  const correctness = correctnessScore(reply, truth.value, settings, range);
  const parts: readonly RewardPart[] = [
    { name: 'format', weight: 1, ...format },
    { name: 'correctness', weight: 1, ...correctness },
    ...lengthPart(reply, settings, trainStep),
  ];
  return {
    recipe,
    parts: [...parts],
    total: totalOf(parts),
    correctness: Number(isRight(reply, truth.value)),
  };
}

function unscored(recipe: string, reason: string): Reward {
  const parts = ['format', 'correctness'].map((name) => ({ name, weight: 1, score: null, reason }));
  return { recipe, parts, total: null, correctness: null };
}

function formatScore(reply: string, { form }: ToolRlTruth, { least, most }: Range): Score {
  return hasForm(reply, form)
    ? { score: most, reason: `the form of ${form.name}` }
    : { score: least, reason: `not the form of ${form.name}` };
}

function correctnessScore(
  reply: string,
  truth: ToolRlTruth,
  settings: ToolRlSettings,
  { least, most }: Range,
): Score {
  if (truth.calls === null) return { score: 0, reason: 'no call is asked for' };
  const made = toolCallText(reply);
  if (made === null) return { score: least, reason: 'no calls between tags' };
  const found = readCalls(made, 'parameters');
  const points = found === null ? null : compareCalls(truth.calls, found, settings);
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
