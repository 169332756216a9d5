// Puts a run, those compared with it and what a person chose together to what the charts are drawn from. Figures are made once for
// each run and state of it, however often the page is drawn.
import type { MetricColumns, RunPage } from '../../runtime/contract/training/runView.ts';
import { type Board, type BoardRun, type Mark, placeOf, placesOf } from '../charts/board.ts';
import type { Chart } from '../charts/chart.ts';
import { chartData, hasFigures } from '../charts/chartData.ts';
import type { Range } from '../charts/plane.ts';
import { wholeNumber } from '../format/numbers.ts';
import { runCharts } from './runCharts.ts';
import type { TrainingRoute } from './runContext.ts';

export interface NamedMetrics {
  readonly name: string;
  readonly metrics: MetricColumns;
}

/** Of the axis: how much of it stands for what is not known. */
const unknownShare = 0.05;

export class Boards {
  readonly charts: readonly Chart[];
  readonly #runs = new WeakMap<MetricColumns, BoardRun>();

  constructor(recipe: RunPage['job']['recipe']) {
    this.charts = runCharts(recipe);
  }

  board(page: RunPage, route: TrainingRoute, compared: readonly NamedMetrics[]): Board {
    const { axis, smooth, zoom } = route;
    const own = this.#run({ name: page.listing.name, metrics: page.metrics });
    const others = compared.map((run) => this.#run(run));
    const last = placesOf(own, axis).at(-1) ?? 0;
    const isUnknown = page.listing.state === 'offline';
    const farthest = Math.max(...others.map((run) => placesOf(run, axis).at(-1) ?? 0), 0);
    const whole: Range = {
      from: 0,
      to: Math.max(isUnknown ? last * (1 + unknownShare) : last, farthest, 1),
    };
    return {
      ...{ axis, own, others, whole, smooth },
      shown: zoom ?? whole,
      marks: marksOf(page, axis),
      unknownFrom: isUnknown ? last : null,
    };
  }

  /** Charts that have something to draw, and those that have not. */
  sorted({ own }: Board): { readonly drawn: readonly Chart[]; readonly empty: readonly Chart[] } {
    const isDrawn = ({ id }: Chart): boolean => {
      const data = own.data.get(id);
      return data !== undefined && hasFigures(data);
    };
    return {
      drawn: this.charts.filter(isDrawn),
      empty: this.charts.filter((chart) => !isDrawn(chart)),
    };
  }

  #run({ name, metrics }: NamedMetrics): BoardRun {
    const known = this.#runs.get(metrics);
    if (known?.name === name) return known;
    const data = new Map(this.charts.map((chart) => [chart.id, chartData(chart, metrics)]));
    const made: BoardRun = { name, metrics, data };
    this.#runs.set(metrics, made);
    return made;
  }
}

/** Of a run that ended against its will: where it did, and where it can go on from. */
function marksOf({ listing, metrics }: RunPage, axis: TrainingRoute['axis']): readonly Mark[] {
  if (listing.state !== 'crashed' || metrics.steps.length === 0) return [];
  const { newestCheckpoint: newest, step } = listing;
  const end: Mark = {
    ...{ kind: 'end', words: `crashed after step ${wholeNumber(step)}` },
    x: placeOf(metrics, axis, step),
  };
  if (newest === null || newest === 0) return [end];
  const words = `checkpoint of step ${wholeNumber(newest)}`;
  return [{ kind: 'checkpoint', words, x: placeOf(metrics, axis, newest) }, end];
}
