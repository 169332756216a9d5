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
import { queueHead } from './queueHead.ts';
import { queueKeys } from './queueKeys.ts';
import { QueueList } from './queueList.ts';
import { emptyList, queueNote, queueProblem, staleProblem } from './queueNotes.ts';
import type { QueueRoute } from './queueRoute.ts';
import { queryOf, QueueRows, type QueueSummary } from './queueRows.ts';
import { queueTools } from './queueTools.ts';
import { stepSlider } from './stepSlider.ts';
import { type SampledPlace, SampledRewards } from './sampledReward.ts';
import { StepWalk } from './stepWalk.ts';
import { taskDrawer } from './taskDrawer.ts';

/** Milliseconds in which a person who writes a filter pauses. */
const writingPause = 150;

export class QueuePageView implements Page<RunRoute> {
  readonly layout = '';
  readonly #context: RunContext;
  readonly #actions: RunActions;
  readonly #rows: QueueRows;
  readonly #chosen: ChosenTask;
  readonly #list: QueueList;
  readonly #walk: StepWalk;
  readonly #sampled: SampledRewards;
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
    this.#chosen = new ChosenTask(this.#rows, () => this.#found(), complain);
    this.#sampled = new SampledRewards(host, redraw);
    const choose = (chosen: QueueRoute['chosen']): void => this.#change({ chosen });
    this.#list = new QueueList({ rows: this.#rows, redraw, choose });
    this.#walk = new StepWalk({
      ...{ rows: this.#rows, redraw, wanted: () => this.#route.step },
      change: (to) => this.#change(to),
    });
  }

  get title(): string {
    return `Queue of ${this.#name}`;
  }

  get bindings(): readonly KeyBinding[] {
    return queueKeys({
      walk: this.#walk,
      openRun: () => this.#openRun(),
      close: () => this.#close(),
    });
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
    if (!isSameQuery(before, route)) {
      this.#problem = null;
      this.#rows.query = queryOf(route);
    }
    if (before.filter !== route.filter) this.#written = route.filter;
    if (before.chosen?.taskId !== route.chosen?.taskId) this.#follow();
    else this.#sampled.follow(this.#sampledPlace());
    return true;
  }

  stop(): void {
    this.#stopped.abort();
    this.#walk.stop();
    this.#writing.stop();
    this.#chosen.stop();
    this.#sampled.stop();
    this.#rows.stop();
  }

  get #name(): string {
    return this.#context.run.model.page.listing.name;
  }

  #waiting(): TemplateResult {
    if (this.#problem === null) return html`<p class="muted" role="status">Reading the queue …</p>`;
    return queueProblem(this.#problem, () => this.#again());
  }

  #body(summary: QueueSummary): TemplateResult {
    const { lastStep, epochs } = summary;
    const walk = this.#walk;
    const note = queueNote(this.#context.run.model.page, summary);
    const route = { ...this.#route, filter: this.#written };
    return html`${stepSlider({
        ...{ step: Math.min(walk.step, lastStep), lastStep, epochs, isPlaying: walk.isPlaying },
        go: (step) => walk.go(step),
        play: () => walk.play(),
      })}
      ${
        this.#problem === null
          ? nothing
          : staleProblem(this.#problem, summary.step, () => this.#again())
      }
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
    const isBusy = this.#rows.isOld && this.#problem === null;
    return this.#list.view({ summary, chosen: this.#route.chosen, isBusy });
  }

  #drawer(summary: QueueSummary): TemplateResult | typeof nothing {
    const { row } = this.#chosen;
    const { chosen } = this.#route;
    if (row === null || chosen === null) return nothing;
    return taskDrawer({
      ...{ row, cell: chosen.cell, scale: summary },
      choose: (cell) => this.#change({ chosen: { ...chosen, cell } }),
      ...{ sampled: this.#sampled.state, fetch: () => this.#sampled.fetch() },
      machine: this.#context.run.model.page.listing.place.machine,
      openStep: (step) => this.#actions.openStep(step),
      openTrajectory: (step, id) => this.#actions.openTrajectory(step, id),
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

  /** Rows that are there stay, with a word of what is wrong above them. */
  #failed(error: unknown): void {
    this.#problem = error instanceof Error ? error.message : String(error);
    this.#walk.stop();
    this.#context.redraw();
  }

  #follow(): void {
    void this.#chosen.follow(this.#route.chosen?.taskId ?? null);
    this.#sampled.follow(this.#sampledPlace());
  }

  /** The row of the open task is there, or is another one. */
  #found(): void {
    this.#sampled.follow(this.#sampledPlace());
    this.#context.redraw();
  }

  /** Of the trajectory that is open. */
  #sampledPlace(): SampledPlace | null {
    const cell = this.#chosen.row?.cells[this.#route.chosen?.cell ?? -1];
    if (cell === undefined || cell.trajectoryId === null || cell.sampledAt === 0) return null;
    return { step: cell.sampledAt, trajectoryId: cell.trajectoryId };
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

export function makeQueuePage(context: RunContext, route: QueueRoute): QueuePageView {
  return new QueuePageView(context, route).start();
}
