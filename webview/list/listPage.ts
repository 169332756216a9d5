// The list of all trajectories of a file on the screen: draws the model, moves the bar and the focus, and turns clicks and
// keys into what the model does.
import { html, nothing, type TemplateResult } from 'lit';
import type { Route } from '../../runtime/contract/panel.ts';
import type { ListRow } from '../../runtime/contract/viewing.ts';
import { tool } from '../controls/button.ts';
import { menu, openMenu } from '../controls/menu.ts';
import type { KeyBinding } from '../keys/keyBinding.ts';
import { AfterPause } from '../shell/afterPause.ts';
import { exportItems } from '../shell/exportItems.ts';
import { keysFoot } from '../shell/keysFoot.ts';
import type { Page, PageContext } from '../shell/page.ts';
import { columnsAt, isNarrow } from './columns.ts';
import { filterBar } from './filterBar.ts';
import { type ListActions, listKeys } from './listKeys.ts';
import { ListModel, type ListRoute } from './listModel.ts';
import { clickedData, ListScreen, rowOf } from './listScreen.ts';
import { listTable, sortedBy } from './listTable.ts';
import { emptyWords, hasFilters } from './listWords.ts';
import { ScrollMap } from './scrollMap.ts';
import { statusRow } from './statusRow.ts';

const usualRowHeight = 24;
const exportMenuId = 'export-chosen';

const footKeys = [
  ['j', 'k', 'move'],
  ['Enter', 'open'],
  ['c', 'compare'],
  ['/', 'find'],
  ['g', 'group'],
  ['?', 'all keys'],
] as const;

export function makeListPage(context: PageContext, route: ListRoute): Page {
  return new ListPage(context, route);
}

class ListPage implements Page, ListActions {
  readonly layout = 'fill';
  readonly title: string;
  readonly bindings: readonly KeyBinding[] = listKeys(this);
  readonly #context: PageContext;
  readonly #model: ListModel;
  readonly #map = new ScrollMap(usualRowHeight);
  readonly #screen = new ListScreen();
  readonly #stopped = new AbortController();
  readonly #saving = new AfterPause(300, () => this.#save());
  #follow = false;
  #filtersOpen = false;
  /** First visible row of the saved route, until the rows are there. */
  #pendingTop: number | null;
  #saved: Route | null = null;

  constructor(context: PageContext, route: ListRoute) {
    this.#context = context;
    this.title = context.start.fileName;
    this.#pendingTop = route.top;
    this.#model = new ListModel(context, route, context.start.index, {
      toTop: () => {
        this.#screen.moveBar(this.#map.goTo(0));
        this.#saving.ask();
      },
      toFocus: () => this.#showFocus(),
    });
    const { signal } = this.#stopped;
    const { host } = context;
    host.on('index-changed', ({ state }) => this.#model.indexChanged(state), signal);
    window.addEventListener('resize', context.redraw, { signal });
  }

  stop(): void {
    this.#stopped.abort();
    this.#model.stop();
    this.#saving.stop();
  }

  accept(route: Route): boolean {
    if (route.page !== 'list') return false;
    if (route !== this.#saved) this.#model.show(route);
    return true;
  }

  view(): TemplateResult {
    const narrow = isNarrow(window.innerWidth);
    return html`<h1 class="sr">${this.title}</h1>
      ${this.#filterBarView(narrow)} ${this.#statusView()} ${this.#emptyView()}
      <div
        class="list ${this.#model.source.isOld ? 'old' : ''}"
        @scroll=${this.#scrolled}
        @scrollend=${this.#scrollEnded}
      >
        ${this.#tableView(narrow)}
      </div>
      ${keysFoot(footKeys, `${this.title}, read-only`)}`;
  }

  drawn(): void {
    const sizes = this.#screen.measure(this.#map.rowHeight);
    if (sizes === null) return;
    const rows = this.#model.lastRow + 1;
    // The bar can only be moved in a list that is drawn at its size.
    if (this.#map.resize(rows, sizes.viewport, sizes.rowHeight)) {
      this.#context.redraw();
      return;
    }
    if (this.#pendingTop !== null && rows > 0 && sizes.viewport > 0) {
      this.#screen.moveBar(this.#map.goTo(this.#pendingTop));
      this.#pendingTop = null;
      this.#context.redraw();
    }
    if (this.#follow && !this.#map.isAtEnd) {
      this.#screen.moveBar(this.#map.goToEnd());
      this.#context.redraw();
    }
    this.#screen.settle();
    const { first, end } = this.#map.window();
    this.#model.want(first, end);
  }

  moveBy(rows: number): void {
    this.#model.focus(this.#model.focused + rows);
  }

  movePage(direction: 1 | -1): void {
    this.moveBy(direction * Math.max(1, this.#map.rowsInSight - 1));
  }

  moveTo(end: 'first' | 'last'): void {
    this.#model.focus(end === 'first' ? 0 : this.#model.lastRow);
  }

  moveToTask(direction: 1 | -1): void {
    const { focused, focusedRow: here, query } = this.#model;
    const task = here === undefined || here.kind === 'broken-line' ? null : here.taskId;
    const isOther = (row: ListRow): boolean =>
      query.groupByTask ? row.kind === 'task' : row.kind === 'trajectory' && row.taskId !== task;
    const from = focused + direction;
    const nothingFound = 'There is no other task in this direction.';
    void this.#model.seek({ from, direction, isIt: isOther, nothingFound });
  }

  open(): void {
    this.#activate(this.#model.focused);
  }

  unfold(open: boolean): void {
    const { focusedRow: row, focused, query } = this.#model;
    if (row?.kind === 'task') {
      if (row.open !== open) this.#toggleTask(row.taskId);
    } else if (!open && query.groupByTask) {
      const isIt = ({ kind }: ListRow): boolean => kind === 'task';
      void this.#model.seek({ from: focused - 1, direction: -1, isIt, nothingFound: '' });
    }
  }

  choose(): void {
    this.#model.choose(this.#model.focused);
  }

  compare(): void {
    const pair = this.#model.chosen.pair(this.#model.focusedId);
    if (pair === null) {
      this.#context.announce('Choose two trajectories with the space bar, then press c.', 'now');
      return;
    }
    this.#go({ page: 'compare', left: pair[0], right: pair[1] });
  }

  openGroup(): void {
    const row = this.#model.focusedRow;
    const taskId = row === undefined || row.kind === 'broken-line' ? null : row.taskId;
    // A trajectory whose first record is missing has no task.
    if (taskId !== null && taskId !== '') this.#go({ page: 'group', taskId, chosen: [] });
  }

  toggleGroup(): void {
    const { query } = this.#model;
    this.#model.change({ groupByTask: !query.groupByTask, openTasks: [] });
    this.#saving.ask();
  }

  toggleFollow(): void {
    this.#follow = !this.#follow;
    const { query } = this.#model;
    const inFileOrder = query.sort === 'line' && !query.descending && !query.groupByTask;
    if (this.#follow && !inFileOrder) {
      this.#model.change({ sort: 'line', descending: false, groupByTask: false });
    }
    this.#context.announce(this.#follow ? 'Following the end.' : 'Not following any more.', 'now');
    this.#context.redraw();
  }

  exportMenu(): boolean {
    if (this.#model.chosen.size === 0) this.choose();
    if (this.#model.chosen.size === 0) return false;
    // The menu is there once the chosen row is drawn.
    this.#screen.afterDrawing(() => openMenu(exportMenuId));
    this.#context.redraw();
    return true;
  }

  copyLink(): void {
    const id = this.#model.focusedId;
    if (id === null) return;
    void this.#ask(async () => {
      await this.#context.host.request('copy-link', { id, step: null });
      this.#context.announce('Link copied.', 'now');
    });
  }

  find(): void {
    this.#screen.focusFind();
  }

  leave(): boolean {
    if (this.#screen.leaveField()) this.#screen.focusRow(this.#model.focused);
    else if (this.#model.chosen.size > 0) this.#model.chosen.clear();
    else return false;
    this.#context.redraw();
    return true;
  }

  #filterBarView(narrow: boolean): TemplateResult {
    const model = this.#model;
    return filterBar({
      narrow,
      query: model.query,
      draft: model.draft,
      summary: model.source.summary,
      open: this.#filtersOpen,
      follow: this.#follow,
      type: (field, text) => model.type(field, text),
      choose: (change) => model.change(change),
      toggleOpen: () => {
        this.#filtersOpen = !this.#filtersOpen;
        this.#context.redraw();
      },
      toggleGroup: () => this.toggleGroup(),
      toggleFollow: () => this.toggleFollow(),
      clear: () => model.clear(),
    });
  }

  #statusView(): TemplateResult {
    const { chosen, query, source, index } = this.#model;
    return statusRow({
      query,
      summary: source.summary,
      state: index,
      chosen: chosen.size,
      goToBroken: () => this.#model.goToBroken(),
      compare: () => this.compare(),
      clearChosen: () => {
        chosen.clear();
        this.#context.redraw();
      },
      exportMenu: menu({
        id: exportMenuId,
        label: 'Export…',
        icon: 'export',
        items: exportItems(this.#context, () => chosen.ids),
      }),
    });
  }

  #emptyView(): TemplateResult | typeof nothing {
    const { query, index, source } = this.#model;
    const { matches = 1, searching = false } = source.summary ?? {};
    const words = emptyWords(query, index, matches, searching);
    if (words === null) return nothing;
    return html`<div class="empty">
      <p><strong>${words.title}</strong> ${words.advice}</p>
      ${
        hasFilters(query)
          ? tool({ label: 'Clear filters', press: () => this.#model.clear(), class: 'framed' })
          : nothing
      }
    </div>`;
  }

  #tableView(narrow: boolean): TemplateResult {
    const { query, judges, focused, source, chosen, lastRow } = this.#model;
    return listTable({
      query,
      narrow,
      judges,
      focused,
      columns: columnsAt(window.innerWidth, judges),
      totalRows: lastRow + 1,
      window: this.#map.window(),
      row: (index) => source.row(index),
      isChosen: (id) => chosen.has(id),
      sortBy: (key) => this.#model.change(sortedBy(query, key)),
      clicked: (event) => this.#clicked(event),
      focusedIn: (event) => this.#focusedIn(event),
    });
  }

  readonly #scrolled = (): void => {
    const list = this.#screen.list;
    if (list === null) return;
    const before = this.#map.bar;
    this.#map.scrolled(list.scrollTop);
    // Scrolling up by hand ends following; growing does not move the bar.
    if (this.#follow && list.scrollTop < before - 1) this.#follow = false;
    this.#saving.ask();
    this.#context.redraw();
  };

  readonly #scrollEnded = (): void => {
    const list = this.#screen.list;
    if (list === null) return;
    const bar = this.#map.settle();
    if (Math.abs(list.scrollTop - bar) < 1) return;
    this.#screen.moveBar(bar);
    this.#context.redraw();
  };

  #clicked(event: MouseEvent): void {
    const line = clickedData(event, 'openLine');
    const taskId = clickedData(event, 'openGroup');
    const index = rowOf(event);
    if (line !== null) this.#openLine(Number(line));
    else if (taskId !== null) this.#go({ page: 'group', taskId, chosen: [] });
    else if (index === null) return;
    else if (event.ctrlKey || event.metaKey) this.#model.choose(index);
    else this.#activate(index);
  }

  #focusedIn(event: FocusEvent): void {
    const index = rowOf(event);
    if (index === null || index === this.#model.focused) return;
    this.#model.focusIs(index);
    this.#saving.ask();
    this.#context.redraw();
  }

  /** Opens what the row stands for. */
  #activate(index: number): void {
    this.#model.focus(index);
    const row = this.#model.focusedRow;
    if (row?.kind === 'trajectory') this.#go({ page: 'trajectory', id: row.id, step: null });
    else if (row?.kind === 'task') this.#toggleTask(row.taskId);
    else if (row?.kind === 'broken-line') this.#openLine(row.line);
  }

  #toggleTask(taskId: string): void {
    this.#model.toggleTask(taskId);
    this.#saving.ask();
  }

  #openLine(line: number): void {
    void this.#ask(() => this.#context.host.request('open-line', { line }));
  }

  #showFocus(): void {
    const { focused, lastRow } = this.#model;
    this.#screen.focusRow(focused);
    this.#screen.moveBar(this.#map.reveal(focused));
    if (focused < lastRow) this.#follow = false;
    this.#saving.ask();
  }

  async #ask(action: () => Promise<unknown>): Promise<void> {
    try {
      await action();
    } catch (error) {
      this.#context.complain(error);
    }
  }

  #go(route: Route): void {
    this.#save();
    this.#context.history.go(route);
  }

  #save(): void {
    this.#saving.stop();
    const { query, focusedId } = this.#model;
    const route: Route = { page: 'list', query, focusedId, top: this.#map.firstVisible };
    this.#saved = route;
    this.#context.history.replace(route);
  }
}
