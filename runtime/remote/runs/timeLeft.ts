// How long a run still takes, and how sure that is. Pure.
import { studentT95 } from '../../judge/statistics/studentT.ts';

export interface TimeLeft {
  /** Mean of the last ten train steps; null before the first. */
  readonly secondsPerStep: number | null;
  readonly secondsLeft: number | null;
  /** Half of the 95 % interval of `secondsLeft`; null where it cannot be told. */
  readonly spread: number | null;
}

const stepsOfMean = 10;

/**
 * The n train steps that are left take n times the mean of the last k. The interval is that of a sum of n new values, foretold from
 * k old ones of mean m and deviation s: n m ± t(k - 1) s sqrt(n + n² / k) (Hahn and Meeker, Statistical Intervals, section 4.8).
 * @param seconds of the train steps that were seen, in their order
 */
export function timeLeft(
  seconds: readonly number[],
  step: number,
  totalSteps: number | null,
): TimeLeft {
  const recent = seconds.slice(-stepsOfMean);
  const [k, left] = [recent.length, totalSteps === null ? null : Math.max(0, totalSteps - step)];
  if (k === 0) return { secondsPerStep: null, secondsLeft: null, spread: null };
  const mean = recent.reduce((sum, one) => sum + one, 0) / k;
  if (left === null) return { secondsPerStep: mean, secondsLeft: null, spread: null };
  const spread =
    k === 1
      ? null
      : studentT95(k - 1) * deviation(recent, mean) * Math.sqrt(left + (left * left) / k);
  return { secondsPerStep: mean, secondsLeft: mean * left, spread };
}

function deviation(values: readonly number[], mean: number): number {
  const squares = values.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}
