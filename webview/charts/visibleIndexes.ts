// Which train steps lie in a range, found by halving: the lists are in order.
import type { Range } from './plane.ts';

export interface Indexes {
  readonly first: number;
  /** Below `first` when there are none. */
  readonly last: number;
}

/** Those inside and the nearest one on each side, so that lines run to the edge. */
export function visibleIndexes(xs: readonly number[], { from, to }: Range): Indexes {
  return {
    first: Math.max(firstNotBelow(xs, from) - 1, 0),
    last: Math.min(firstNotBelow(xs, to), xs.length - 1),
  };
}

/** Index of the one that lies nearest; null when there is none. */
export function nearestIndex(xs: readonly number[], x: number): number | null {
  const above = Math.min(firstNotBelow(xs, x), xs.length - 1);
  if (above < 0) return null;
  const below = Math.max(above - 1, 0);
  return distance(xs, below, x) < distance(xs, above, x) ? below : above;
}

function firstNotBelow(xs: readonly number[], x: number): number {
  let low = 0;
  let high = xs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((xs[middle] ?? 0) < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

function distance(xs: readonly number[], index: number, x: number): number {
  return Math.abs((xs[index] ?? 0) - x);
}
