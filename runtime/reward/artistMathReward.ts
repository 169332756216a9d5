// The reward of ARTIST for mathematics (arXiv 2505.01441): answer, form, and code that ran. The paper gives no numbers; weights
// are the recipe's, and tool = successful calls / calls. Pure.
import type { Reward, RewardPart } from '../contract/reward.ts';
import { answerScore, passedAnswer } from './answerScore.ts';
import { relaxedFormat, strictFormat } from './artistFormat.ts';
import type { RewardInput, SettingsOf } from './reward.ts';
import { shareOf, totalOf, type Score } from './rewardParts.ts';

export function artistMathReward(input: RewardInput<SettingsOf<'artist-math'>>): Reward {
  const { settings } = input;
  const parts: readonly RewardPart[] = [
    { name: 'answer', weight: settings.answer, ...passedAnswer(input) },
    { name: 'format-relaxed', weight: settings.formatRelaxed, ...relaxedFormat(input) },
    { name: 'format-strict', weight: settings.formatStrict, ...strictFormat(input) },
    { name: 'tool', weight: settings.tool, ...callsThatRan(input) },
  ];
  return {
    recipe: input.recipe,
    parts: [...parts],
    total: totalOf(parts),
    correctness: answerScore(input).score,
  };
}

/** A call is a step with code. */
function callsThatRan({ steps }: Pick<RewardInput, 'steps'>): Score {
  const calls = steps.filter(({ code }) => code !== null);
  const ran = calls.filter(({ executed }) => executed).length;
  return shareOf(ran, calls.length, 'calls ran', { score: 0, reason: 'no call' });
}
