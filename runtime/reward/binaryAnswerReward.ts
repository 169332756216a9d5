// 1 for an answer that passes, 0 for any other: the reward of plain GRPO on judged answers. Pure.
import type { Reward, RewardPart } from '../contract/reward.ts';
import { answerScore, passedAnswer } from './answerScore.ts';
import type { RewardInput, SettingsOf } from './reward.ts';

export function binaryAnswerReward(input: RewardInput<SettingsOf<'binary-answer'>>): Reward {
  const answer: RewardPart = { name: 'answer', weight: 1, ...passedAnswer(input) };
  return {
    recipe: input.recipe,
    parts: [answer],
    total: answer.score,
    correctness: answerScore(input).score,
  };
}
