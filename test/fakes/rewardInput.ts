// What a reward function reads, for tests that set only what they are about.
import type { RewardSettings } from '../../runtime/contract/rewardSettings.ts';
import type { RewardInput } from '../../runtime/reward/reward.ts';

export function makeRewardInput<Settings extends RewardSettings>(
  settings: Settings,
  over: Partial<RewardInput<Settings>> = {},
): RewardInput<Settings> {
  return {
    recipe: 'recipe',
    settings,
    task: { referenceAnswer: '42' },
    steps: [],
    stopReason: 'final-answer',
    verdict: null,
    environment: null,
    trainStep: 1,
    passScore: 1,
    ...over,
  };
}
