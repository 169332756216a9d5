// What down-sampling took and what it left: the rewards of the selected trajectories against those of the others. Pure.
import type { RewardMix } from '../contract/training/audit.ts';
import type { GroupRecord } from '../contract/training/runFolder.ts';

interface PlacedReward {
  readonly reward: number;
  readonly isHighest: boolean;
  readonly isLowest: boolean;
}

/** Of groups that were updated on and of which a part was selected; other groups have nothing to compare. */
export function selectionMix(groups: readonly GroupRecord[]): {
  readonly selected: RewardMix;
  readonly unselected: RewardMix;
} {
  const selected: PlacedReward[] = [];
  const unselected: PlacedReward[] = [];
  for (const { rewards, selectedRewards, trained } of groups) {
    const all = rewards.filter((reward) => reward !== null);
    if (!trained || selectedRewards.length >= all.length) continue;
    selected.push(...placed(selectedRewards, all));
    unselected.push(...placed(without(all, selectedRewards), all));
  }
  return { selected: rewardMix(selected), unselected: rewardMix(unselected) };
}

function placed(rewards: readonly number[], group: readonly number[]): PlacedReward[] {
  const [low, high] = [Math.min(...group), Math.max(...group)];
  return rewards.map((reward) => ({
    reward,
    isHighest: reward === high,
    isLowest: reward === low,
  }));
}

/** Each of `taken` takes one equal number away. */
function without(numbers: readonly number[], taken: readonly number[]): number[] {
  const rest = [...numbers];
  for (const number of taken) {
    const index = rest.indexOf(number);
    if (index >= 0) rest.splice(index, 1);
  }
  return rest;
}

function rewardMix(rewards: readonly PlacedReward[]): RewardMix {
  const count = rewards.length;
  if (count === 0) return { count, mean: null, deviation: null, highest: null, lowest: null };
  const mean = rewards.reduce((sum, { reward }) => sum + reward, 0) / count;
  const squares = rewards.reduce((sum, { reward }) => sum + (reward - mean) ** 2, 0);
  return {
    count,
    mean,
    deviation: count < 2 ? null : Math.sqrt(squares / (count - 1)),
    highest: rewards.filter(({ isHighest }) => isHighest).length / count,
    lowest: rewards.filter(({ isLowest }) => isLowest).length / count,
  };
}
