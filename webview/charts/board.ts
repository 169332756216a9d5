// What all charts of a page share: one horizontal axis, the runs, marks at train steps that mean something, how it is drawn.
import type { ChartAxis } from '../../runtime/contract/runPanel.ts';
import type { MetricColumns } from '../../runtime/contract/training/runView.ts';
import type { ChartData } from './chartData.ts';
import type { Range } from './plane.ts';

/** A train step that a vertical line stands for. `end` is where the run ended against its will. */
export interface Mark {
  readonly x: number;
  readonly kind: 'checkpoint' | 'end';
  readonly words: string;
}

export interface BoardRun {
  readonly name: string;
  readonly metrics: MetricColumns;
  /** Figures of each chart, by its id. */
  readonly data: ReadonlyMap<string, ChartData>;
}

export interface Board {
  readonly axis: ChartAxis;
  readonly own: BoardRun;
  readonly others: readonly BoardRun[];
  /** All that there is from left to right, and the part of it that is shown. */
  readonly whole: Range;
  readonly shown: Range;
  readonly smooth: boolean;
  readonly marks: readonly Mark[];
  /** From here on nothing is known, though the run may have gone on; null when all is known. */
  readonly unknownFrom: number | null;
}

/** Where the train steps of a run lie from left to right. */
export function placesOf({ metrics }: BoardRun, axis: ChartAxis): readonly number[] {
  return axis === 'step' ? metrics.steps : metrics.seconds;
}

/** Where a train step lies; of steps that were thinned out, the last one before. */
export function placeOf(metrics: MetricColumns, axis: ChartAxis, step: number): number {
  if (axis === 'step') return step;
  const after = metrics.steps.findIndex((one) => one > step);
  const index = (after < 0 ? metrics.steps.length : after) - 1;
  return metrics.seconds[Math.max(index, 0)] ?? 0;
}
