// The page of one trajectory, running or stored. Follows its state, reads what is looked at, keeps what a person unfolded,
// chose and typed; pageView.ts draws it.
import type { TemplateResult } from 'lit';
import type { RunEvent } from '../../runtime/contract/events.ts';
import type { Route } from '../../runtime/contract/panel.ts';
import { railRowHeight } from './views/railView.ts';
import { rewardRowHeight } from './views/rewardsView.ts';
import { fieldText, stepWords } from './views/stepTexts.ts';
import type { KeyBinding } from '../keys/keyBinding.ts';
import type { ToolSignature } from '../../runtime/contract/tool.ts';
import type { Page, PageContext } from '../shell/page.ts';
import { visibleLine } from '../text/visibleText.ts';
import { ChosenStep, stepsOf } from './chosenStep.ts';
import { looksClipped } from './clippedSteps.ts';
import { pageItems, type PageItem } from './column/pageItems.ts';
import { keepRowInView } from './column/scrolledRows.ts';
import { StepColumn } from './column/stepColumn.ts';
import { Finder, type FinderPlace } from './find/finder.ts';
import type { Match } from './find/findText.ts';
import { Folds } from './folds.ts';
import { LongTexts } from './longTexts.ts';
import { PageActions } from './pageActions.ts';
import { keyActions, pageKeys } from './pageKeys.ts';
import { pageView } from './pageView.ts';
import type { TrajectoryStore } from './state/trajectoryStore.ts';
import { isUnderWay, type TrajectoryState } from './state/trajectoryState.ts';
import { StepReader } from './stepReader.ts';
import { foldKey } from './views/longTextView.ts';
import { statusWords } from './views/statusWords.ts';
import type { StepDesk } from './views/stepDesk.ts';
import type { Companion } from './views/toolsView.ts';

export function makeTrajectoryPage(
  context: PageContext,
  route: Extract<Route, { page: 'trajectory' }>,
): Page {
  return new TrajectoryPage(context, route);
}

/** Clocks of a rollout under way, in milliseconds. */
const tick = 200;
/** A file that others write to is read again at most this often. */
const rereadPause = 1_000;

export class TrajectoryPage implements Page {
  readonly layout = 'app';
  readonly id: string;
  readonly context: PageContext;
  readonly store: TrajectoryStore;
  readonly act: PageActions;
  readonly column: StepColumn;
  readonly folds: Folds;
  readonly texts: LongTexts;
  readonly finder: Finder;
  readonly chosen: ChosenStep;
  readonly bindings: readonly KeyBinding[];
  readonly #reader: StepReader;
  readonly #stopped = new AbortController();
  readonly openCarried = new Set<number>();
  edit: StepDesk['edit'] = null;
  question = '';
  asking = false;
  stopping = false;
  allProtected = false;
  companions: readonly Companion[] | null = null;
  /** Why the file could not be read; null when it was, or need not be. */
  problem: string | null = null;
  #items: readonly PageItem[] = [];
  #tools: { from: readonly ToolSignature[]; names: ReadonlySet<string> } = {
    from: [],
    names: new Set(),
  };
  /** The step that the outline was last scrolled to. */
  #outlined: number | null = null;
  #reread: ReturnType<typeof setTimeout> | null = null;

  constructor(context: PageContext, { id, step }: Extract<Route, { page: 'trajectory' }>) {
    this.id = id;
    this.context = context;
    this.store = context.trajectories;
    this.act = new PageActions(id, context, this.store);
    this.column = new StepColumn(context.redraw);
    this.folds = new Folds(context.redraw);
    this.texts = new LongTexts(id, context.host, context.redraw);
    this.#reader = new StepReader(id, context.host, this.store);
    this.finder = new Finder(this.#findSource(), this.#findPlace(), context.redraw);
    this.chosen = new ChosenStep(step, () => this.#chose());
    this.bindings = pageKeys(keyActions(this));
    this.#start(step);
  }

  get state(): TrajectoryState {
    return this.store.get(this.id);
  }

  get title(): string {
    const question = this.state.about?.task.question ?? this.context.start.fileName;
    return visibleLine(question).slice(0, 80);
  }

  get items(): readonly PageItem[] {
    return this.#items;
  }

  /** Names of the agent's tools, the same set while they are the same. */
  get toolNames(): ReadonlySet<string> {
    const tools = this.state.about?.tools ?? [];
    if (this.#tools.from !== tools) {
      this.#tools = { from: tools, names: new Set(tools.map(({ name }) => name)) };
    }
    return this.#tools.names;
  }

  /** The page is told no verdicts: the answer is still to be labelled. */
  get blind(): boolean {
    return this.context.start.state.blind === true;
  }

  /** Why nothing can be run from this page now; null when it can. */
  get cannotRun(): string | null {
    const { canRun, cannotRunReason } = this.context.start;
    if (!canRun) return cannotRunReason ?? 'Nothing can be run from this file.';
    return isUnderWay(this.state) ? 'The agent is still at work. Stop it first.' : null;
  }

  /** Milliseconds since the rollout started. */
  get elapsed(): number {
    return sinceMoment(this.state.about?.startedAt);
  }

  view(): TemplateResult {
    this.#items = pageItems(this.state, this.openCarried);
    return pageView(this);
  }

  drawn(): void {
    const column = document.querySelector<HTMLElement>('[data-steps]');
    this.column.drawn(column);
    this.finder.mark(document);
    const visible = this.column.visibleKeys();
    if (!this.column.following) this.chosen.keepInView(visible);
    this.#readVisible();
    this.#keepOutlineInView();
  }

  accept(route: Route): boolean {
    if (route.page !== 'trajectory' || route.id !== this.id) return false;
    const { step } = route;
    if (step !== null && step !== this.chosen.step) this.goTo(step, false);
    return true;
  }

  stop(): void {
    this.#stopped.abort();
    this.column.stop();
    this.texts.stop();
    this.finder.stop();
    this.#reader.stop();
    if (this.#reread !== null) clearTimeout(this.#reread);
  }

  /** To a step, unfolding what hides it. */
  goTo(step: number, focus = true): void {
    const hiding = this.#items.find(
      (item) => item.kind === 'carried' && item.from <= step && step <= item.to && !item.open,
    );
    if (hiding?.kind === 'carried') this.openCarried.add(hiding.from);
    this.column.jumpTo(`s${step}`, focus);
    this.chosen.set(step);
  }

  follow(): void {
    this.column.follow();
    this.chosen.set(this.#lastStep());
  }

  beginEdit(step: number): void {
    const code = this.state.shelf.get(step)?.step.code ?? null;
    if (this.cannotRun !== null || code === null) return;
    void this.act.attempt(async () => {
      // Clipped code must not be run; the whole of it is edited.
      const clipped = this.state.shelf.get(step)?.clipped.some(({ field }) => field === 'code');
      const whole = clipped === true ? (await this.texts.read(step, 'code')).text : code;
      this.edit = { step, code: whole, busy: false };
      this.context.redraw();
      requestAnimationFrame(() => focusOn('.code-input'));
    });
  }

  changeEdit(code: string): void {
    if (this.edit !== null) this.edit = { ...this.edit, code };
  }

  toggleProtected(): void {
    this.allProtected = !this.allProtected;
    this.context.redraw();
  }

  toggleCarried(from: number): void {
    if (!this.openCarried.delete(from)) this.openCarried.add(from);
    this.context.redraw();
  }

  async endEdit(run: boolean): Promise<void> {
    const { edit } = this;
    if (edit === null || edit.busy) return;
    if (run && edit.code.trim() !== '') {
      this.edit = { ...edit, busy: true };
      this.context.redraw();
      const started = await this.act.retry(edit.step, edit.code);
      this.edit = started ? null : { ...edit, busy: false };
    } else if (!run) {
      this.edit = null;
    }
    this.context.redraw();
  }

  async ask(): Promise<void> {
    const question = this.question.trim();
    if (question === '' || this.asking || this.cannotRun !== null) return;
    this.asking = true;
    this.context.redraw();
    const asked = await this.act.ask(question);
    this.asking = false;
    if (asked) this.question = '';
    this.context.redraw();
  }

  async stopRollout(): Promise<void> {
    if (this.stopping || !isUnderWay(this.state)) return;
    this.stopping = true;
    this.context.redraw();
    const stopped = await this.act.stop();
    // The end of the rollout comes as an event; only a request that failed leaves the button.
    if (!stopped) this.stopping = false;
    this.context.redraw();
  }

  /** Copies a text of a step whole, also when it came clipped. */
  copyField(step: number, field: string): void {
    void this.act.attempt(async () => {
      const view = this.state.shelf.get(step);
      if (view === undefined) return;
      const clipped = view.clipped.some((one) => one.field === field);
      const text = clipped
        ? (await this.texts.read(step, field)).text
        : fieldText(view.step, field);
      if (text !== '') await this.act.copy(text, field === 'code' ? 'Code' : 'Output');
    });
  }

  async askCompanions(): Promise<void> {
    if (this.companions !== null) return;
    await this.act.attempt(async () => {
      this.companions = await this.act.companions();
      this.context.redraw();
    });
  }

  #start(step: number | null): void {
    const { signal } = this.#stopped;
    const { start, host } = this.context;
    this.store.subscribe((id, events) => {
      if (id === this.id) this.#changed(events);
    }, signal);
    host.on('index-changed', ({ state }) => this.#fileChanged(state.complete), signal);
    if (start.index === null) this.store.tell(this.id, { type: 'preparing' });
    void this.#readHead();
    if (isUnderWay(this.state) && step === null) this.follow();
    else if (step !== null) this.column.jumpTo(`s${step}`, false);
    this.#keepTicking();
  }

  #keepTicking(): void {
    const timer = setInterval(() => {
      if (isUnderWay(this.state)) this.context.redraw();
    }, tick);
    this.#stopped.signal.addEventListener('abort', () => clearInterval(timer));
  }

  async #readHead(): Promise<void> {
    const problem = await this.#reader.readHead();
    // A rollout that has just been asked for is not in the file yet.
    this.problem = this.state.phase === 'reading' ? problem : null;
    if (this.chosen.step === null && !isUnderWay(this.state)) {
      this.chosen.set(this.state.rows[0]?.index ?? null);
    }
    this.context.redraw();
  }

  #changed(events: readonly RunEvent[]): void {
    for (const event of events) this.#announce(event);
    if (events.some(({ type }) => type === 'rollout-started')) this.follow();
    if (events.some(({ type }) => type === 'rollout-started' || type === 'rollout-ended')) {
      void this.#readHead();
    }
    this.#refreshClipped(events);
    if (this.column.following) this.chosen.set(this.#lastStep());
    if (!isUnderWay(this.state)) this.stopping = false;
    this.context.redraw();
  }

  #announce(event: RunEvent): void {
    const { announce } = this.context;
    if (event.type === 'step-ended') announce(stepWords(event.step));
    if (event.type !== 'rollout-ended') return;
    const answer = event.finalAnswer === null ? '' : `: ${visibleLine(event.finalAnswer)}`;
    announce(`${statusWords(this.state)}${answer}`, 'now');
  }

  #refreshClipped(events: readonly RunEvent[]): void {
    for (const event of events) {
      if (event.type !== 'step-ended' || !looksClipped(event.step)) continue;
      // The text is shown as it came when the file cannot be read.
      this.#reader.refresh(event.step.index).catch(() => undefined);
    }
  }

  /** Another process may go on with a trajectory that has no end, or branch off one that has. */
  #fileChanged(complete: boolean): void {
    if (isUnderWay(this.state) || this.#reread !== null) return;
    // While a long file is indexed, what has its end is read again once, for its branches.
    if (this.state.phase === 'ended' && !complete) return;
    this.#reread = setTimeout(() => {
      this.#reread = null;
      void this.#readHead();
    }, rereadPause);
  }

  /** Only when another step was chosen: a person may look elsewhere in the outline. */
  #keepOutlineInView(): void {
    const { step } = this.chosen;
    if (step === null || step === this.#outlined || this.state.rows.length === 0) return;
    this.#outlined = step;
    const row = this.state.rows.findIndex(({ index }) => index === step);
    const place = row === -1 ? this.state.rows.length : row;
    keepRowInView('[data-rail]', place, railRowHeight);
    keepRowInView('[data-rewards]', place, rewardRowHeight);
    this.context.redraw();
  }

  #readVisible(): void {
    const { first, end } = this.column.range;
    const steps = stepsOf(this.#items.slice(first, end));
    const wanted = [...steps, ...this.#namespaceSteps()];
    const { shelf, rows } = this.state;
    const last = rows.at(-1)?.index ?? 0;
    const missing = wanted.filter((step) => step >= 1 && step <= last && !shelf.get(step));
    if (missing.length === 0 || this.problem !== null) return;
    for (const step of missing) void this.act.attempt(() => this.#reader.need(step, step));
  }

  /** The chosen step, and the one before it for what is gone since. */
  #namespaceSteps(): readonly number[] {
    const { step } = this.chosen;
    return step === null ? [] : [step - 1, step];
  }

  #chose(): void {
    this.context.history.replace({ page: 'trajectory', id: this.id, step: this.chosen.step });
    this.context.redraw();
  }

  #reveal({ step, field, offset }: Match): void {
    this.folds.open(foldKey(step, field));
    const view = this.state.shelf.get(step);
    const isClipped = view?.clipped.some((one) => one.field === field) ?? false;
    if (isClipped) void this.act.attempt(() => this.texts.showUntil(step, field, offset + 200));
  }

  #findPlace(): FinderPlace {
    const step = (): number => this.chosen.step ?? 1;
    return {
      get step() {
        return step();
      },
      goTo: (found) => this.goTo(found, false),
      reveal: (match) => this.#reveal(match),
      complain: (error) => this.context.complain(error),
    };
  }

  /** Steps that can be walked to. */
  get walkable(): readonly number[] {
    return stepsOf(this.#items);
  }

  #lastStep(): number | null {
    const { live, rows } = this.state;
    return live?.index ?? rows.at(-1)?.index ?? null;
  }

  #findSource() {
    return {
      last: () => this.state.rows.at(-1)?.index ?? 0,
      get: (step: number) => this.state.shelf.get(step),
      read: (from: number, to: number, signal: AbortSignal) => this.#reader.read(from, to, signal),
      readText: (step: number, field: string, signal: AbortSignal) =>
        this.#reader.readText(step, field, signal),
    };
  }
}

function sinceMoment(moment: string | undefined): number {
  return moment === undefined ? 0 : Math.max(0, Date.now() - Date.parse(moment));
}

function focusOn(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}
