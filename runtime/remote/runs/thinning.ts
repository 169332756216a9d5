// Fewer points of many, so that a chart of them looks the same: the train steps are cut into stretches, and of each stretch a
// pair is kept that carries the least and the greatest value of each figure, in the order in which they came. Nothing is averaged,
// so that a spike is never lost. Pure.
import type { MetricColumns } from '../../contract/training/runView.ts';

type Column = readonly (number | null)[];

/** From one place to before another. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** As they are when there are no more than `mostPoints`. The last train step stays as it is: it is what is read off. */
export function thinned(all: MetricColumns, mostPoints: number): MetricColumns {
  const { steps, seconds, columns } = all;
  if (steps.length <= mostPoints) return all;
  const last = steps.length - 1;
  const stretches = stretchesOf(last, Math.max(1, Math.floor((mostPoints - 1) / 2)));
  const places = [...stretches.flatMap(({ from, to }) => [from, to - 1]), last];
  return {
    steps: at(steps, places),
    seconds: at(seconds, places),
    columns: Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [
        name,
        [...stretches.flatMap((stretch) => extremes(column, stretch)), column[last] ?? null],
      ]),
    ),
    totalSteps: all.totalSteps,
  };
}

/** Each is of at least two places when there are twice as many places as stretches. */
function stretchesOf(places: number, count: number): Stretch[] {
  const border = (index: number) => Math.floor((index * places) / count);
  return Array.from({ length: count }, (_, index) => ({
    from: border(index),
    to: border(index + 1),
  }));
}

/** Two nulls where the stretch has no value. */
function extremes(column: Column, { from, to }: Stretch): (number | null)[] {
  let least: number | null = null;
  let greatest: number | null = null;
  for (let place = from; place < to; place += 1) {
    const value = column[place] ?? null;
    if (value === null) continue;
    if (least === null || value < (column[least] ?? 0)) least = place;
    if (greatest === null || value > (column[greatest] ?? 0)) greatest = place;
  }
  if (least === null || greatest === null) return [null, null];
  const [first, second] = least <= greatest ? [least, greatest] : [greatest, least];
  return [column[first] ?? null, column[second] ?? null];
}

function at(values: readonly number[], places: readonly number[]): number[] {
  return places.map((place) => values[place] ?? 0);
}
