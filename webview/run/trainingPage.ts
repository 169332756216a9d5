// The page of a training run: is it alive, is it healthy, is it learning.
import { html, nothing, type TemplateResult } from 'lit';
import type { ComparedRun, RunRoute } from '../../runtime/contract/runPanel.ts';
import type { RunPage } from '../../runtime/contract/training/runView.ts';
import { plainCheckpointsRoute } from '../checkpoints/checkpointsRoute.ts';
import { ChartDesk } from '../charts/chartDesk.ts';
import type { KeyBinding } from '../keys/keyBinding.ts';
import { firstQueueRoute } from '../queue/queueRoute.ts';
import type { Page } from '../shell/page.ts';
import { bannerView } from './bannerView.ts';
import { Boards } from './boards.ts';
import { ComparedRuns, mostCompared } from './comparedRuns.ts';
import { chartsSection } from './chartsSection.ts';
import { crashView } from './crashView.ts';
import { gpuView } from './gpuView.ts';
import { headView } from './headView.ts';
import { healthView } from './healthView.ts';
import { lastSteps } from './lastSteps.ts';
import { newsWords } from './newsWords.ts';
import { RunActions } from './runActions.ts';
import type { RunContext, TrainingRoute } from './runContext.ts';
import type { RunModel } from './runModel.ts';
import { isAlive } from './stateLooks.ts';
import { Ticking } from './ticking.ts';
import { waitingView } from './waitingView.ts';

export class TrainingPage implements Page<RunRoute> {
  readonly layout = '';
  readonly #context: RunContext;
  readonly #actions: RunActions;
  readonly #desk: ChartDesk;
  readonly #compared: ComparedRuns;
  readonly #boards: Boards;
  readonly #ticking: Ticking;
  readonly #stopped = new AbortController();
  #route: TrainingRoute;

  constructor(context: RunContext, route: TrainingRoute) {
    const { host, run, redraw, complain } = context;
    this.#context = context;
    this.#route = route;
    this.#actions = new RunActions(host, complain);
    this.#desk = new ChartDesk({ redraw, zoom: (zoom) => this.#change({ zoom }) });
    this.#boards = new Boards(run.model.page.job.recipe);
    this.#ticking = new Ticking(() => this.#tick());
    this.#compared = new ComparedRuns({
      ...{ host, complain },
      changed: (places) => this.#change({ compared: [...places] }),
    });
  }

  get title(): string {
    return `Run ${this.#model.page.listing.name}`;
  }

  get bindings(): readonly KeyBinding[] {
    const { smooth, axis } = this.#route;
    const other = axis === 'step' ? 'time' : 'step';
    return [
      {
        keys: ['s'],
        words: 'smooth lines or raw ones',
        run: () => this.#change({ smooth: !smooth }),
      },
      {
        keys: ['x'],
        words: 'train steps or time along the charts',
        run: () => this.#change({ axis: other, zoom: null }),
      },
      { keys: ['t'], words: 'all charts as tables', run: () => this.#toggleTables() },
      { keys: ['c'], words: 'compare with another run', run: () => this.#compare() },
      ...(this.#openQueue === null
        ? []
        : [{ keys: ['q'], words: 'open the queue', run: this.#openQueue }]),
      { keys: ['k'], words: 'open the checkpoints', run: () => this.#openCheckpoints() },
      { keys: ['l'], words: 'open the log', run: () => this.#actions.openLog(null, null) },
      ...chartKeys,
    ];
  }

  start(): this {
    const { signal } = this.#stopped;
    this.#context.run.onChange((now, before) => this.#changed(now, before), signal);
    void this.#compared.read(this.#route.compared);
    this.#ticking.start();
    // Charts that come into sight are painted then.
    window.addEventListener('scroll', () => this.#context.redraw(), { passive: true, signal });
    return this;
  }

  view(): TemplateResult {
    const model = this.#model;
    const { page } = model;
    const now = this.#context.now();
    const hasFigures = page.metrics.steps.length > 0;
    const isCrashed = page.listing.state === 'crashed';
    return html`<main class="run-page">
      ${headView(model, now, this.#actions, {
        queue: this.#openQueue,
        checkpoints: () => this.#openCheckpoints(),
      })}
      ${bannerView(model, now, this.#actions)}
      ${isCrashed ? crashView(page, this.#actions) : nothing}
      ${hasFigures ? this.#figures(page, isCrashed) : isCrashed ? nothing : waitingView(page)}
      ${gpuView(page)} ${lastSteps(page.metrics, (step) => this.#actions.openStep(step))}
    </main>`;
  }

  drawn(): void {
    this.#desk.drawn(document);
  }

  accept(route: RunRoute): boolean {
    if (route.page !== 'run') return false;
    this.#route = route;
    return true;
  }

  stop(): void {
    this.#stopped.abort();
    this.#ticking.stop();
    this.#compared.stop();
  }

  get #model(): RunModel {
    return this.#context.run.model;
  }

  #openCheckpoints(): void {
    this.#context.history.go(plainCheckpointsRoute);
  }

  /** Null for a run whose recipe keeps no queue of samples. */
  get #openQueue(): (() => void) | null {
    const { training } = this.#model.page.job.recipe;
    return training?.queue.enabled === true
      ? () => this.#context.history.go(firstQueueRoute)
      : null;
  }

  /** After a crash the log comes first, and what was wrong before it afterwards. */
  #figures(page: RunPage, isCrashed: boolean): TemplateResult {
    const health = healthView({
      ...{ badges: page.badges, open: this.#route.badge },
      toggle: (badge) => this.#change({ badge }),
      openStep: (step) => this.#actions.openStep(step),
    });
    return isCrashed ? html`${this.#charts(page)}${health}` : html`${health}${this.#charts(page)}`;
  }

  #charts(page: RunPage): TemplateResult {
    const board = this.#boards.board(page, this.#route, this.#compared.runs);
    return chartsSection({
      ...{ board, ...this.#boards.sorted(board) },
      ...{ desk: this.#desk, route: this.#route, compared: this.#compared.runs },
      change: (to) => this.#change(to),
      compare: () => this.#compare(),
      remove: ({ place }: ComparedRun) => this.#compared.remove(place),
    });
  }

  #compare(): void {
    if (this.#compared.runs.length < mostCompared) void this.#compared.choose();
    else this.#context.announce(`No more than ${mostCompared} runs can be compared with.`, 'now');
  }

  #toggleTables(): void {
    const all = this.#boards.charts.map(({ id }) => id);
    this.#change({ tables: this.#route.tables.length > 0 ? [] : all });
  }

  #change(to: Partial<TrainingRoute>): void {
    this.#context.history.replace({ ...this.#route, ...to });
    this.#context.redraw();
  }

  #changed(now: RunModel, before: RunModel): void {
    const words = newsWords(now.page, before.page);
    if (words !== null) this.#context.announce(words);
    this.#context.redraw();
  }

  /** Times that pass are drawn anew only where there are some. */
  #tick(): void {
    const { state, lastState } = this.#model.page.listing;
    if (state === 'offline' || isAlive(lastState)) this.#context.redraw();
  }
}

/** Said in the list of keys; the plots themselves act on them. */
const chartKeys: readonly KeyBinding[] = [
  {
    keys: [],
    shown: ['←', '→'],
    words: 'on a chart: the train step before or after',
    run: () => false,
  },
  { keys: [], shown: ['+', '−', '0'], words: 'on a chart: nearer, farther, all', run: () => false },
];

export function makeTrainingPage(context: RunContext, route: TrainingRoute): TrainingPage {
  return new TrainingPage(context, route).start();
}
