// How much a figure changes between two checkpoints that were asked the same tasks, and how sure that is. Pure.
import { quantile } from '../../judge/statistics/bootstrap.ts';
import { seededRandom } from '../../support/seededRandom.ts';

/** Means over the tasks, and the mean of the differences second - first with its 95 % interval. */
export interface PairedChange {
  readonly first: number;
  readonly second: number;
  readonly change: number;
  readonly low: number;
  readonly high: number;
}

const resamples = 2000;
const seed = 1;

/**
 * The interval is that of the percentile bootstrap over pairs (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapters
 * 8 and 13): tasks are drawn again with both of their values, because the same task is easy or hard for both. The same for the same
 * values, whatever their order.
 *
 * @param pairs of each task the value of the first checkpoint and of the second; null when there is none
 */
export function pairedChange(
  pairs: readonly (readonly [first: number, second: number])[],
): PairedChange | null {
  if (pairs.length === 0) return null;
  const differences = Float64Array.from(pairs, ([first, second]) => second - first).sort();
  const means = resampledMeans(differences);
  return {
    first: mean(pairs.map(([first]) => first)),
    second: mean(pairs.map(([, second]) => second)),
    change: mean(differences),
    low: quantile(means, 0.025),
    high: quantile(means, 0.975),
  };
}

/** Ascending. */
function resampledMeans(values: Float64Array): Float64Array {
  const random = seededRandom(seed);
  const means = Float64Array.from({ length: resamples }, () => {
    let sum = 0;
    for (let drawn = 0; drawn < values.length; drawn += 1) {
      sum += values[Math.floor(random() * values.length)] ?? 0;
    }
    return sum / values.length;
  });
  return means.sort();
}

function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += values[index] ?? 0;
  return sum / values.length;
}
