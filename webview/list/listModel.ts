// What the list shows and where a person is in it: the query, the rows, the row in focus, what is chosen. Knows nothing of the
// document; the page says how many rows are in sight and is told when to move there.
import type { Route } from '../../runtime/contract/panel.ts';
import type { IndexState, ListQuery, ListRow } from '../../runtime/contract/viewing.ts';
import { counted } from '../format/numbers.ts';
import { Latest } from '../messages/latest.ts';
import { emptyQuery } from '../route/emptyQuery.ts';
import { AfterPause } from '../shell/afterPause.ts';
import type { PageContext } from '../shell/page.ts';
import { ChosenRows } from './chosenRows.ts';
import { draftOf, type FilterDraft, withDraft } from './filterDraft.ts';
import { RowSource } from './rowSource.ts';
import { seekRow } from './seekRow.ts';

export type ListRoute = Extract<Route, { page: 'list' }>;

export interface ListMoves {
  /** Another list: from its top. */
  toTop(): void;
  /** The row in focus is another one now. */
  toFocus(): void;
}

export interface Sought {
  readonly from: number;
  readonly direction: 1 | -1;
  readonly isIt: (row: ListRow) => boolean;
  /** Said when there is none. */
  readonly nothingFound: string;
  /** Goes on from the first row after the last. */
  readonly wrap?: boolean;
}

type Context = Pick<PageContext, 'host' | 'announce' | 'complain' | 'redraw'>;

export class ListModel {
  readonly source: RowSource;
  readonly chosen = new ChosenRows();
  readonly #context: Context;
  readonly #moves: ListMoves;
  readonly #seeking = new Latest();
  readonly #finding = new Latest();
  readonly #typing = new AfterPause(250, () => this.takeDraft());
  readonly #growing = new AfterPause(250, () => this.#grown());
  #index: IndexState | null;
  #draft: FilterDraft;
  #judges: readonly string[] = [];
  #focused = 0;
  #focusedId: string | null;
  /** A new query's result is announced once. */
  #announceResult = false;

  constructor(context: Context, route: ListRoute, index: IndexState | null, moves: ListMoves) {
    this.#context = context;
    this.#moves = moves;
    this.#index = index;
    this.#draft = draftOf(route.query);
    this.#focusedId = route.focusedId;
    this.source = new RowSource(
      context.host,
      route.query,
      () => this.#received(),
      (error) => context.complain(error),
    );
    if (route.focusedId !== null) void this.#findFocused();
  }

  get query(): ListQuery {
    return this.source.query;
  }

  get index(): IndexState | null {
    return this.#index;
  }

  get draft(): FilterDraft {
    return this.#draft;
  }

  get judges(): readonly string[] {
    return this.#judges;
  }

  get focused(): number {
    return this.#focused;
  }

  get focusedId(): string | null {
    return this.#focusedId;
  }

  get focusedRow(): ListRow | undefined {
    return this.source.row(this.#focused);
  }

  get lastRow(): number {
    return (this.source.summary?.totalRows ?? 0) - 1;
  }

  stop(): void {
    this.#seeking.stop();
    this.#finding.stop();
    this.source.stop();
    this.#typing.stop();
    this.#growing.stop();
  }

  /** A route that somebody else asked for. */
  show(route: ListRoute): void {
    this.#focusedId = route.focusedId;
    this.#draft = draftOf(route.query);
    this.setQuery(route.query);
  }

  indexChanged(state: IndexState): void {
    this.#index = state;
    this.#growing.askOnce();
    this.#context.redraw();
  }

  type(field: keyof FilterDraft, text: string): void {
    this.#draft = { ...this.#draft, [field]: text };
    this.#typing.ask();
    this.#context.redraw();
  }

  takeDraft(): void {
    this.#typing.stop();
    const query = withDraft(this.query, this.#draft);
    if (!sameQuery(query, this.query)) this.setQuery(query);
  }

  change(change: Partial<ListQuery>): void {
    this.setQuery({ ...withDraft(this.query, this.#draft), ...change });
  }

  clear(): void {
    const { sort, descending, groupByTask, openTasks } = this.query;
    this.#draft = draftOf(emptyQuery);
    this.setQuery({ ...emptyQuery, sort, descending, groupByTask, openTasks });
  }

  /** Another list starts at its top; the row in focus is looked for in it. */
  setQuery(query: ListQuery): void {
    this.#typing.stop();
    this.#seeking.stop();
    this.source.query = query;
    this.#announceResult = true;
    this.#focused = 0;
    this.#moves.toTop();
    if (this.#focusedId !== null) void this.#findFocused();
    this.#context.redraw();
  }

  /** The rows below change; the place does not. */
  toggleTask(taskId: string): void {
    const { openTasks } = this.query;
    const others = openTasks.filter((one) => one !== taskId);
    const open = others.length < openTasks.length;
    this.source.query = { ...this.query, openTasks: open ? others : [...openTasks, taskId] };
    this.#context.redraw();
  }

  /** Out of range stops at the ends. */
  focus(index: number): void {
    if (this.lastRow < 0) return;
    this.focusIs(Math.max(0, Math.min(this.lastRow, index)));
    this.#moves.toFocus();
    this.#context.redraw();
  }

  /** The focus went there by itself. */
  focusIs(index: number): void {
    this.#focused = index;
    const row = this.focusedRow;
    this.#focusedId = row?.kind === 'trajectory' ? row.id : null;
  }

  choose(index: number): void {
    this.focus(index);
    const row = this.source.row(index);
    if (row?.kind !== 'trajectory') return;
    const chosen = this.chosen.toggle(row.id);
    const count = counted(this.chosen.size, 'trajectory', 'trajectories');
    this.#context.announce(`${chosen ? 'Chosen' : 'Let go'}. ${count} chosen.`, 'now');
    this.#context.redraw();
  }

  /** To the next broken line after the focus, in the order of the file. */
  goToBroken(): void {
    if (!sameQuery(this.query, emptyQuery)) {
      this.#draft = draftOf(emptyQuery);
      this.#focusedId = null;
      this.setQuery(emptyQuery);
    }
    void this.seek({
      from: this.#focused + 1,
      direction: 1,
      isIt: ({ kind }) => kind === 'broken-line',
      nothingFound: 'No broken line was found.',
      wrap: true,
    });
  }

  /** Moves the focus to the next row of a kind, however far away it is. */
  async seek({ nothingFound, wrap = false, from, ...sought }: Sought): Promise<void> {
    const { host, announce, complain } = this.#context;
    const seek = { ...sought, query: this.query, signal: this.#seeking.next() };
    try {
      const found = await seekRow(host, { ...seek, from });
      const row = found === null && wrap ? await seekRow(host, { ...seek, from: 0 }) : found;
      if (row !== null) this.focus(row);
      else if (nothingFound !== '') announce(nothingFound, 'now');
    } catch (error) {
      complain(error);
    }
  }

  /** Rows `first` to before `end` are in sight. */
  want(first: number, end: number): void {
    this.source.want(first, Math.max(end, first + 1));
    this.#learnJudges(first, end);
  }

  #grown(): void {
    this.source.refresh();
    // In the order of the file rows only come at the end; in another order the one in focus may have moved.
    if (this.query.sort !== 'line' || this.query.descending) void this.#findFocused();
  }

  #received(): void {
    const { summary, isOld } = this.source;
    if (this.#announceResult && summary !== null && !isOld) {
      this.#announceResult = false;
      this.#context.announce(`${counted(summary.matches, 'match', 'matches')}.`);
    }
    this.#focused = Math.max(0, Math.min(this.#focused, this.lastRow));
    this.#context.redraw();
  }

  /** Judges are known by the rows that were seen; more than two stay in the tooltips. */
  #learnJudges(first: number, end: number): void {
    const known = new Set(this.#judges);
    for (let index = first; index < end && known.size < 2; index += 1) {
      const row = this.source.row(index);
      if (row?.kind !== 'trajectory') continue;
      for (const { judge } of row.verdicts) known.add(judge);
    }
    if (known.size === this.#judges.length) return;
    this.#judges = [...known].slice(0, 2);
    this.#context.redraw();
  }

  async #findFocused(): Promise<void> {
    const id = this.#focusedId;
    if (id === null) return;
    const { host, redraw, complain } = this.#context;
    const { query } = this;
    const options = { signal: this.#finding.next() };
    try {
      const { row } = await host.request('find-row', { query, id }, options);
      if (row !== null) this.#focused = row;
      redraw();
    } catch (error) {
      complain(error);
    }
  }
}

export function sameQuery(a: ListQuery, b: ListQuery): boolean {
  return JSON.stringify(a) === JSON.stringify({ ...a, ...b });
}
