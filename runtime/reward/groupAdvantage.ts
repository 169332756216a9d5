// Rewards of the rollouts of one task relative to each other. Pure.

/** Rewards closer together than this do not differ: no advantage is made of rounding. */
const smallestRange = 1e-6;
const advantageEpsilon = 1e-6;

export interface RewardStatistics {
  /** Null when no reward is there. */
  readonly mean: number | null;
  /** With n - 1 in the denominator; null below two rewards. */
  readonly deviation: number | null;
  /** True when rewards are there and do not differ, or there is only one: training learns nothing from the group. */
  readonly zeroVariance: boolean;
  /** (reward - mean) / (deviation + 1e-6) of each; 0 in a group without variance, null without reward. */
  readonly advantages: readonly (number | null)[];
}

/**
 * Group-relative advantages as GRPO has them (DeepSeekMath, arXiv 2402.03300, section 4.1), with the unbiased deviation and
 * the epsilon of verl's `compute_grpo_outcome_advantage`. A member without reward is left out of the statistics.
 */
export function rewardStatistics(rewards: readonly (number | null)[]): RewardStatistics {
  const known = rewards.filter((reward) => reward !== null);
  if (known.length === 0) {
    return {
      mean: null,
      deviation: null,
      zeroVariance: false,
      advantages: rewards.map(() => null),
    };
  }
  const mean = sum(known) / known.length;
  const deviation =
    known.length < 2
      ? null
      : Math.sqrt(sum(known.map((reward) => (reward - mean) ** 2)) / (known.length - 1));
  const zeroVariance = deviation === null || rangeOf(known) < smallestRange;
  const advantage = (reward: number) =>
    zeroVariance ? 0 : (reward - mean) / (deviation + advantageEpsilon);
  return {
    mean,
    deviation,
    zeroVariance,
    advantages: rewards.map((reward) => (reward === null ? null : advantage(reward))),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function rangeOf(values: readonly number[]): number {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return high - low;
}
