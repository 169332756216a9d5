// How much a figure changes between two models that were asked the same tasks, and how sure that is. Pure.
import { alikeInterval, type Interval, meanInterval } from './meanInterval.ts';

/** Means over the tasks, and the mean of the differences second - first with its 95 % interval. */
export interface PairedChange {
  readonly first: number;
  readonly second: number;
  readonly change: number;
  /** Null where nothing can be said: one task, or a figure without bounds that changed by the same on each. */
  readonly low: number | null;
  readonly high: number | null;
  /** Over how many tasks that is. */
  readonly tasks: number;
}

type Pair = readonly [first: number, second: number];

/** Between which values differences of shares lie. */
const shareBounds: Interval = [-1, 1];

/**
 * The interval is that of the mean difference, because the same task is easy or hard for both.
 *
 * @param pairs of each task the value of the first model and of the second; null when there is none
 * @param areShares every value can only be between 0 and 1
 */
export function pairedChange(pairs: readonly Pair[], areShares: boolean): PairedChange | null {
  if (pairs.length === 0) return null;
  const differences = pairs.map(([first, second]) => second - first);
  const interval = areShares ? shareInterval(differences) : meanInterval(differences);
  return {
    first: mean(pairs.map(([first]) => first)),
    second: mean(pairs.map(([, second]) => second)),
    change: mean(differences),
    low: interval?.[0] ?? null,
    high: interval?.[1] ?? null,
    tasks: pairs.length,
  };
}

function shareInterval(differences: readonly number[]): Interval {
  const [least, most] = shareBounds;
  const found = meanInterval(differences);
  if (found === null) return alikeInterval(differences[0] ?? 0, differences.length, shareBounds);
  return [Math.max(least, found[0]), Math.min(most, found[1])];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length;
}
