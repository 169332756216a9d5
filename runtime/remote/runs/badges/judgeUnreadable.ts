// How many rollouts went well but got no score, because the judge failed or its verdict could not be read.
import type { TrainStepMetrics } from '../../../contract/training/runFolder.ts';
import type { HealthBadge } from '../../../contract/training/runView.ts';
import {
  levelOf,
  percent,
  recentSteps,
  total,
  unknownValue,
  type BadgeInput,
  type Limits,
} from './badge.ts';

/** An unscored rollout leaves its group, so a few do no harm; with one in twenty most groups of 16 lack a member. */
const limits: Limits = { watch: 0.01, alarm: 0.05 };

/** Broken before there was anything to judge. */
const broken = ['model-error', 'infra-error', 'timeout'];

export function judgeUnreadableBadge({ steps, recipe }: BadgeInput): HealthBadge {
  const recent = steps.slice(-recentSteps);
  const judged = judgedRollouts(recent);
  const unread = unreadRollouts(recent);
  const share = unread === null || judged === 0 ? null : Math.min(1, unread / judged);
  return {
    id: 'judge-unreadable',
    name: 'Judge unreadable',
    level: share === null ? 'unknown' : levelOf(share, limits),
    value: share === null ? unknownValue : percent(share),
    means: `In the last ${recent.length} train steps ${unread ?? 0} of ${judged} rollouts that ran to their end got no score.`,
    matters:
      'A rollout without a score is not a wrong one: it leaves its group. What was spent on sampling it is lost, and groups get smaller than the recipe says.',
    tryThis: advice(recipe.training?.judge),
    step: recent.findLast((step) => (unreadRollouts([step]) ?? 0) > 0)?.step ?? null,
  };
}

function judgedRollouts(steps: readonly TrainStepMetrics[]): number {
  return (total(steps, 'rollouts/ok') ?? 0) + (total(steps, 'rollouts/tool-error') ?? 0);
}

function unreadRollouts(steps: readonly TrainStepMetrics[]): number | null {
  const unscored = total(steps, 'rollouts/unscored');
  if (unscored === null) return null;
  const lost = broken.reduce((sum, status) => sum + (total(steps, `rollouts/${status}`) ?? 0), 0);
  return Math.max(0, unscored - lost);
}

function advice(judge: string | undefined): string {
  return judge === 'llm'
    ? 'Open the rollouts of a train step and read what the judge said. Check that its endpoint answers, or take a stronger training.judgeModel.'
    : 'Open the rollouts of a train step and read why they have no score: most often tasks without a reference answer, or one that the judge cannot compare.';
}
