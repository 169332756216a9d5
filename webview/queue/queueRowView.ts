// One task of the queue page: its question, its pass rates, how it stands, and its queue as a strip of cells.
import { html, nothing, type TemplateResult } from 'lit';
import type { QueueRow } from '../../runtime/contract/training/runView.ts';
import { counted, twoPlaces } from '../format/numbers.ts';
import { icon } from '../icons.ts';
import { lastPart } from '../run/paths.ts';
import { cellWords, type PlacedCell, placedCells, windowWords } from './queueCell.ts';
import { queueLooks } from './queueLooks.ts';
import { passRateLine } from './passRateLine.ts';

export interface RowPlace {
  /** From 0. */
  readonly index: number;
  /** Pixels from the top of the list. */
  readonly top: number;
  /** The column that keys come to: 0 is the task, 1 its oldest trajectory; null where they come to another row. */
  readonly active: number | null;
  /** The column that is open beside the list; null for none of this row. */
  readonly chosen: number | null;
}

export interface RowScale {
  readonly window: readonly [number, number] | null;
  readonly mostReward: number;
}

/** Columns before the cells of a strip, for people who hear them. */
const columnsBefore = 3;

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
  return html`<div role="gridcell" data-column="0" tabindex=${tabIndex(active === 0)}>
    <span class="muted">…</span>
  </div>`;
}

function rowCells(row: QueueRow, place: RowPlace, scale: RowScale): TemplateResult {
  return html`${taskCell(row, place)}${rateCell(row, scale.window)}${stateCell(row)}${strip(
    row,
    place,
    scale.mostReward,
  )}`;
}

function taskCell({ taskId, question, files }: QueueRow, { active }: RowPlace): TemplateResult {
  const isActive = active === 0;
  return html`<div
    role="rowheader"
    class="q-task"
    data-column="0"
    tabindex=${tabIndex(isActive)}
    title=${question}
  >
    <span>${question}</span><span class="meta">${[taskId, ...filesWords(files)].join(' · ')}</span>
  </div>`;
}

/** Two files by name; of more, the first and how many there are. */
export function filesWords(files: readonly string[]): string[] {
  const [first, ...others] = files.map(lastPart);
  if (first === undefined) return [];
  if (others.length <= 1) return [[first, ...others].join(', ')];
  return [`${first}, ${counted(files.length, 'file')}`];
}

function rateCell({ passRates }: QueueRow, window: RowScale['window']): TemplateResult {
  const rate = passRates.at(-1)?.rate ?? null;
  return html`<div role="gridcell" class="q-rate">
    ${passRateLine(passRates, window)}<b>${rate === null ? '–' : twoPlaces(rate)}</b>
    <span class="meta">${windowWords(rate, window)}</span>
  </div>`;
}

function stateCell({ state, detail }: QueueRow): TemplateResult {
  const look = queueLooks[state];
  return html`<div role="gridcell" class="q-state" title=${detail}>
    <span>${icon(look.icon, look.tone)}${look.words}</span><span class="meta">${detail}</span>
  </div>`;
}

function strip(row: QueueRow, place: RowPlace, mostReward: number): TemplateResult {
  const cells = placedCells(row, mostReward);
  if (cells.length === 0)
    return html`<div role="gridcell" class="q-strip meta">nothing sampled yet</div>`;
  return html`<div role="none" class="q-strip">
    ${cells.map((placed) => cellView(placed, place))}
  </div>`;
}

function cellView(placed: PlacedCell, { active, chosen }: RowPlace): TemplateResult {
  const column = placed.place + 1;
  return html`<div
    role="gridcell"
    class="q-cell ${cellLook(placed)}"
    data-column=${column}
    tabindex=${tabIndex(active === column)}
    aria-colindex=${columnsBefore + column}
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
