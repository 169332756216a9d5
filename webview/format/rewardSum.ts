// The reward's parts as lengths and as a sum in words. The weights come with the reward; nothing is computed anew.
import type { Reward, RewardPart } from '../../runtime/contract/reward.ts';
import { twoPlaces } from './numbers.ts';

/** How a part is drawn: `answer` solid, `parse` hatched, `exec` dotted; others follow the answer's look. */
export type PartLook = 'answer' | 'parse' | 'exec';

export function partLook(name: string): PartLook {
  const known = name.toLowerCase();
  if (/pars|format/.test(known)) return 'parse';
  return /exec|run|tool/.test(known) ? 'exec' : 'answer';
}

/** Weighted score of a part; 0 for one without a score. */
export function partValue({ score, weight }: RewardPart): number {
  return score === null ? 0 : score * weight;
}

/** The most that the parts can earn together, each scored 1. */
export function fullReward({ parts }: Reward): number {
  return parts.reduce((sum, { weight }) => sum + Math.max(0, weight), 0);
}

/** `answer 1.00, parse 0.30, run not scored`. */
export function partsInWords({ parts }: Reward): string {
  return parts
    .map(
      (part) => `${part.name} ${part.score === null ? 'not scored' : twoPlaces(partValue(part))}`,
    )
    .join(', ');
}
