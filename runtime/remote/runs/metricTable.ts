// The figures of a run's train steps as they come, and as the columns that charts are drawn from. A run that was resumed does
// some train steps again: a line takes away its train step and all later ones. Pure but for what it remembers.
import type { TrainStepMetrics } from '../../contract/training/runFolder.ts';
import type { MetricColumns } from '../../contract/training/runView.ts';
import { thinned } from './thinning.ts';

export class MetricTable {
  readonly #lines: TrainStepMetrics[] = [];

  /** In the order of the file. */
  take(line: TrainStepMetrics): void {
    while ((this.#lines.at(-1)?.step ?? -1) >= line.step) this.#lines.pop();
    this.#lines.push(line);
  }

  /** Each train step once, in order. */
  get lines(): readonly TrainStepMetrics[] {
    return this.#lines;
  }

  /** At most about `mostPoints` of each figure, the least and the greatest ones among them. */
  columns(mostPoints: number): MetricColumns {
    return thinned(columnsOf(this.#lines, this.#lines.at(0)), mostPoints);
  }

  /** Lines that were taken since the table had a mark, as they are; null when there are none. */
  columnsOf(lines: readonly TrainStepMetrics[]): MetricColumns | null {
    return lines.length === 0 ? null : columnsOf(lines, this.#lines.at(0));
  }
}

/** @param first train step of the run, from whose end the seconds count */
function columnsOf(
  lines: readonly TrainStepMetrics[],
  first: TrainStepMetrics | undefined,
): MetricColumns {
  const start = first === undefined ? 0 : Date.parse(first.at);
  const names = [...new Set(lines.flatMap(({ metrics }) => Object.keys(metrics)))].sort();
  return {
    steps: lines.map(({ step }) => step),
    seconds: lines.map(({ at }) => (Date.parse(at) - start) / 1000),
    columns: Object.fromEntries(
      names.map((name) => [name, lines.map(({ metrics }) => metrics[name] ?? null)]),
    ),
    totalSteps: lines.length,
  };
}
