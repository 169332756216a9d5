// The figures of a chart as a table, newest first. Of many train steps every few are listed, so that it stays a table to read.
import { html, type TemplateResult } from 'lit';
import { wholeNumber } from '../format/numbers.ts';
import { placesOf } from './board.ts';
import { formatValue } from './formats.ts';
import type { Reading } from './reading.ts';
import { visibleIndexes } from './visibleIndexes.ts';

const mostRows = 100;

export function chartTable({ chart, board, data }: Reading): TemplateResult {
  const { first, last } = visibleIndexes(placesOf(board.own, board.axis), board.shown);
  const shown = last - first + 1;
  const every = Math.max(Math.ceil(shown / mostRows), 1);
  const rows = Array.from({ length: Math.ceil(shown / every) }, (_, at) => last - at * every);
  const about = every > 1 ? `, every ${every} of the train steps that are shown` : '';
  return html`<div class="data" tabindex="0" role="region" aria-label="${chart.title}, table">
    <table>
      <caption class="sr">
        ${chart.title}, ${chart.unit}${about}
      </caption>
      <thead>
        <tr>
          <th scope="col" class="num">Step</th>
          ${chart.series.map(({ name }) => html`<th scope="col" class="num">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (index) =>
            html`<tr>
              <th scope="row" class="num">${wholeNumber(board.own.metrics.steps[index] ?? 0)}</th>
              ${data.raw.map(
                (values) =>
                  html`<td class="num">${formatValue(chart.format, values[index] ?? null)}</td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
