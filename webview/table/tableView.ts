// Draws a table-like value: where it comes from, then the grid with its head and its row numbers always in sight.
import { html, nothing, type TemplateResult } from 'lit';
import type { Cell } from '../../runtime/contract/requests.ts';
import { tool } from '../controls/button.ts';
import { counted, wholeNumber } from '../format/numbers.ts';
import { icon } from '../icons.ts';
import type { RowWindow } from '../list/scrollMap.ts';
import { keysFoot } from '../shell/keysFoot.ts';
import { visibleLine } from '../text/visibleText.ts';
import type { CellPlace } from './activeCell.ts';
import { cellText } from './cellText.ts';
import type { TableHead, TablePlace } from './tableSource.ts';

export interface TableViewInput {
  readonly place: TablePlace;
  readonly head: TableHead | null;
  readonly problem: string | null;
  readonly window: RowWindow;
  readonly active: CellPlace;
  /** True while all rows are read for copying. */
  readonly copying: boolean;
  row(index: number): readonly Cell[] | undefined;
  readonly act: {
    readonly back: () => void;
    readonly copy: (as: 'tsv' | 'csv') => void;
    readonly choose: (place: CellPlace) => void;
  };
}

export function tableView(input: TableViewInput): TemplateResult {
  const { problem, head } = input;
  return html`${headView(input)} ${problem === null ? nothing : problemView(problem)}
  ${problem === null && head === null ? waitingView() : nothing}
  ${problem === null && head !== null ? gridView(input, head) : nothing}
  ${keysFoot(
    [
      ['↑', '↓', '←', '→', 'cell'],
      ['Home', 'End', 'column'],
      ['<', '>', 'row'],
      ['c', 'copy the cell'],
      ['⌫', 'back'],
    ],
    '',
  )}`;
}

function headView({ place, head, act, copying }: TableViewInput): TemplateResult {
  const off = head === null || copying;
  return html`<header class="head">
    <div class="head-main">
      <h1 class="mono">${visibleLine(place.name)}</h1>
      <div class="head-line">
        <dl class="facts">
          ${head === null ? nothing : sizeFacts(head)}
          <div>
            <dt class="sr">From</dt>
            <dd>after step ${place.step}</dd>
          </div>
        </dl>
        ${tool({ label: 'Back to the trajectory', press: act.back })}
        ${tool({ label: copying ? 'Reading …' : 'Copy as TSV', icon: 'copy', disabled: off, press: () => act.copy('tsv') })}
        ${tool({ label: 'Copy as CSV', icon: 'copy', disabled: off, press: () => act.copy('csv') })}
      </div>
      ${head?.rebuilt === true ? rebuiltView() : nothing}
    </div>
  </header>`;
}

function sizeFacts({ totalRows, totalColumns, columns }: TableHead): TemplateResult {
  const left = totalColumns - columns.length;
  return html`<div>
      <dt class="sr">Rows</dt>
      <dd>${counted(totalRows, 'row')}</dd>
    </div>
    <div>
      <dt class="sr">Columns</dt>
      <dd>
        ${counted(totalColumns, 'column')}${left > 0 ? `, the first ${columns.length} shown` : ''}
      </dd>
    </div>`;
}

function rebuiltView(): TemplateResult {
  return html`<p class="note">
    ${icon('info')}<span
      >Rebuilt: the namespace was gone, so the recorded code was run again to get this value.</span
    >
  </p>`;
}

function waitingView(): TemplateResult {
  return html`<p class="pad small state" role="status">
    ${icon('spinner')}Reading the value. The recorded code may have to run again first.
  </p>`;
}

function problemView(problem: string): TemplateResult {
  return html`<div class="pad">
    <div class="well trouble is-bad" role="alert">
      <div class="well-head"><h2 class="meta state">${icon('warning', 'bad')}No table</h2></div>
      <p class="well-text">${visibleLine(problem)}</p>
    </div>
  </div>`;
}

function gridView(input: TableViewInput, head: TableHead): TemplateResult {
  const { window, active } = input;
  const rows = Array.from({ length: Math.max(0, window.end - window.first) }, (_, place) =>
    rowView(window.first + place, input, head),
  );
  return html`<div
    class="grid"
    data-grid
    tabindex="0"
    role="grid"
    aria-label=${visibleLine(input.place.name)}
    aria-rowcount=${head.totalRows + 1}
    aria-colcount=${head.columns.length + 1}
    aria-activedescendant=${`cell-${active.row}-${active.column}`}
  >
    <table role="presentation">
      <thead role="rowgroup">
        <tr role="row" aria-rowindex="1">
          <th role="columnheader" class="number" aria-colindex="1"><span class="sr">Row</span></th>
          ${head.columns.map(
            ({ name, type }, column) =>
              html`<th
                role="columnheader"
                aria-colindex=${column + 2}
                class=${isNumeric(type) ? 'num' : ''}
                title=${`${visibleLine(name)}, ${visibleLine(type)}`}
              >
                ${visibleLine(name)} <span class="type">${visibleLine(type)}</span>
              </th>`,
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${room(window.above)} ${rows} ${room(window.below)}
      </tbody>
    </table>
    ${head.totalRows === 0 ? html`<p class="pad meta">The table has no rows.</p>` : nothing}
  </div>`;
}

function rowView(index: number, input: TableViewInput, head: TableHead): TemplateResult {
  const cells = input.row(index);
  return html`<tr role="row" aria-rowindex=${index + 2}>
    <th role="rowheader" class="number" scope="row" aria-colindex="1">${wholeNumber(index)}</th>
    ${head.columns.map((_, column) => cellView({ row: index, column }, cells?.[column], input))}
  </tr>`;
}

function cellView(
  { row, column }: CellPlace,
  cell: Cell | undefined,
  { active, act }: TableViewInput,
): TemplateResult {
  const text = cell === undefined ? '…' : visibleLine(cellText(cell));
  const isActive = active.row === row && active.column === column;
  const kind = typeof cell === 'number' ? 'num' : cell === null ? 'muted' : '';
  return html`<td
    role="gridcell"
    id=${`cell-${row}-${column}`}
    aria-colindex=${column + 2}
    aria-selected=${isActive ? 'true' : 'false'}
    class=${kind}
    title=${text.length > 20 ? text : nothing}
    @click=${() => act.choose({ row, column })}
  >
    ${text}
  </td>`;
}

function isNumeric(type: string): boolean {
  return /^(?:u?int|float|complex|decimal|number)/i.test(type);
}

function room(height: number): TemplateResult | typeof nothing {
  if (height === 0) return nothing;
  return html`<tr aria-hidden="true" class="room">
    <td .style=${`height:${height}px`}></td>
  </tr>`;
}
