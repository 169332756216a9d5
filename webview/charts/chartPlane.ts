// The plane of a chart: as high as all charts are, with a vertical range that fits what is shown.
import type { Chart } from './chart.ts';
import type { Drawn } from './drawing.ts';
import type { Values } from './figure.ts';
import type { Plane, Range } from './plane.ts';
import { rangeOf } from './ticks.ts';
import { visibleIndexes } from './visibleIndexes.ts';

/** Pixels, with the axis. */
export const plotHeight = 116;

/** A limit that is farther off than this would press the figures flat; it is then left out. */
const farLimit = 1.6;

export interface PlaneParts {
  readonly chart: Pick<Chart, 'kind' | 'scale' | 'limits'>;
  readonly own: Drawn;
  readonly others: readonly Drawn[];
  readonly width: number;
  readonly x: Range;
}

export function planeOf({ chart, own, others, width, x }: PlaneParts): Plane {
  const parts = chart.kind === 'stack' ? [own.data.main] : own.data.raw;
  const values = [
    ...parts.flatMap((one) => extremes(one, own.xs, x)),
    ...others.flatMap(({ xs, data }) => extremes(data.main, xs, x)),
  ];
  const greatest = Math.max(...values);
  const limits = (chart.limits ?? []).map(({ value }) => value);
  const near = limits.filter((limit) => limit <= greatest * farLimit);
  return { width, height: plotHeight, x, y: rangeOf(chart.scale, [...values, ...near]) };
}

/** The least and the greatest that is shown; nothing where there is none. */
function extremes(values: Values, xs: readonly number[], x: Range): readonly number[] {
  let least = Infinity;
  let greatest = -Infinity;
  const { first, last } = visibleIndexes(xs, x);
  for (let index = first; index <= last; index += 1) {
    const value = values[index] ?? null;
    if (value === null) continue;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return least > greatest ? [] : [least, greatest];
}
