// One task of the queue page: its question, its pass rates, how it stands, and its queue as a strip of cells.
import { html, nothing, type TemplateResult } from 'lit';
import type { QueueRow } from '../../runtime/contract/training/runView.ts';
import { twoPlaces } from '../format/numbers.ts';
import { icon } from '../icons.ts';
import { passRateLine } from './passRateLine.ts';
import { cellWords, type PlacedCell, placedCells, windowWords } from './queueCell.ts';
import { columnOf, firstCell, rateColumn, stateColumn, taskColumn } from './queueColumns.ts';
import { queueLooks } from './queueLooks.ts';
import { filesWords, restWords } from './taskWords.ts';

export interface RowPlace {
  /** From 0. */
  readonly index: number;
  /** Pixels from the top of the list. */
  readonly top: number;
  /** The column that keys come to; null where they come to another row. */
  readonly active: number | null;
  /** The column that is open beside the list; null for none of this row. */
  readonly chosen: number | null;
}

export interface RowScale {
  readonly window: readonly [number, number] | null;
  readonly mostReward: number;
}

export function queueRowView(
  row: QueueRow | undefined,
  place: RowPlace,
  scale: RowScale,
): TemplateResult {
  const { index, top, chosen } = place;
  return html`<div
    role="row"
    class="queue-row"
    data-row=${index}
    aria-rowindex=${index + 2}
    aria-selected=${chosen !== null}
    .style=${`top:${top}px`}
  >
    ${row === undefined ? waitingCell(place) : rowCells(row, place, scale)}
  </div>`;
}

function waitingCell({ active }: RowPlace): TemplateResult {
  const isActive = active === taskColumn;
  return html`<div role="gridcell" data-column=${taskColumn} tabindex=${tabIndex(isActive)}>
    <span class="muted">…</span>
  </div>`;
}

function rowCells(row: QueueRow, place: RowPlace, scale: RowScale): TemplateResult {
  return html`${taskCell(row, place, scale.window)}${rateCell(row, place, scale.window)}${stateCell(
    row,
    place,
  )}${strip(row, place, scale.mostReward)}`;
}

function taskCell(row: QueueRow, { active }: RowPlace, window: RowScale['window']): TemplateResult {
  const { taskId, question, files } = row;
  return html`<div
    role="rowheader"
    class="q-task"
    data-column=${taskColumn}
    tabindex=${tabIndex(active === taskColumn)}
    aria-colindex=${taskColumn + 1}
    title=${question}
  >
    <span>${question}</span> <span class="meta">${[taskId, ...filesWords(files)].join(' · ')}</span>
    <span class="sr">${restWords(row, window)}</span>
  </div>`;
}

function rateCell(row: QueueRow, { active }: RowPlace, window: RowScale['window']): TemplateResult {
  const { passRates } = row;
  const rate = passRates.at(-1)?.rate ?? null;
  return html`<div
    role="gridcell"
    class="q-rate"
    data-column=${rateColumn}
    tabindex=${tabIndex(active === rateColumn)}
    aria-colindex=${rateColumn + 1}
  >
    ${passRateLine(passRates, window)}
    <b><span class="sr">Pass rate</span> ${rate === null ? noRate() : twoPlaces(rate)}</b>
    <span class="meta">${windowWords(rate, window)}</span>
  </div>`;
}

function noRate(): TemplateResult {
  return html`<span aria-hidden="true">–</span><span class="sr">not known yet</span>`;
}

function stateCell(row: QueueRow, { active }: RowPlace): TemplateResult {
  const look = queueLooks[row.state];
  return html`<div
    role="gridcell"
    class="q-state"
    data-column=${stateColumn}
    tabindex=${tabIndex(active === stateColumn)}
    aria-colindex=${stateColumn + 1}
    title=${row.detail}
  >
    <span>${icon(look.icon, look.tone)}${look.words}</span>
    <span class="meta">${row.detail}</span>
  </div>`;
}

function strip(row: QueueRow, place: RowPlace, mostReward: number): TemplateResult {
  const cells = placedCells(row, mostReward);
  if (cells.length === 0) return emptyStrip(place);
  return html`<div role="none" class="q-strip">
    ${cells.map((placed) => cellView(placed, place))}
  </div>`;
}

function emptyStrip({ active }: RowPlace): TemplateResult {
  return html`<div
    role="gridcell"
    class="q-strip meta"
    data-column=${firstCell}
    tabindex=${tabIndex(active === firstCell)}
    aria-colindex=${firstCell + 1}
  >
    nothing sampled yet
  </div>`;
}

function cellView(placed: PlacedCell, { active, chosen }: RowPlace): TemplateResult {
  const column = columnOf(placed.place);
  return html`<div
    role="gridcell"
    class="q-cell ${cellLook(placed)}"
    data-column=${column}
    tabindex=${tabIndex(active === column)}
    aria-colindex=${column + 1}
    aria-selected=${chosen === column}
    aria-label=${cellWords(placed)}
  >
    ${placed.fill === null ? nothing : html`<i .style=${`height:${placed.fill}%`}></i>`}
  </div>`;
}

/** Classes that draw the look of a cell. */
export function cellLook({ cell, isFresh, isFirstToGo, beginsVisit, fill }: PlacedCell): string {
  return [
    isFresh ? 'fresh' : 'cached',
    cell.leavesNext ? 'leaves' : '',
    isFirstToGo ? 'first' : '',
    beginsVisit ? 'begins' : '',
    fill === null ? 'unscored' : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function tabIndex(isActive: boolean): '0' | '-1' {
  return isActive ? '0' : '-1';
}
