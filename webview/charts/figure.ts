// How a number of a train step is made from what the trainer wrote: a metric, a share of a sum, or what is left of one.
import type { MetricColumns } from '../../runtime/contract/training/runView.ts';

export interface Figure {
  /** Name of the metric, as in metrics.jsonl. */
  readonly of: string;
  /** Metrics that are added to it. */
  readonly plus?: readonly string[];
  /** Divides by the sum of these metrics. */
  readonly over?: readonly string[];
  readonly times?: number;
  /** One minus the value. */
  readonly rest?: boolean;
}

/** One number a train step; null where there is none. */
export type Values = readonly (number | null)[];

type Columns = Pick<MetricColumns, 'steps' | 'columns'>;

export function figureValues(figure: Figure, { steps, columns }: Columns): Values {
  const of = [figure.of, ...(figure.plus ?? [])].map((name) => columns[name] ?? []);
  const parts = (figure.over ?? []).map((name) => columns[name] ?? []);
  return steps.map((_, index) => {
    const value = sumAt(of, index);
    const whole = parts.length === 0 ? 1 : sumAt(parts, index);
    if (value === null || whole === null || whole === 0) return null;
    const made = (value / whole) * (figure.times ?? 1);
    return figure.rest === true ? 1 - made : made;
  });
}

/** True when the run has a number for it at some train step. */
export function isThere(values: Values): boolean {
  return values.some((value) => value !== null);
}

function sumAt(parts: readonly Values[], index: number): number | null {
  let sum = 0;
  for (const part of parts) {
    const value = part[index] ?? null;
    if (value === null) return null;
    sum += value;
  }
  return sum;
}
