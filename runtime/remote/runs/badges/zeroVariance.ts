// How many groups teach nothing because all their rewards are the same.
import type { HealthBadge } from '../../../contract/training/runView.ts';
import {
  levelOf,
  newestWith,
  percent,
  recentSteps,
  total,
  unknownValue,
  type BadgeInput,
  type Limits,
} from './badge.ts';

/**
 * Half of the sampling for nothing is worth a look. DAPO (arXiv 2503.14476, figure 3b) sees a third to a half of all-right groups
 * late in a healthy run; above four fifths the update is made of a few tasks.
 */
const limits: Limits = { watch: 0.5, alarm: 0.8 };

export function zeroVarianceBadge({ steps, recipe }: BadgeInput): HealthBadge {
  const recent = steps.slice(-recentSteps);
  const [right = 0, wrong = 0, mixed = 0] = ['allCorrect', 'allWrong', 'mixed'].map(
    (outcome) => total(recent, `groups/${outcome}`) ?? 0,
  );
  const flat = total(recent, 'groups/zeroVariance');
  const groups = right + wrong + mixed;
  const share = flat === null || groups === 0 ? null : Math.min(1, flat / groups);
  return {
    id: 'zero-variance',
    name: 'Zero-variance groups',
    level: share === null ? 'unknown' : levelOf(share, limits),
    value: share === null ? unknownValue : percent(share),
    means: `In the last ${recent.length} train steps ${flat ?? 0} of ${groups} groups had the same reward for every trajectory: ${right} groups all right, ${wrong} all wrong.`,
    matters:
      'Such a group has an advantage of 0 for all its trajectories, so it is sampled but nothing is learned from it.',
    tryThis: advice(right, wrong, recipe.training?.streakFilter.enabled === true),
    step: newestWith(recent, 'groups/zeroVariance'),
  };
}

function advice(right: number, wrong: number, leavesOutSolved: boolean): string {
  if (wrong > right) {
    return 'Most of them are all wrong: the tasks are too hard. Measure them with `tool-r1 filter` and train on those inside of training.queue.window, or begin with a stronger model.';
  }
  return leavesOutSolved
    ? 'Most of them are all right: the tasks are too easy by now. Lower training.streakFilter.allCorrectEpochs, or add harder tasks.'
    : 'Most of them are all right: the tasks are too easy by now. Turn on training.streakFilter.enabled, or add harder tasks.';
}
