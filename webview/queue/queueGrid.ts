// The grid of the queue page as keys and the window see it: which rows are drawn, which cell has the keys. Asks the document
// and never the data.
import { type RowWindow, ScrollMap } from '../list/scrollMap.ts';
import { type CellPlace, moveCell } from '../table/activeCell.ts';
import { columnsOf } from './queueColumns.ts';

/** Until a row was measured. */
const usualHeight = 41;
/** Rows that Page Up and Page Down move by. */
const pageRows = 8;

export class QueueGrid {
  readonly #map = new ScrollMap(usualHeight);
  #active: CellPlace = { row: 0, column: 0 };
  #takesFocus = false;
  #hadFocus = false;
  /** Rows by which the list is scrolled when it is drawn next, so that a task that moved stays under the eyes. */
  #shift = 0;

  get active(): CellPlace {
    return this.#active;
  }

  get rowHeight(): number {
    return this.#map.rowHeight;
  }

  window(): RowWindow {
    return this.#map.window();
  }

  /** Rows to draw: those in sight, and the one that has the keys, which a person scrolled away from does not lose. */
  drawnRows(rows: number): number[] {
    const { first, end } = this.window();
    const drawn = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
    const { row } = this.#active;
    if (row >= rows || drawn.includes(row)) return drawn;
    return row < first ? [row, ...drawn] : [...drawn, row];
  }

  /** Keeps the cell with the keys inside a list that got shorter. */
  fit(rows: number): void {
    const last = Math.max(0, rows - 1);
    if (this.#active.row > last) this.#active = { row: last, column: 0 };
  }

  /** The task that has the keys is in another row now: they go with it, and where a person sees it, so does the view. */
  follow(row: number): void {
    const moved = row - this.#active.row;
    if (moved === 0) return;
    this.#active = { ...this.#active, row };
    const cell = focusedCell();
    if (cell === null) return;
    this.#takesFocus = true;
    const { top, bottom } = cell.getBoundingClientRect();
    if (bottom > 0 && top < window.innerHeight) this.#shift += moved;
  }

  /** A person came to a cell by pointer or Tab. */
  come(place: CellPlace): void {
    this.#active = place;
  }

  /** False for a key that moves nothing. @param cells trajectories of the row that has the keys */
  move(key: string, rows: number, cells: number): boolean {
    const size = { rows, columns: columnsOf(cells), page: pageRows };
    const to = moveCell(this.#active, key, size);
    if (to === null) return false;
    this.#active = to;
    this.#takesFocus = true;
    return true;
  }

  /** Before the list is drawn: a cell that has the keys may be drawn as another one. */
  drawing(): void {
    this.#hadFocus = focusedCell() !== null;
  }

  /** Measures what is drawn, after it was; true when other rows have to be drawn now, or the same ones elsewhere. */
  drawn(rows: number): boolean {
    const list = document.querySelector('.queue-rows');
    if (list === null) return false;
    window.scrollBy(0, this.#shift * this.rowHeight);
    this.#shift = 0;
    this.#giveFocus(list);
    const [before, height] = [this.window(), this.rowHeight];
    const row = list.querySelector('.queue-row')?.getBoundingClientRect().height ?? 0;
    this.#resize(rows, row > 0 ? row : this.rowHeight);
    this.#map.scrolled(Math.max(0, -list.getBoundingClientRect().top));
    const now = this.window();
    const isMoved = this.rowHeight !== height;
    return isMoved || now.first !== before.first || now.end !== before.end;
  }

  /** Rows that got higher or lower leave the first one in sight where it is. */
  #resize(rows: number, height: number): void {
    const [before, first] = [this.rowHeight, this.#map.firstVisible];
    this.#map.resize(rows, window.innerHeight, height);
    if (height !== before) window.scrollBy(0, first * (height - before));
  }

  #giveFocus(list: Element): void {
    const isLost = this.#hadFocus && document.activeElement === document.body;
    if (!this.#takesFocus && !isLost) return;
    this.#takesFocus = false;
    const { row, column } = this.#active;
    const drawn = list.querySelector(`[data-row="${row}"]`);
    const cell = drawn?.querySelector<HTMLElement>(`[data-column="${column}"]`);
    const found = cell ?? drawn?.querySelector<HTMLElement>('[data-column="0"]');
    found?.focus();
  }
}

/** The cell that has the keys; null where they are elsewhere. */
function focusedCell(): Element | null {
  const focused = document.activeElement;
  return focused?.closest('.queue-rows') == null ? null : focused;
}

/** The cell that an event came from; null for anything else. */
export function placeOf({ target }: Event): CellPlace | null {
  if (!(target instanceof Element)) return null;
  const row = target.closest<HTMLElement>('[data-row]');
  if (row === null) return null;
  const column = target.closest<HTMLElement>('[data-column]')?.dataset['column'] ?? '0';
  return { row: Number(row.dataset['row']), column: Number(column) };
}
