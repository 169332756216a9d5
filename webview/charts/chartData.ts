// The figures of a chart, raw and smoothed, for one run.
import type { MetricColumns } from '../../runtime/contract/training/runView.ts';
import type { Chart } from './chart.ts';
import { figureValues, isThere, type Values } from './figure.ts';
import { smoothed } from './smoothed.ts';

export interface ChartData {
  /** One list for each series of the chart, one value for each train step. */
  readonly raw: readonly Values[];
  readonly smooth: readonly Values[];
  /** What another chart can compare with: the sum of a stack, or the first series. */
  readonly main: Values;
  readonly smoothMain: Values;
}

export function chartData(
  { kind, series, raw: isRaw = false }: Pick<Chart, 'kind' | 'series' | 'raw'>,
  columns: Pick<MetricColumns, 'steps' | 'columns'>,
): ChartData {
  const raw = series.map(({ figure }) => figureValues(figure, columns));
  const main = kind === 'stack' ? sums(raw) : (raw[0] ?? []);
  if (isRaw) return { raw, smooth: raw, main, smoothMain: main };
  return { raw, smooth: raw.map((values) => smoothed(values)), main, smoothMain: smoothed(main) };
}

/** True when there is anything to draw. */
export function hasFigures({ raw }: ChartData): boolean {
  return raw.some(isThere);
}

/** Null where every part is null. */
function sums(parts: readonly Values[]): Values {
  return (parts[0] ?? []).map((_, index) => {
    const there = parts.map((part) => part[index] ?? null).filter((value) => value !== null);
    return there.length === 0 ? null : there.reduce((sum, value) => sum + value, 0);
  });
}
