// The part of a reward that a verdict, or a label in its place, decides.
import type { Verdict } from '../contract/judge.ts';
import type { Reward, RewardPart } from '../contract/reward.ts';

/** As runtime/reward names it. */
const answerPartName = 'answer';
/** Stands in the part's `source` when people's labels gave the score. */
const fromLabels = 'labels';

export function answerPartOf({ parts }: Reward): RewardPart | undefined {
  return parts.find(({ name }) => name === answerPartName);
}

/** True for a reward in which a label stands for the verdict. */
export function isFromLabels(reward: Reward): boolean {
  return answerPartOf(reward)?.['source'] === fromLabels;
}

/**
 * The reward with the score and the reason of a label in its answer part, which then says `source: labels`. The other parts
 * stay, and the total is summed anew; null stays null. A reward without answer part stays as it is.
 */
export function withLabel(reward: Reward, label: Extract<Verdict, { outcome: 'scored' }>): Reward {
  const parts = reward.parts.map((part) =>
    part.name === answerPartName
      ? { ...part, score: label.score, reason: label.reason, source: fromLabels }
      : part,
  );
  const isJudged = answerPartOf(reward) !== undefined && reward.correctness !== undefined;
  const correctness = isJudged ? { correctness: label.score } : {};
  return { ...reward, ...correctness, parts, total: totalOf(parts) };
}

function totalOf(parts: readonly RewardPart[]): number | null {
  let total = 0;
  for (const { score, weight } of parts) {
    if (score === null) return null;
    total += weight * score;
  }
  return total;
}
