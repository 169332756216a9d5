// A chart in words, for people who hear it.
import type { Chart } from './chart.ts';
import type { ChartData } from './chartData.ts';
import type { Values } from './figure.ts';
import { formatValue } from './formats.ts';

/** How each series went: first and last figure, least and greatest, each with its train step. */
export function chartSummary(
  { series, format }: Pick<Chart, 'series' | 'format'>,
  { raw }: Pick<ChartData, 'raw'>,
  steps: readonly number[],
): string {
  return series
    .map(({ name }, index) => {
      const figures = figuresOf(raw[index] ?? [], steps);
      const say = ({ value, step }: Figure): string =>
        `${formatValue(format, value)} at step ${step}`;
      const [first, last] = [figures[0], figures.at(-1)];
      if (first === undefined || last === undefined) return `${name}: no figures yet.`;
      if (figures.length === 1) return `${name}: ${say(first)}.`;
      const sorted = figures.toSorted((one, other) => one.value - other.value);
      const [least = first, greatest = last] = [sorted[0], sorted.at(-1)];
      const ends = `from ${say(first)} to ${say(last)}`;
      return `${name}: ${ends}, least ${say(least)}, greatest ${say(greatest)}.`;
    })
    .join(' ');
}

/** What a chart says at one train step. */
export function readingAt(
  { series, format }: Pick<Chart, 'series' | 'format'>,
  { raw }: Pick<ChartData, 'raw'>,
  index: number,
): string {
  return series
    .map(({ name }, at) => `${name} ${formatValue(format, raw[at]?.[index] ?? null)}`)
    .join(', ');
}

interface Figure {
  readonly value: number;
  readonly step: number;
}

function figuresOf(values: Values, steps: readonly number[]): readonly Figure[] {
  return values.flatMap((value, index) =>
    value === null ? [] : [{ value, step: steps[index] ?? 0 }],
  );
}
