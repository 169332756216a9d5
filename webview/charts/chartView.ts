// One chart on a page: its head, the legend that is its readout too, and the plot or the table in its place.
import { html, type TemplateResult } from 'lit';
import { icon } from '../icons.ts';
import type { Board } from './board.ts';
import type { Chart } from './chart.ts';
import type { ChartDesk } from './chartDesk.ts';
import { chartSummary } from './chartSummary.ts';
import { chartTable } from './chartTable.ts';
import { legend } from './legend.ts';
import { plotView } from './plotView.ts';
import { nearestIndex } from './visibleIndexes.ts';

export interface ChartViewParts {
  readonly chart: Chart;
  readonly board: Board;
  readonly desk: ChartDesk;
  readonly asTable: boolean;
  readonly showTable: (asTable: boolean) => void;
}

export function chartView(parts: ChartViewParts): TemplateResult {
  const { chart, board, desk, asTable } = parts;
  const data = board.own.data.get(chart.id);
  if (data === undefined) return html``;
  const { steps } = board.own.metrics;
  const last = steps.length - 1;
  const index = desk.step === null ? last : (nearestIndex(steps, desk.step) ?? last);
  const reading = { chart, board, data, index };
  return html`<figure class="chart" aria-labelledby="chart-${chart.id}">
    <header>
      <h3 id="chart-${chart.id}">${chart.title} <span class="unit">${chart.unit}</span></h3>
      ${tableToggle(parts)}
    </header>
    ${legend(reading)} ${asTable ? chartTable(reading) : plotView({ ...reading, desk })}
    <figcaption class="sr" id="says-${chart.id}">${chartSummary(chart, data, steps)}</figcaption>
  </figure>`;
}

function tableToggle({ chart, asTable, showTable }: ChartViewParts): TemplateResult {
  const label = `${chart.title} as a table`;
  return html`<button
    type="button"
    class="tool push"
    aria-pressed=${String(asTable)}
    aria-label=${label}
    title=${label}
    @click=${() => showTable(!asTable)}
  >
    ${icon('table')}
  </button>`;
}
