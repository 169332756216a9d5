// Where the score of a reward's part comes from: people's labels, a judge by name and version, or what the steps did. Pure.
import type { Verdict } from '../../../runtime/contract/judge.ts';
import type { RewardPart } from '../../../runtime/contract/reward.ts';
import { judgeWords } from '../../format/judges.ts';

/** Null where the file does not say. */
export function sourceOf(part: RewardPart, verdicts: readonly Verdict[]): string | null {
  if (part.source === 'labels') return 'labels of people';
  if (part.name === 'parse' || part.name === 'exec') return 'counted over the steps';
  const verdict = verdicts.findLast((one) => isReasonOf(part, one));
  return verdict === undefined ? null : judgeWords(verdict.judge);
}

/** A reward's part repeats the verdict that gave its score; see runtime/reward. */
function isReasonOf({ score, reason }: RewardPart, verdict: Verdict): boolean {
  if (verdict.outcome === 'unscored')
    return score === null && reason === `unscored: ${verdict.cause}`;
  return score === verdict.score && reason === `${verdict.level}: ${verdict.reason}`;
}
