// Whether the reward goes up: the last train steps against the first ones.
import type { TrainStepMetrics } from '../../../contract/training/runFolder.ts';
import type { HealthBadge } from '../../../contract/training/runView.ts';
import { mean, recentSteps, unknownValue, valuesOf, type BadgeInput, type Level } from './badge.ts';

/** With fewer, the first and the last ten would be the same train steps. */
const leastSteps = 2 * recentSteps;
/** Half of a 95 % interval, in standard errors. */
const clear = 1.96;

interface Change {
  readonly change: number;
  /** Standard error of the change, the train steps taken as independent. */
  readonly error: number;
}

export function learningBadge({ steps, recipe }: BadgeInput): HealthBadge {
  const change = changeOf(steps);
  const rate = recipe.training?.optimiser.learningRate;
  return {
    id: 'learning',
    name: 'Learning',
    level: change === null ? 'unknown' : levelOfChange(change),
    value: change === null ? unknownValue : signed(change.change),
    means:
      change === null
        ? `It takes ${leastSteps} train steps to tell.`
        : `Mean reward of freshly sampled trajectories, the last ${recentSteps} train steps minus the first ${recentSteps}: ${signed(change.change)} ± ${(clear * change.error).toFixed(2)}.`,
    matters:
      'Reward that does not rise means that the time of the cards is spent for nothing; reward that falls means that the policy gets worse.',
    tryThis: `Look at the group mix first: without mixed groups there is nothing to learn. Then at the clip fraction and KL: when both stay near 0, raise training.optimiser.learningRate (now ${rate ?? 'not set'}); when the reward falls while KL grows, lower it.`,
    step: null,
  };
}

function changeOf(steps: readonly TrainStepMetrics[]): Change | null {
  const name = valuesOf(steps, 'reward/sampled').length > 0 ? 'reward/sampled' : 'reward/total';
  const values = valuesOf(steps, name);
  if (values.length < leastSteps) return null;
  const [first, last] = [values.slice(0, recentSteps), values.slice(-recentSteps)];
  const change = (mean(last) ?? 0) - (mean(first) ?? 0);
  return { change, error: Math.sqrt(squaredError(first) + squaredError(last)) };
}

/** Variance of the mean. */
function squaredError(values: readonly number[]): number {
  const middle = mean(values) ?? 0;
  const squares = values.reduce((sum, one) => sum + (one - middle) ** 2, 0);
  return squares / (values.length - 1) / values.length;
}

function levelOfChange({ change, error }: Change): Level {
  if (change > clear * error) return 'ok';
  return change < -clear * error ? 'alarm' : 'watch';
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;
}
