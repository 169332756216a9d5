// The queue page of a run: every task with its queue of trajectories, at any train step.
import { html, nothing, type TemplateResult } from 'lit';
import type { RunRoute } from '../../runtime/contract/runPanel.ts';
import type { KeyBinding } from '../keys/keyBinding.ts';
import { plainRunRoute } from '../run/badgeRoute.ts';
import { RunActions } from '../run/runActions.ts';
import type { RunContext } from '../run/runContext.ts';
import type { RunModel } from '../run/runModel.ts';
import { AfterPause } from '../shell/afterPause.ts';
import type { Page } from '../shell/page.ts';
import { ChosenTask } from './chosenTask.ts';
import { Playing } from './playing.ts';
import { queueHead } from './queueHead.ts';
import { QueueList } from './queueList.ts';
import { emptyList, queueNote, queueProblem } from './queueNotes.ts';
import type { QueueRoute } from './queueRoute.ts';
import { queryOf, QueueRows, type QueueSummary } from './queueRows.ts';
import { queueTools } from './queueTools.ts';
import { stepSlider } from './stepSlider.ts';
import { taskDrawer } from './taskDrawer.ts';

/** Milliseconds in which a person who writes a filter pauses. */
const writingPause = 150;
/** Of the recipe tool-r1; a recipe that does not train has none of its own. */
const usualGroup = 16;

export class QueuePageView implements Page<RunRoute> {
  readonly layout = '';
  readonly #context: RunContext;
  readonly #actions: RunActions;
  readonly #rows: QueueRows;
  readonly #chosen: ChosenTask;
  readonly #list: QueueList;
  readonly #playing = new Playing(() => this.#playOn());
  readonly #writing = new AfterPause(writingPause, () => this.#change({ filter: this.#written }));
  readonly #stopped = new AbortController();
  #route: QueueRoute;
  #written: string;
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
    const choose = (chosen: QueueRoute['chosen']): void => this.#change({ chosen });
    this.#list = new QueueList({ rows: this.#rows, redraw, choose });
  }

  get title(): string {
    return `Queue of ${this.#name}`;
  }

  get bindings(): readonly KeyBinding[] {
    return [
      { keys: ['/'], words: 'write a filter', run: focusFilter },
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
    this.#list.drawn();
  }

  accept(route: RunRoute): boolean {
    if (route.page !== 'queue') return false;
    const before = this.#route;
    this.#route = route;
    if (!isSameQuery(before, route)) this.#rows.query = queryOf(route);
    if (before.filter !== route.filter) this.#written = route.filter;
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
        ${summary.matching === 0 ? this.#empty(summary) : this.#tasks(summary)}
        ${this.#drawer(summary)}
      </div>`;
  }

  #empty(summary: QueueSummary): TemplateResult {
    return emptyList({ summary, showAll: () => this.#change({ filter: '', show: 'all' }) });
  }

  #tasks(summary: QueueSummary): TemplateResult {
    const { training } = this.#context.run.model.page.job.recipe;
    const groupSize = training?.queue.groupSize ?? usualGroup;
    return this.#list.view({ summary, chosen: this.#route.chosen, groupSize });
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

  #close(): boolean {
    if (this.#route.chosen === null) return false;
    this.#change({ chosen: null });
    this.#list.focus();
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
    this.#context.history.replace({ ...this.#route, ...to });
  }

  #again(): void {
    this.#problem = null;
    this.#rows.refresh();
    this.#context.redraw();
  }

  #answered(): void {
    this.#problem = null;
    this.#list.fit();
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
    if (!isSame || this.#problem !== null) this.#rows.refresh();
    this.#context.redraw();
  }
}

function isSameQuery(one: QueueRoute, other: QueueRoute): boolean {
  const names = ['step', 'filter', 'show', 'sort'] as const;
  return names.every((name) => one[name] === other[name]);
}

function focusFilter(): void {
  document.querySelector<HTMLElement>('.find-text')?.focus();
}

/** Said in the list of keys; the grid itself acts on them. */
const gridKeys: readonly KeyBinding[] = [
  {
    ...{ keys: [], shown: ['←', '→', '↑', '↓'], words: 'in the list: from cell to cell' },
    run: () => false,
  },
  { ...{ keys: [], shown: ['Enter'], words: 'in the list: open the cell' }, run: () => false },
];

export function makeQueuePage(context: RunContext, route: QueueRoute): QueuePageView {
  return new QueuePageView(context, route).start();
}
