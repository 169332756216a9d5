// Figures of new train steps put to those that are there.
import type { MetricColumns } from '../../runtime/contract/training/runView.ts';

/** A resumed run repeats train steps: what was there from the first of the new ones on was trained in vain and goes. */
export function mergeMetrics(known: MetricColumns, news: MetricColumns): MetricColumns {
  const first = news.steps[0];
  if (first === undefined) return known;
  const kept = known.steps.filter((step) => step < first).length;
  const join = <Value>(before: readonly Value[], after: readonly Value[]): Value[] => [
    ...before.slice(0, kept),
    ...after,
  ];
  const names = new Set([...Object.keys(known.columns), ...Object.keys(news.columns)]);
  const steps = join(known.steps, news.steps);
  const gone = known.steps.length - kept;
  return {
    steps,
    seconds: join(known.seconds, news.seconds),
    columns: Object.fromEntries(
      [...names].map((name) => [
        name,
        join(known.columns[name] ?? nulls(kept), news.columns[name] ?? nulls(news.steps.length)),
      ]),
    ),
    totalSteps: Math.max(known.totalSteps - gone + news.steps.length, steps.length),
  };
}

function nulls(count: number): null[] {
  return Array.from({ length: count }, () => null);
}
