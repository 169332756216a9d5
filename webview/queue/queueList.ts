// The grid of the queue page: a row for each task, drawn where it is in sight, and walked by one tab stop and the arrow keys.
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { counted, wholeNumber } from '../format/numbers.ts';
import type { CellPlace } from '../table/activeCell.ts';
import { cellTip, tipPlace, type TipPlace } from './cellTip.ts';
import { placedCells } from './queueCell.ts';
import { cellOf, columnOf, columnsOf, firstCell } from './queueColumns.ts';
import { placeOf, QueueGrid } from './queueGrid.ts';
import type { QueueRoute } from './queueRoute.ts';
import type { QueueRows, QueueSummary } from './queueRows.ts';
import { queueRowView } from './queueRowView.ts';

export interface QueueListParts {
  readonly rows: QueueRows;
  readonly redraw: () => void;
  /** Opens a task beside the list, or one of its trajectories. */
  readonly choose: (chosen: NonNullable<QueueRoute['chosen']>) => void;
}

export interface ShownList {
  readonly summary: QueueSummary;
  readonly chosen: QueueRoute['chosen'];
  /** The rows are those of the query before, and others are on their way. */
  readonly isBusy: boolean;
}

interface ShownTip extends TipPlace {
  readonly row: number;
  readonly cell: number;
}

export class QueueList {
  readonly #parts: QueueListParts;
  readonly #grid = new QueueGrid();
  /** A person came into the list, so that keys belong to a task. */
  #isUsed = false;
  #tip: ShownTip | null = null;

  constructor(parts: QueueListParts) {
    this.#parts = parts;
  }

  view(shown: ShownList): TemplateResult {
    const { summary, isBusy } = shown;
    const { groupSize } = summary;
    this.#grid.drawing();
    return html`<div class="queue-list">
      <div
        class="queue-grid"
        role="grid"
        aria-label="Queues of tasks"
        .style=${`--strip:${stripPixels(groupSize)}px`}
        aria-rowcount=${summary.matching + 1}
        aria-colcount=${columnsOf(groupSize)}
        aria-busy=${isBusy}
        @keydown=${(event: KeyboardEvent) => this.#key(event)}
        @click=${(event: Event) => this.#click(event)}
        @focusin=${(event: Event) => this.#come(event)}
        @focusout=${() => this.#showTip(null)}
        @pointerover=${(event: Event) => this.#showTip(event)}
        @pointerleave=${() => this.#showTip(null)}
      >
        ${titles(groupSize)} ${this.#body(shown)}
      </div>
      ${this.#tipView(summary)}
      <p class="meta queue-foot" role="status">${listWords(summary)}</p>
    </div>`;
  }

  /** After the list was drawn: measures it, moves the focus, and has the rows in sight fetched. */
  drawn(): void {
    const { rows, redraw } = this.#parts;
    if (this.#grid.drawn(rows.summary?.matching ?? 0)) redraw();
    const { first, end } = this.#grid.window();
    rows.want(first, Math.max(first + 1, end));
  }

  /** After the rows changed: keys stay with their task where it is still listed, and inside the list where it is not. */
  fit(): void {
    const { rows } = this.#parts;
    const { matching = 0, followed = null } = rows.summary ?? {};
    const isOfThis = followed !== null && followed.taskId === rows.follow;
    if (isOfThis && followed.at !== null) this.#grid.follow(followed.at);
    this.#grid.fit(matching);
    if (rows.follow === null || (isOfThis && followed.at === null)) this.#followTask();
  }

  /** From now on keys belong to the task of their row. */
  #followTask(): void {
    const { rows } = this.#parts;
    if (this.#isUsed) rows.follow = rows.row(this.#grid.active.row)?.taskId ?? null;
  }

  /** Gives the keys back to the cell that had them last. */
  focus(): void {
    document.querySelector<HTMLElement>('.queue-rows [tabindex="0"]')?.focus();
  }

  #body({ summary, chosen }: ShownList): TemplateResult {
    const { matching } = summary;
    const height = `height:${matching * this.#grid.rowHeight}px`;
    return html`<div role="rowgroup" class="queue-rows" .style=${height}>
      ${repeat(
        this.#grid.drawnRows(matching),
        (index) => index,
        (index) => this.#row(index, summary, chosen),
      )}
    </div>`;
  }

  #row(index: number, summary: QueueSummary, chosen: QueueRoute['chosen']): TemplateResult {
    const row = this.#parts.rows.row(index);
    const { active, rowHeight } = this.#grid;
    const cells = row?.cells.length ?? 0;
    const isChosen = row !== undefined && chosen?.taskId === row.taskId;
    const place = {
      ...{ index, top: index * rowHeight },
      active: active.row === index ? Math.min(active.column, columnsOf(cells) - 1) : null,
      chosen: isChosen ? columnOf(chosen.cell) : null,
    };
    return queueRowView(row, place, summary);
  }

  #tipView({ mostReward }: QueueSummary): TemplateResult | typeof nothing {
    const tip = this.#tip;
    const row = tip === null ? undefined : this.#parts.rows.row(tip.row);
    if (tip === null || row === undefined) return nothing;
    const placed = placedCells(row, mostReward)[tip.cell];
    return placed === undefined ? nothing : cellTip(placed, tip);
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { rows, redraw } = this.#parts;
    const { row, column } = this.#grid.active;
    const cells = rows.row(row)?.cells.length ?? 0;
    if (event.key === 'Enter' || event.key === ' ') this.#choose({ row, column });
    else if (!this.#grid.move(event.key, rows.summary?.matching ?? 0, cells)) return;
    this.#isUsed = true;
    this.#followTask();
    event.preventDefault();
    redraw();
  }

  #click(event: Event): void {
    const place = placeOf(event);
    if (place !== null) this.#choose(place);
  }

  #choose(place: CellPlace): void {
    const task = this.#parts.rows.row(place.row);
    if (task === undefined) return;
    this.#comeTo(place);
    this.#parts.choose({ taskId: task.taskId, cell: cellOf(place.column, task.cells.length) });
  }

  #comeTo(place: CellPlace): void {
    this.#grid.come(place);
    this.#isUsed = true;
    this.#followTask();
  }

  #come(event: Event): void {
    const place = placeOf(event);
    if (place === null) return;
    this.#comeTo(place);
    this.#showTip(event);
    this.#parts.redraw();
  }

  #showTip(event: Event | null): void {
    const tip = event === null ? null : tipOf(event);
    if (tip === null && this.#tip === null) return;
    this.#tip = tip;
    this.#parts.redraw();
  }
}

function tipOf(event: Event): ShownTip | null {
  const cell = event.target instanceof Element ? event.target.closest('.q-cell') : null;
  const list = cell?.closest('.queue-list') ?? null;
  const place = placeOf(event);
  if (cell === null || list === null || place === null) return null;
  return { row: place.row, cell: place.column - firstCell, ...tipPlace(cell, list) };
}

function titles(groupSize: number): TemplateResult {
  return html`<div role="row" class="queue-titles" aria-rowindex="1">
    <span role="columnheader">Task</span><span role="columnheader">Pass rate</span
    ><span role="columnheader">State</span
    ><span role="columnheader">Queue of ${groupSize}, oldest first</span>
  </div>`;
}

/** Of as many cells as a queue has; those of larger ones are drawn narrower. */
function stripPixels(groupSize: number): number {
  return Math.min(460, groupSize * 14 + 16);
}

function listWords({ matching, totals, step }: QueueSummary): string {
  const of = matching === totals.tasks ? '' : ` of ${wholeNumber(totals.tasks)}`;
  return `${counted(matching, 'task')}${of} at train step ${wholeNumber(step)}`;
}
