// The page of one table-like value of the namespace: rows and columns, read as they are looked at.
import type { TemplateResult } from 'lit';
import type { Route } from '../../runtime/contract/panel.ts';
import type { KeyBinding } from '../keys/keyBinding.ts';
import { ScrollMap } from '../list/scrollMap.ts';
import type { Page, PageContext } from '../shell/page.ts';
import { visibleLine } from '../text/visibleText.ts';
import { type CellPlace, moveCell } from './activeCell.ts';
import { asCsv, asTsv, cellText } from './cellText.ts';
import { mostCopiedRows, TableSource } from './tableSource.ts';
import { tableView } from './tableView.ts';

type TableRoute = Extract<Route, { page: 'table' }>;

const rowHeight = 24;
const moving = ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft', 'PageDown', 'PageUp'];

export function makeTablePage(context: PageContext, route: TableRoute): Page {
  return new TablePage(context, route);
}

class TablePage implements Page {
  readonly layout = 'fill';
  readonly title: string;
  readonly bindings: readonly KeyBinding[];
  readonly #context: PageContext;
  readonly #route: TableRoute;
  readonly #source: TableSource;
  readonly #scroll = new ScrollMap(rowHeight);
  readonly #stopped = new AbortController();
  #active: CellPlace;
  #copying = false;
  #placed = false;

  constructor(context: PageContext, route: TableRoute) {
    this.#context = context;
    this.#route = route;
    this.title = `${visibleLine(route.name)} after step ${route.step}`;
    this.#source = new TableSource(route, context.host, context.redraw);
    this.#active = { row: route.top, column: 0 };
    this.bindings = this.#keys();
    const { signal } = this.#stopped;
    window.addEventListener('scroll', () => this.#scrolled(), { signal, capture: true });
    window.addEventListener('resize', context.redraw, { signal });
    this.#source.want(route.top, route.top + 1);
  }

  view(): TemplateResult {
    const { head, problem } = this.#source;
    const { id, step, name } = this.#route;
    return tableView({
      ...{ place: { id, step, name }, head, problem, active: this.#active },
      ...{ window: this.#scroll.window(), copying: this.#copying },
      row: (index) => this.#source.row(index),
      act: {
        back: () => this.#back(),
        copy: (as) => void this.#copyAll(as),
        choose: (place) => this.#choose(place),
      },
    });
  }

  drawn(): void {
    const grid = gridElement();
    const { head } = this.#source;
    if (grid === null || head === null) return;
    const headHeight = grid.querySelector('thead')?.offsetHeight ?? rowHeight;
    const changed = this.#scroll.resize(head.totalRows, grid.clientHeight - headHeight, rowHeight);
    if (!this.#placed) {
      this.#placed = true;
      grid.scrollTop = this.#scroll.goTo(this.#route.top);
      grid.focus({ preventScroll: true });
    }
    const { first, end } = this.#scroll.window();
    this.#source.want(first, end);
    if (changed) this.#context.redraw();
  }

  accept(route: Route): boolean {
    const { id, step, name } = this.#route;
    return route.page === 'table' && route.id === id && route.step === step && route.name === name;
  }

  stop(): void {
    this.#stopped.abort();
    this.#source.stop();
  }

  #keys(): readonly KeyBinding[] {
    const move = (event: KeyboardEvent): boolean => this.#move(event.key);
    return [
      { keys: moving, words: 'another cell', shown: ['↑', '↓', '←', '→'], run: move },
      { keys: ['Home', 'End'], words: 'first and last column', run: move },
      { keys: ['<', '>'], words: 'first and last row', run: move },
      { keys: ['c'], words: 'copy the cell', run: () => this.#copyCell() },
      { keys: ['Escape'], words: 'back to the trajectory', run: () => this.#back() },
    ];
  }

  #move(key: string): boolean {
    const { head } = this.#source;
    const grid = gridElement();
    if (head === null || grid === null) return false;
    const size = { rows: head.totalRows, columns: head.columns.length };
    const to = moveCell(this.#active, key, { ...size, page: this.#scroll.rowsInSight });
    if (to === null) return false;
    this.#choose(to);
    const bar = this.#scroll.reveal(to.row);
    if (bar !== null) grid.scrollTop = bar;
    requestAnimationFrame(() => showColumn(grid, to));
    return true;
  }

  #choose(place: CellPlace): void {
    this.#active = place;
    const text = cellText(this.#source.row(place.row)?.[place.column] ?? '');
    const column = this.#source.head?.columns[place.column]?.name ?? '';
    this.#context.announce(visibleLine(`${column}, row ${place.row}: ${text}`).slice(0, 200));
    this.#context.redraw();
  }

  #scrolled(): void {
    const grid = gridElement();
    if (grid === null) return;
    if (grid.scrollTop !== this.#scroll.bar) this.#scroll.scrolled(grid.scrollTop);
    const top = this.#scroll.firstVisible;
    this.#context.history.replace({ ...this.#route, top });
    this.#context.redraw();
  }

  #back(): void {
    const { id, step } = this.#route;
    if (!this.#context.history.back()) this.#context.history.go({ page: 'trajectory', id, step });
  }

  #copyCell(): boolean {
    const cell = this.#source.row(this.#active.row)?.[this.#active.column];
    if (cell === undefined) return false;
    void this.#copy(cellText(cell), 'Cell copied.');
    return true;
  }

  async #copyAll(as: 'tsv' | 'csv'): Promise<void> {
    const { head } = this.#source;
    if (head === null || this.#copying) return;
    this.#copying = true;
    this.#context.redraw();
    try {
      const rows = await this.#source.allRows();
      const names = head.columns.map(({ name }) => name);
      const cut = head.totalRows > mostCopiedRows ? `The first ${rows.length}` : `${rows.length}`;
      await this.#copy(
        as === 'tsv' ? asTsv(names, rows) : asCsv(names, rows),
        `${cut} rows copied.`,
      );
    } catch (error) {
      this.#context.complain(error);
    } finally {
      this.#copying = false;
      this.#context.redraw();
    }
  }

  async #copy(text: string, said: string): Promise<void> {
    try {
      await this.#context.host.request('copy', { text });
      this.#context.announce(said);
    } catch (error) {
      this.#context.complain(error);
    }
  }
}

function gridElement(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-grid]');
}

/** Brings the column into sight, beside the row numbers that always are. */
function showColumn(grid: HTMLElement, { row, column }: CellPlace): void {
  const cell = document.getElementById(`cell-${row}-${column}`);
  if (cell === null) return;
  const numbers = grid.querySelector<HTMLElement>('th.number')?.offsetWidth ?? 0;
  const { offsetLeft, offsetWidth } = cell;
  if (offsetLeft - numbers < grid.scrollLeft) grid.scrollLeft = offsetLeft - numbers;
  const end = offsetLeft + offsetWidth - grid.clientWidth;
  if (end > grid.scrollLeft) grid.scrollLeft = end;
}
