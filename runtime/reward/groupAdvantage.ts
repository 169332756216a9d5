// Rewards of the rollouts of one task relative to each other. Pure.
import type { AdvantageSettings } from '../contract/trainingSettings.ts';

/** Rewards closer together than this do not differ: no advantage is made of rounding. */
const smallestRange = 1e-6;

type Scaling = Pick<AdvantageSettings, 'epsilon' | 'scale'>;
/** As verl's `compute_grpo_outcome_advantage` has it. */
const verlScaling: Scaling = { epsilon: 1e-6, scale: 'group' };

export interface RewardStatistics {
  /** Null when no reward is there. */
  readonly mean: number | null;
  /** With n - 1 in the denominator; null below two rewards. */
  readonly deviation: number | null;
  /** True when rewards are there and do not differ, or there is only one: training learns nothing from the group. */
  readonly zeroVariance: boolean;
  /** Of each; 0 in a group without variance, null without reward. */
  readonly advantages: readonly (number | null)[];
}

/**
 * Group-relative advantages as GRPO has them (DeepSeekMath, arXiv 2402.03300, section 4.1) with the unbiased deviation:
 * (reward - mean) / (deviation + epsilon), or with the scale `none` reward - mean (Dr. GRPO, arXiv 2503.20783). A member without
 * reward is left out of the statistics. `tested` is what must differ for the group to have variance: the rewards themselves, or
 * how right each member is, in the same order, so that shaping alone teaches nothing.
 */
export function rewardStatistics(
  rewards: readonly (number | null)[],
  { epsilon, scale }: Scaling = verlScaling,
  tested: readonly (number | null)[] = rewards,
): RewardStatistics {
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
  const deviation = deviationOf(known, mean);
  const zeroVariance = deviation === null || isLevel(knownOf(tested, rewards));
  const divisor = scale === 'group' ? (deviation ?? 0) + epsilon : 1;
  const advantage = (reward: number) =>
    zeroVariance || divisor === 0 ? 0 : (reward - mean) / divisor;
  return {
    mean,
    deviation,
    zeroVariance,
    advantages: rewards.map((reward) => (reward === null ? null : advantage(reward))),
  };
}

/** What is tested of the members that have a reward. */
function knownOf(
  tested: readonly (number | null)[],
  rewards: readonly (number | null)[],
): readonly number[] {
  return tested.filter((_, index) => rewards[index] !== null).filter((value) => value !== null);
}

function deviationOf(known: readonly number[], mean: number): number | null {
  if (known.length < 2) return null;
  return Math.sqrt(sum(known.map((reward) => (reward - mean) ** 2)) / (known.length - 1));
}

function isLevel(values: readonly number[]): boolean {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return high - low < smallestRange;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
