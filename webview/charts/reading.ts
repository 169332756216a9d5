// A chart and the train step that is read from it.
import type { Board } from './board.ts';
import type { Chart } from './chart.ts';
import type { ChartData } from './chartData.ts';
import type { ChartDesk } from './chartDesk.ts';

export interface Reading {
  readonly chart: Chart;
  readonly board: Board;
  readonly data: ChartData;
  /** Of the train step, among those that are known; −1 when there is none. */
  readonly index: number;
}

/** And what a person does with it. */
export interface PlotParts extends Reading {
  readonly desk: ChartDesk;
}
