// The pass rate over tasks with its interval. Rollouts of one task are alike, so that tasks are what is drawn, each with all of its
// rollouts. Pure.
import type { Estimate } from '../contract/agreement.ts';
import { undefinedEstimate } from '../judge/statistics/bootstrap.ts';
import { estimateMean } from '../judge/statistics/estimates.ts';
import { studentT95 } from '../judge/statistics/studentT.ts';
import { wilsonInterval, z95 } from '../judge/statistics/wilson.ts';

export interface TaskTrials {
  readonly passed: number;
  /** Scored ones; above 0. */
  readonly trials: number;
}

/** From so many tasks on, with so many of either outcome among them, the bootstrap holds its level. */
const enoughTasks = 30;
const enoughOfEach = 10;
const seed = 1;

export const errorBars =
  `95 % over tasks, all rollouts of a task together: percentile bootstrap of 2,000 resamples (Efron and Tibshirani 1993, chapter 13; Rao and Wu 1988) ` +
  `from ${enoughTasks} tasks on of which ${enoughOfEach} passed and ${enoughOfEach} failed at least once; else Wilson's at the effective number of rollouts (Korn and Graubard 1998)`;

/**
 * Mean over tasks of the share of their rollouts that passed.
 *
 * With few tasks, or where nearly all come out alike, a bootstrap is too sure. Wilson's interval is then taken at the number of
 * independent rollouts that would be as exact: p (1 - p) / variance of the mean, at least the tasks and at most the rollouts, and
 * less by (z / t)², because few tasks tell the variance badly (E. L. Korn and B. I. Graubard, Survey Methodology 24, 1998). With one
 * rollout of each task that number is the tasks. The test measures how often both hold the truth.
 */
export function passRateOf(tasks: readonly TaskTrials[]): Estimate {
  if (tasks.length === 0) return undefinedEstimate;
  const shares = tasks.map(({ passed, trials }) => passed / trials);
  if (isEnough(tasks)) {
    return estimateMean(
      shares.map((value) => ({ value, weight: 1, stratum: '' })),
      seed,
    );
  }
  const value = meanOf(shares);
  const size = effectiveRollouts(tasks, shares, value);
  const interval = wilsonInterval(value * size, size);
  return interval === null ? undefinedEstimate : { value, low: interval[0], high: interval[1] };
}

function isEnough(tasks: readonly TaskTrials[]): boolean {
  const passed = tasks.filter((task) => task.passed > 0).length;
  const failed = tasks.filter((task) => task.passed < task.trials).length;
  return tasks.length >= enoughTasks && Math.min(passed, failed) >= enoughOfEach;
}

function effectiveRollouts(
  tasks: readonly TaskTrials[],
  shares: readonly number[],
  mean: number,
): number {
  const count = tasks.length;
  const rollouts = tasks.reduce((sum, { trials }) => sum + trials, 0);
  if (count < 2 || rollouts === count) return count;
  const variance = meanOf(shares.map((share) => (share - mean) ** 2)) / count;
  const size = variance === 0 ? count : (mean * (1 - mean)) / variance;
  return Math.min(rollouts, Math.max(count, size)) * (z95 / studentT95(count - 1)) ** 2;
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
