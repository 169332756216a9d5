// The reward that a recipe names, as one function. Pure.
import type { Reward } from '../contract/reward.ts';
import type { RewardInput } from './reward.ts';
import { toolR1Reward } from './toolR1Reward.ts';

export function rewardFunction(input: RewardInput): Reward {
  const { settings } = input;
  switch (settings.kind) {
    case 'tool-r1':
      return toolR1Reward({ ...input, settings });
  }
}
