// The reward that a recipe names, as one function. Pure.
import type { Reward } from '../contract/reward.ts';
import { artistMathReward } from './artistMathReward.ts';
import { artistToolsReward } from './artistToolsReward.ts';
import { binaryAnswerReward } from './binaryAnswerReward.ts';
import { exactSetReward } from './exactSetReward.ts';
import type { RewardInput } from './reward.ts';
import { toolR1Reward } from './toolR1Reward.ts';
import { toolRlReward } from './toolRl/toolRlReward.ts';

export function rewardFunction(input: RewardInput): Reward {
  const { settings } = input;
  switch (settings.kind) {
    case 'tool-r1':
      return toolR1Reward({ ...input, settings });
    case 'toolrl':
      return toolRlReward({ ...input, settings });
    case 'artist-math':
      return artistMathReward({ ...input, settings });
    case 'artist-tools':
      return artistToolsReward({ ...input, settings });
    case 'exact-set':
      return exactSetReward({ ...input, settings });
    case 'binary-answer':
      return binaryAnswerReward({ ...input, settings });
  }
}
