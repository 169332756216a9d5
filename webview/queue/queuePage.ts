// The queue page of a run: every task with its queue of trajectories, at any train step.
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { RunRoute } from '../../runtime/contract/runPanel.ts';
import { counted, wholeNumber } from '../format/numbers.ts';
import type { KeyBinding } from '../keys/keyBinding.ts';
import { plainRunRoute } from '../run/badgeRoute.ts';
import { RunActions } from '../run/runActions.ts';
import type { RunContext } from '../run/runContext.ts';
import type { RunModel } from '../run/runModel.ts';
import { AfterPause } from '../shell/afterPause.ts';
import type { Page } from '../shell/page.ts';
import { ChosenTask } from './chosenTask.ts';
import { cellTip, tipPlace, type TipPlace } from './cellTip.ts';
import { Playing } from './playing.ts';
import { placedCells } from './queueCell.ts';
import { placeOf, QueueGrid } from './queueGrid.ts';
import { queueHead } from './queueHead.ts';
import { emptyList, queueNote, queueProblem } from './queueNotes.ts';
import { firstQueueRoute, type QueueRoute } from './queueRoute.ts';
import { queueRowView } from './queueRowView.ts';
import { queryOf, QueueRows, type QueueSummary } from './queueRows.ts';
import { queueTools } from './queueTools.ts';
import { stepSlider } from './stepSlider.ts';
import { taskDrawer } from './taskDrawer.ts';

/** Milliseconds in which a person who writes a filter pauses. */
const writingPause = 150;

const usualGroup = 16;

/** Of as many cells as a queue has; those of larger ones are drawn narrower. */
function stripPixels(groupSize: number): number {
  return Math.min(460, groupSize * 14 + 16);
}

interface ShownTip extends TipPlace {
  readonly row: number;
  readonly cell: number;
}

export class QueuePageView implements Page<RunRoute> {
  readonly layout = '';
  readonly #context: RunContext;
  readonly #actions: RunActions;
  readonly #rows: QueueRows;
  readonly #chosen: ChosenTask;
  readonly #grid = new QueueGrid();
  readonly #playing = new Playing(() => this.#playOn());
  readonly #writing = new AfterPause(writingPause, () => this.#change({ filter: this.#written }));
  readonly #stopped = new AbortController();
  #route: QueueRoute;
  #written: string;
  #tip: ShownTip | null = null;
  #problem: string | null = null;

  constructor(context: RunContext, route: QueueRoute) {
    const { host, redraw, complain } = context;
    this.#context = context;
    this.#route = route;
    this.#written = route.filter;
    this.#actions = new RunActions(host, complain);
    this.#rows = new QueueRows(queryOf(route), {
      host,
      changed: () => this.#answered(),
      failed: (error) => this.#failed(error),
    });
    this.#chosen = new ChosenTask(this.#rows, redraw, complain);
  }

  get title(): string {
    return `Queue of ${this.#name}`;
  }

  get bindings(): readonly KeyBinding[] {
    return [
      { keys: ['/'], words: 'write a filter', run: () => focus('.find-text') },
      { keys: ['['], words: 'one train step back', run: () => this.#go(this.#step - 1) },
      { keys: [']'], words: 'one train step on', run: () => this.#go(this.#step + 1) },
      { keys: ['p'], words: 'play the train steps', run: () => this.#play() },
      { keys: ['r'], words: 'open the run', run: () => this.#openRun() },
      {
        ...{ keys: ['Escape'], words: 'close the task', whileTyping: true },
        run: () => this.#close(),
      },
      ...gridKeys,
    ];
  }

  start(): this {
    const { signal } = this.#stopped;
    this.#context.run.onChange((now, before) => this.#told(now, before), signal);
    const moved = (): void => this.#context.redraw();
    window.addEventListener('scroll', moved, { passive: true, signal });
    window.addEventListener('resize', moved, { signal });
    this.#rows.want(0, 1);
    return this;
  }

  view(): TemplateResult {
    const { summary } = this.#rows;
    return html`<main class="queue-page">
      ${queueHead(this.#name, summary, () => this.#openRun())}
      ${summary === null ? this.#waiting() : this.#body(summary)}
    </main>`;
  }

  drawn(): void {
    const rows = this.#rows.summary?.matching ?? 0;
    if (this.#grid.drawn(rows)) this.#context.redraw();
    const { first, end } = this.#grid.window();
    this.#rows.want(first, Math.max(first + 1, end));
  }

  accept(route: RunRoute): boolean {
    if (route.page !== 'queue') return false;
    const before = this.#route;
    this.#route = route;
    if (!isSameQuery(before, route)) this.#rows.query = queryOf(route);
    if (this.#written !== route.filter && before.filter !== route.filter) {
      this.#written = route.filter;
    }
    if (before.chosen?.taskId !== route.chosen?.taskId) this.#follow();
    return true;
  }

  stop(): void {
    this.#stopped.abort();
    this.#playing.stop();
    this.#writing.stop();
    this.#chosen.stop();
    this.#rows.stop();
  }

  get #name(): string {
    return this.#context.run.model.page.listing.name;
  }

  /** The train step that a person wants to see, whether or not it is there already. */
  get #step(): number {
    return this.#route.step ?? this.#lastStep;
  }

  get #lastStep(): number {
    return this.#rows.summary?.lastStep ?? 0;
  }

  #waiting(): TemplateResult {
    if (this.#problem === null) return html`<p class="muted" role="status">Reading the queue …</p>`;
    return queueProblem(this.#problem, () => this.#again());
  }

  #body(summary: QueueSummary): TemplateResult {
    const { lastStep, epochs } = summary;
    const note = queueNote(this.#context.run.model.page, summary);
    const route = { ...this.#route, filter: this.#written };
    return html`${stepSlider({
        ...{ step: Math.min(this.#step, lastStep), lastStep, epochs },
        isPlaying: this.#playing.isOn,
        go: (step) => this.#go(step),
        play: () => this.#play(),
      })}
      ${note === null ? nothing : html`<p class="queue-note" role="status">${note}</p>`}
      ${queueTools({
        ...{ route, summary },
        change: (to) => this.#change(to),
        write: (filter) => this.#write(filter),
      })}
      <div class="queue-work ${this.#chosen.row === null ? '' : 'open'}">
        ${summary.matching === 0 ? this.#empty(summary) : this.#list(summary)}
        ${this.#drawer(summary)}
      </div>`;
  }

  #empty(summary: QueueSummary): TemplateResult {
    return emptyList({ summary, showAll: () => this.#change({ filter: '', show: 'all' }) });
  }

  #list(summary: QueueSummary): TemplateResult {
    const { matching, totals } = summary;
    const groupSize = this.#context.run.model.page.job.recipe.training?.queue.groupSize;
    const height = `height:${matching * this.#grid.rowHeight}px`;
    const strip = `--strip:${stripPixels(groupSize ?? usualGroup)}px`;
    const drawn = this.#grid.drawnRows(matching);
    return html`<div class="queue-list">
      <div
        class="queue-grid"
        role="grid"
        aria-label="Queues of tasks"
        .style=${strip}
        aria-rowcount=${matching + 1}
        aria-busy=${this.#rows.isOld}
        @keydown=${(event: KeyboardEvent) => this.#key(event)}
        @click=${(event: Event) => this.#click(event)}
        @focusin=${(event: Event) => this.#come(event)}
        @focusout=${() => this.#showTip(null)}
        @pointerover=${(event: Event) => this.#showTip(event)}
        @pointerleave=${() => this.#showTip(null)}
      >
        <div role="row" class="queue-titles" aria-rowindex="1">
          <span role="columnheader">Task</span><span role="columnheader">Pass rate</span
          ><span role="columnheader">State</span
          ><span role="columnheader"
            >Queue${groupSize === undefined ? '' : ` of ${groupSize}`}, oldest first</span
          >
        </div>
        <div role="rowgroup" class="queue-rows" .style=${height}>
          ${repeat(
            drawn,
            (index) => index,
            (index) => this.#row(index, summary),
          )}
        </div>
      </div>
      ${this.#tipView(summary)}
      <p class="meta queue-foot" role="status">
        ${counted(matching, 'task')} of ${wholeNumber(totals.tasks)} at train step
        ${wholeNumber(summary.step)}
      </p>
    </div>`;
  }

  #row(index: number, summary: QueueSummary): TemplateResult {
    const row = this.#rows.row(index);
    const { active, rowHeight } = this.#grid;
    const { chosen } = this.#route;
    const cells = row?.cells.length ?? 0;
    const isChosen = row !== undefined && chosen?.taskId === row.taskId;
    return queueRowView(
      row,
      {
        ...{ index, top: index * rowHeight },
        active: active.row === index ? Math.min(active.column, cells) : null,
        chosen: isChosen ? (chosen.cell ?? -1) + 1 : null,
      },
      summary,
    );
  }

  #tipView(summary: QueueSummary): TemplateResult | typeof nothing {
    const tip = this.#tip;
    const row = tip === null ? undefined : this.#rows.row(tip.row);
    if (tip === null || row === undefined) return nothing;
    const placed = placedCells(row, summary.mostReward)[tip.cell];
    return placed === undefined ? nothing : cellTip(placed, tip);
  }

  #drawer(summary: QueueSummary): TemplateResult | typeof nothing {
    const { row } = this.#chosen;
    const { chosen } = this.#route;
    if (row === null || chosen === null) return nothing;
    return taskDrawer({
      ...{ row, cell: chosen.cell, scale: summary },
      choose: (cell) => this.#change({ chosen: { ...chosen, cell } }),
      openStep: (step) => this.#actions.openStep(step),
      close: () => this.#close(),
    });
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { active } = this.#grid;
    const row = this.#rows.row(active.row);
    if (event.key === 'Enter' || event.key === ' ') this.#choose(active.row, active.column);
    else if (!this.#grid.move(event.key, this.#rows.summary?.matching ?? 0, row?.cells.length ?? 0))
      return;
    event.preventDefault();
    this.#context.redraw();
  }

  #click(event: Event): void {
    const place = placeOf(event);
    if (place !== null) this.#choose(place.row, place.column);
  }

  #come(event: Event): void {
    const place = placeOf(event);
    if (place === null) return;
    this.#grid.come(place);
    this.#showTip(event);
    this.#context.redraw();
  }

  #showTip(event: Event | null): void {
    const cell = event?.target instanceof Element ? event.target.closest('.q-cell') : null;
    const list = cell?.closest('.queue-list') ?? null;
    const place = event === null ? null : placeOf(event);
    const isShown = cell !== null && list !== null && place !== null;
    if (!isShown && this.#tip === null) return;
    this.#tip = isShown
      ? { row: place.row, cell: place.column - 1, ...tipPlace(cell, list) }
      : null;
    this.#context.redraw();
  }

  #choose(index: number, column: number): void {
    const row = this.#rows.row(index);
    if (row === undefined) return;
    this.#grid.come({ row: index, column });
    this.#change({ chosen: { taskId: row.taskId, cell: column === 0 ? null : column - 1 } });
  }

  #close(): boolean {
    if (this.#route.chosen === null) return false;
    this.#change({ chosen: null });
    focus('.queue-rows [tabindex="0"]');
    return true;
  }

  #openRun(): void {
    this.#context.history.go(plainRunRoute);
  }

  #go(step: number): void {
    const { lastStep } = this.#rows.summary ?? { lastStep: 0 };
    const to = Math.max(0, Math.min(lastStep, step));
    this.#change({ step: to === lastStep ? null : to });
  }

  #play(): void {
    if (this.#playing.isOn) this.#playing.stop();
    else {
      // From the end there is nothing to play: the last epoch is shown again.
      if (this.#step === this.#lastStep) this.#go((this.#rows.summary?.epochs.at(-1) ?? 1) - 1);
      this.#playing.start();
    }
    this.#context.redraw();
  }

  #playOn(): boolean {
    // An answer that takes longer than a train step is shown is waited for.
    if (!this.#rows.isOld) this.#go(this.#step + 1);
    this.#context.redraw();
    return this.#step < this.#lastStep;
  }

  #write(filter: string): void {
    this.#written = filter;
    this.#writing.ask();
  }

  #change(to: Partial<QueueRoute>): void {
    if (to.filter !== undefined) this.#written = to.filter;
    this.#context.history.replace({ ...this.#route, ...to });
  }

  #again(): void {
    this.#problem = null;
    this.#rows.refresh();
    this.#context.redraw();
  }

  #answered(): void {
    this.#problem = null;
    this.#grid.fit(this.#rows.summary?.matching ?? 0);
    this.#follow();
    this.#context.redraw();
  }

  #failed(error: unknown): void {
    if (this.#rows.summary === null) {
      this.#problem = error instanceof Error ? error.message : String(error);
      this.#context.redraw();
    } else this.#context.complain(error);
  }

  #follow(): void {
    void this.#chosen.follow(this.#route.chosen?.taskId ?? null);
  }

  /** Queues change with train steps alone. */
  #told({ page: now }: RunModel, { page: before }: RunModel): void {
    const isSame =
      now.listing.step === before.listing.step &&
      now.listing.lastState === before.listing.lastState;
    if (!isSame) this.#rows.refresh();
    this.#context.redraw();
  }
}

function isSameQuery(one: QueueRoute, other: QueueRoute): boolean {
  const names = ['step', 'filter', 'show', 'sort'] as const;
  return names.every((name) => one[name] === other[name]);
}

function focus(selector: string): boolean {
  const found = document.querySelector<HTMLElement>(selector);
  found?.focus();
  return found !== null;
}

/** Said in the list of keys; the grid itself acts on them. */
const gridKeys: readonly KeyBinding[] = [
  {
    ...{ keys: [], shown: ['←', '→', '↑', '↓'], words: 'in the list: from cell to cell' },
    run: () => false,
  },
  { ...{ keys: [], shown: ['Enter'], words: 'in the list: open the cell' }, run: () => false },
];

export function makeQueuePage(
  context: RunContext,
  route: QueueRoute = firstQueueRoute,
): QueuePageView {
  return new QueuePageView(context, route).start();
}
