// Whether a judge has anything to say about a recipe's reward. Pure.
import type { RewardSettings } from '../contract/rewardSettings.ts';

/** False where the reward is made from calls and state alone: asking a judge would cost time and change nothing. */
export function needsVerdict({ kind }: RewardSettings): boolean {
  switch (kind) {
    case 'tool-r1':
    case 'artist-math':
    case 'binary-answer':
      return true;
    case 'toolrl':
    case 'artist-tools':
    case 'exact-set':
      return false;
  }
}
