// The small box at the crosshair of the chart that is pointed at: its figures at that train step, beside those of other runs.
import { html, nothing, type TemplateResult } from 'lit';
import { wholeNumber } from '../format/numbers.ts';
import { type BoardRun, placesOf } from './board.ts';
import type { ChartData } from './chartData.ts';
import { formatValue } from './formats.ts';
import { type Plane, xOf } from './plane.ts';
import type { PlotParts } from './reading.ts';
import { nearestIndex } from './visibleIndexes.ts';

interface Column {
  readonly name: string;
  readonly data: ChartData;
  readonly index: number | null;
}

export function plotTip(parts: PlotParts, plane: Plane): TemplateResult {
  const { chart, board } = parts;
  const columns = columnsOf(parts);
  const words = (value: number | null | undefined): string =>
    formatValue(chart.format, value ?? null);
  const x = placesOf(board.own, board.axis)[parts.index] ?? plane.x.from;
  return html`<div class="tip" aria-hidden="true" .style=${placeAt(plane, xOf(plane, x))}>
    <table>
      <tr>
        <th>step ${wholeNumber(board.own.metrics.steps[parts.index] ?? 0)}</th>
        ${columns.map(({ name }) => html`<th class="num">${name}</th>`)}
      </tr>
      ${chart.series.map(
        ({ name }, at) =>
          html`<tr>
            <td>${name}</td>
            ${columns.map(
              ({ data, index }) =>
                html`<td class="num">${words(index === null ? null : data.raw[at]?.[index])}</td>`,
            )}
          </tr>`,
      )}
      ${
        chart.total === undefined
          ? nothing
          : html`<tr class="total">
              <td>${chart.total}</td>
              ${columns.map(
                ({ data, index }) =>
                  html`<td class="num">${words(index === null ? null : data.main[index])}</td>`,
              )}
            </tr>`
      }
    </table>
  </div>`;
}

/** This run, and of each other the train step that lies nearest. */
function columnsOf({ chart, board, data, index }: PlotParts): readonly Column[] {
  const x = placesOf(board.own, board.axis)[index] ?? 0;
  const own: Column = { name: board.others.length === 0 ? '' : 'this run', data, index };
  const others = board.others.flatMap((run) => {
    const known = run.data.get(chart.id);
    const at = nearestWithin(run, x, board.axis);
    return known === undefined ? [] : [{ name: run.name, data: known, index: at }];
  });
  return [own, ...others];
}

/** Null past the end of the run. */
function nearestWithin(run: BoardRun, x: number, axis: 'step' | 'time'): number | null {
  const places = placesOf(run, axis);
  const last = places.at(-1);
  return last === undefined || x > last ? null : nearestIndex(places, x);
}

/** On the side of the crosshair that has more room. */
function placeAt({ width }: Plane, x: number): string {
  return x > width * 0.55 ? `right:${width - x + 10}px` : `left:${x + 10}px`;
}
