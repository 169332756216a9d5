// The reward of Tool-R1 (arXiv 2509.12867): R = answer + 0.3 x parse + 0.3 x exec, with the weights of the recipe.
// Parse and exec are the shares of all steps, so a reply without code lowers both.
import type { Reward, RewardPart } from '../contract/reward.ts';
import type { Step } from '../contract/step.ts';
import { answerScore } from './answerScore.ts';
import type { RewardInput, SettingsOf } from './reward.ts';
import { shareOf, totalOf, type Score } from './rewardParts.ts';

export function toolR1Reward(input: RewardInput<SettingsOf<'tool-r1'>>): Reward {
  const { weights } = input.settings;
  const answer = answerScore(input);
  const parts: readonly RewardPart[] = [
    { name: 'answer', weight: weights.answer, ...answer },
    {
      name: 'parse',
      weight: weights.parse,
      ...share(input.steps, ({ parsed }) => parsed, 'parsed'),
    },
    {
      name: 'exec',
      weight: weights.exec,
      ...share(input.steps, ({ executed }) => executed, 'ran'),
    },
  ];
  return {
    recipe: input.recipe,
    parts: [...parts],
    total: totalOf(parts),
    correctness: answer.score,
  };
}

function share(steps: readonly Step[], counts: (step: Step) => boolean, verb: string): Score {
  const noun = steps.length === 1 ? 'step' : 'steps';
  const none = { score: 0, reason: 'no step' };
  return shareOf(steps.filter(counts).length, steps.length, `${noun} ${verb}`, none);
}
