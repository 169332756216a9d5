// All charts of a run and the tools that are for all of them: runs compared, the axis, smoothing, tables.
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ComparedRun } from '../../runtime/contract/runPanel.ts';
import { axisPlace } from '../charts/axisWords.ts';
import type { Board } from '../charts/board.ts';
import type { Chart } from '../charts/chart.ts';
import type { ChartDesk } from '../charts/chartDesk.ts';
import { chartView } from '../charts/chartView.ts';
import { lineSwatch } from '../charts/legend.ts';
import { unknownStripes } from '../charts/plotLayers.ts';
import { toggle, tool } from '../controls/button.ts';
import type { TrainingRoute } from './runContext.ts';
import { stateLooks } from './stateLooks.ts';

export interface ChartsParts {
  readonly board: Board;
  readonly drawn: readonly Chart[];
  readonly empty: readonly Chart[];
  readonly desk: ChartDesk;
  readonly route: TrainingRoute;
  readonly compared: readonly ComparedRun[];
  /** Changes what the route says. */
  readonly change: (to: Partial<TrainingRoute>) => void;
  readonly compare: () => void;
  readonly remove: (run: ComparedRun) => void;
}

export function chartsSection(parts: ChartsParts): TemplateResult {
  const { drawn, board, desk, route } = parts;
  return html`<section aria-labelledby="charts-title">
    <h2 id="charts-title" class="sr">Charts</h2>
    ${toolbar(parts)} ${unknownStripes()}
    <div class="charts">
      ${repeat(
        drawn,
        ({ id }) => id,
        (chart) =>
          chartView({
            ...{ chart, board, desk },
            asTable: route.tables.includes(chart.id),
            showTable: (asTable) => showTable(parts, chart.id, asTable),
          }),
      )}
    </div>
    ${emptyNote(parts.empty)}
  </section>`;
}

function toolbar(parts: ChartsParts): TemplateResult {
  const { board, desk, route, change } = parts;
  return html`<div class="chart-tools">
    ${runsView(parts)}
    <span class="push meta">${axisPlace(board, desk.step)}</span>
    ${
      route.zoom === null
        ? nothing
        : tool({ label: 'Show All', press: () => change({ zoom: null }), class: 'framed' })
    }
    ${toggle({
      label: 'Smooth',
      icon: 'line',
      pressed: route.smooth,
      press: () => change({ smooth: !route.smooth }),
      title: 'A thick smoothed line over the thin raw one',
    })}
    ${axisChoice(route, change)} ${tablesToggle(parts)}
  </div>`;
}

function runsView({ board, compared, compare, remove }: ChartsParts): TemplateResult {
  return html`<ul class="runs">
    <li>${lineSwatch('blue', 'solid')}${board.own.name} <span class="muted">this run</span></li>
    ${compared.map(
      (run) =>
        html`<li>
          ${lineSwatch('other', 'dot')}${run.name}
          <span class="muted">${stateLooks[run.state].words.toLowerCase()}</span>
          ${tool({
            label: `Stop comparing with ${run.name}`,
            icon: 'cross',
            iconOnly: true,
            press: () => remove(run),
          })}
        </li>`,
    )}
    <li>${tool({ label: 'Compare…', icon: 'plus', press: compare })}</li>
  </ul>`;
}

function axisChoice({ axis }: TrainingRoute, change: ChartsParts['change']): TemplateResult {
  const choice = (to: TrainingRoute['axis'], words: string): TemplateResult =>
    html`<button
      type="button"
      aria-pressed=${String(axis === to)}
      @click=${() => change({ axis: to, zoom: null })}
    >
      ${words}
    </button>`;
  return html`<span class="either" role="group" aria-label="Horizontal axis"
    >${choice('step', 'Step')}${choice('time', 'Time')}</span
  >`;
}

function tablesToggle({ drawn, route, change }: ChartsParts): TemplateResult {
  const all = drawn.every(({ id }) => route.tables.includes(id));
  return toggle({
    label: 'Tables',
    icon: 'table',
    pressed: all,
    press: () => change({ tables: all ? [] : drawn.map(({ id }) => id) }),
    title: 'All charts as tables',
  });
}

function showTable({ route, change }: ChartsParts, id: string, asTable: boolean): void {
  const others = route.tables.filter((one) => one !== id);
  change({ tables: asTable ? [...others, id] : others });
}

/** What a person may look for in vain, with no word why it is not there. */
function emptyNote(empty: readonly Chart[]): TemplateResult | typeof nothing {
  if (empty.length === 0) return nothing;
  const titles = empty.map(({ title }) => title).join(', ');
  return html`<p class="meta">No figures in this run so far: ${titles}.</p>`;
}
