// A reward as one line of arithmetic that a person can check: `R = 1.00 + 0.3 x 1.00 + 0.3 x 0.75 = 1.53`.
import type { Reward, RewardPart } from '../contract/reward.ts';
import { twoDecimals } from '../support/twoDecimals.ts';

/** Two decimals everywhere; a part without a score reads `unscored`, and then there is no total. */
export function rewardArithmetic(reward: Reward): string {
  const terms = reward.parts.map(term).join(' + ');
  const left = terms === '' ? 'R' : `R = ${terms}`;
  return reward.total === null ? `${left}: no total` : `${left} = ${twoDecimals(reward.total)}`;
}

function term({ score, weight }: RewardPart): string {
  const shown = score === null ? 'unscored' : twoDecimals(score);
  return weight === 1 ? shown : `${weight} x ${shown}`;
}
