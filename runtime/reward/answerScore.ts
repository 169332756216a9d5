// The score of a final answer, by the judge or by rule. Pure.
import type { StopReason } from '../contract/trajectory.ts';
import type { RewardInput } from './reward.ts';
import type { Score } from './rewardParts.ts';

/** What the answer scores by rule when there is none to judge; null where the rollout says nothing about it. */
const withoutAnswer: Readonly<Record<StopReason, Score>> = {
  'final-answer': { score: null, reason: 'the answer was not judged' },
  'max-steps': { score: 0, reason: 'no answer within the step limit' },
  'context-full': { score: 0, reason: 'no answer before the context was full' },
  'no-code': { score: 0, reason: 'no answer: the replies held no code' },
  cancelled: { score: null, reason: 'the rollout was cancelled' },
  failure: { score: null, reason: 'the rollout broke off' },
};

/** In 0..1. A score that people gave says so, because it holds whatever judge is asked next. */
export function answerScore({
  stopReason,
  verdict,
}: Pick<RewardInput, 'stopReason' | 'verdict'>): Score {
  if (stopReason !== 'final-answer' || verdict === null) return withoutAnswer[stopReason];
  if (verdict.outcome === 'unscored') return { score: null, reason: `unscored: ${verdict.cause}` };
  if (verdict.judge.kind === 'people') {
    return { score: verdict.score, reason: verdict.reason, source: 'labels' };
  }
  return { score: verdict.score, reason: `${verdict.level}: ${verdict.reason}` };
}

/** 1 for an answer of at least `passScore`, 0 for any other, with the reason of the answer's own score. */
export function passedAnswer(
  input: Pick<RewardInput, 'stopReason' | 'verdict' | 'passScore'>,
): Score {
  const answer = answerScore(input);
  if (answer.score === null) return answer;
  return { ...answer, score: answer.score >= input.passScore ? 1 : 0 };
}
