// The reward of Tool-R1 (arXiv 2509.12867): R = answer + 0.3 x parse + 0.3 x exec, with the weights of the recipe.
// Parse and exec are the shares of all steps, so a reply without code lowers both.
import type { Reward, RewardPart } from '../contract/reward.ts';
import type { StopReason } from '../contract/trajectory.ts';
import type { RewardInput, SettingsOf } from './reward.ts';

/** What the answer part is by rule when there is no final answer to judge; null where the rollout says nothing about it. */
const withoutAnswer: Readonly<
  Record<StopReason, { readonly score: number | null; readonly reason: string }>
> = {
  'final-answer': { score: null, reason: 'the answer was not judged' },
  'max-steps': { score: 0, reason: 'no answer within the step limit' },
  'context-full': { score: 0, reason: 'no answer before the context was full' },
  'no-code': { score: 0, reason: 'no answer: the replies held no code' },
  cancelled: { score: null, reason: 'the rollout was cancelled' },
  failure: { score: null, reason: 'the rollout broke off' },
};

export function toolR1Reward(input: RewardInput<SettingsOf<'tool-r1'>>): Reward {
  const { weights } = input.settings;
  const parts: readonly RewardPart[] = [
    { name: 'answer', weight: weights.answer, ...answerScore(input) },
    {
      name: 'parse',
      weight: weights.parse,
      ...share(input, (step) => step.parsed, 'parsed'),
    },
    {
      name: 'exec',
      weight: weights.exec,
      ...share(input, (step) => step.executed, 'ran'),
    },
  ];
  return { recipe: input.recipe, parts: [...parts], total: totalOf(parts) };
}

/** A score that people gave says so, because it holds whatever judge is asked next. */
function answerScore(input: RewardInput): Pick<RewardPart, 'score' | 'reason' | 'source'> {
  const { stopReason, verdict } = input;
  if (stopReason !== 'final-answer' || verdict === null) return withoutAnswer[stopReason];
  if (verdict.outcome === 'unscored') return { score: null, reason: `unscored: ${verdict.cause}` };
  if (verdict.judge.kind === 'people') {
    return { score: verdict.score, reason: verdict.reason, source: 'labels' };
  }
  return { score: verdict.score, reason: `${verdict.level}: ${verdict.reason}` };
}

function share(
  { steps }: RewardInput,
  counts: (step: RewardInput['steps'][number]) => boolean,
  verb: string,
): { score: number; reason: string } {
  if (steps.length === 0) return { score: 0, reason: 'no step' };
  const counted = steps.filter(counts).length;
  const noun = steps.length === 1 ? 'step' : 'steps';
  return {
    score: counted / steps.length,
    reason: `${counted} of ${steps.length} ${noun} ${verb}`,
  };
}

function totalOf(parts: readonly RewardPart[]): number | null {
  let total = 0;
  for (const { score, weight } of parts) {
    if (score === null) return null;
    total += weight * score;
  }
  return total;
}
