// The page of the checkpoints of a run: which one is best, can I go on from it, and what two of them differ in.
import { html, nothing, type TemplateResult } from 'lit';
import type { RunRoute } from '../../runtime/contract/runPanel.ts';
import { actionButton } from '../controls/actionButton.ts';
import { icon } from '../icons.ts';
import type { KeyBinding } from '../keys/keyBinding.ts';
import { plainRunRoute } from '../run/badgeRoute.ts';
import { RunActions } from '../run/runActions.ts';
import type { RunContext } from '../run/runContext.ts';
import type { RunModel } from '../run/runModel.ts';
import type { Page } from '../shell/page.ts';
import { CheckpointList, type ReadCheckpoints } from './checkpointList.ts';
import { checkpointsHead } from './checkpointsHead.ts';
import { type CheckpointsRoute, type Pair, pairOf, toggled } from './checkpointsRoute.ts';
import { checkpointsTable } from './checkpointsTable.ts';
import { heldOutSentence } from './checkpointWords.ts';
import { Comparison } from './comparison.ts';
import { comparisonView } from './comparisonView.ts';
import { comparedSentence } from './comparisonWords.ts';
import { RewardOverview } from './rewardOverview.ts';
import { type RowDeed, RowWork } from './rowWork.ts';

export class CheckpointsPage implements Page<RunRoute> {
  readonly layout = '';
  readonly #context: RunContext;
  readonly #actions: RunActions;
  readonly #list: CheckpointList;
  readonly #work: RowWork;
  readonly #comparison: Comparison;
  readonly #overview: RewardOverview;
  readonly #stopped = new AbortController();
  #route: CheckpointsRoute;

  constructor(context: RunContext, route: CheckpointsRoute) {
    const { host, run, redraw, complain } = context;
    this.#context = context;
    this.#route = route;
    this.#actions = new RunActions(host, complain);
    this.#list = new CheckpointList(host, () => this.#listChanged());
    this.#comparison = new Comparison(host, () => this.#comparisonChanged());
    this.#overview = new RewardOverview(run.model.page.job.recipe, redraw);
    const done = (deed: RowDeed, step: number) => void this.#done(deed, step);
    this.#work = new RowWork({ host, complain, done, changed: redraw });
  }

  get title(): string {
    return `Checkpoints of ${this.#model.page.listing.name}`;
  }

  get bindings(): readonly KeyBinding[] {
    return [
      { keys: ['r'], words: 'read the checkpoints again', run: () => void this.#list.refresh() },
      { keys: ['o'], words: 'open the run', run: () => this.#openRun() },
    ];
  }

  start(): this {
    const { signal } = this.#stopped;
    this.#context.run.onChange((now, before) => this.#runChanged(now, before), signal);
    this.#context.host.on('checkpoints-changed', () => void this.#list.refresh(), signal);
    void this.#list.refresh();
    return this;
  }

  view(): TemplateResult {
    const { read } = this.#list;
    return html`<main class="run-page checkpoints-page">
      ${checkpointsHead({
        ...{ model: this.#model, read, refusal: this.#refusal },
        openRun: () => this.#openRun(),
        clean: () => this.#clean(),
      })}
      ${this.#problemView()} ${read === null ? this.#waiting() : this.#readView(read)}
    </main>`;
  }

  drawn(): void {
    this.#overview.drawn();
  }

  accept(route: RunRoute): boolean {
    if (route.page !== 'checkpoints') return false;
    this.#route = route;
    this.#compare();
    return true;
  }

  stop(): void {
    this.#stopped.abort();
    this.#list.stop();
    this.#comparison.forget();
  }

  get #model(): RunModel {
    return this.#context.run.model;
  }

  get #refusal(): string | null {
    const { state, place } = this.#model.page.listing;
    return state === 'offline' ? `${place.machine} is not connected.` : null;
  }

  #waiting(): TemplateResult | typeof nothing {
    if (!this.#list.isReading) return nothing;
    return html`<p class="note">${icon('spinner')}<span>Reading the checkpoints</span></p>`;
  }

  #problemView(): TemplateResult | typeof nothing {
    const { problem, read, isReading } = this.#list;
    if (problem === null) return nothing;
    const words = read === null ? '' : ' Shown is what was read before.';
    const again = (): void => void this.#list.refresh();
    return html`<div class="banner warning" role="alert">
      ${icon('warning', 'warn')}
      <p>The checkpoints could not be read: ${problem}${words}</p>
      <div class="actions">
        ${actionButton({
          ...{ label: 'Try Again', icon: 'again', press: again },
          refusal: isReading ? 'They are being read.' : null,
        })}
      </div>
    </div>`;
  }

  #readView({ checkpoints, served }: ReadCheckpoints): TemplateResult {
    if (checkpoints.length === 0) return this.#noneView();
    const { page } = this.#model;
    return html`${this.#overview.view(page, checkpoints)}
    ${checkpointsTable({
      ...{ checkpoints, served, chosen: this.#route.chosen, now: this.#context.now() },
      ...{ listing: page.listing, refusal: this.#refusal },
      toggle: (step) => this.#toggle(step),
      underWay: (step) => this.#work.underWay(step),
      start: (deed, step) => void this.#work.start(deed, step),
      resume: (step) => this.#actions.resume(step),
      copy: (text) => this.#actions.copy(text),
    })}
    ${this.#comparisonView()}`;
  }

  #noneView(): TemplateResult {
    const { saveEverySteps } = this.#model.page.job;
    const every = saveEverySteps === 1 ? 'each train step' : `every ${saveEverySteps} train steps`;
    return html`<p class="note">
      ${icon('info', 'info')}<span>There is no checkpoint. The run saves one ${every}.</span>
    </p>`;
  }

  #comparisonView(): TemplateResult | typeof nothing {
    const pair = this.#pair;
    if (pair === null) return nothing;
    return comparisonView({
      ...{ pair, unevaluated: this.#unevaluated(pair), state: this.#comparison.state },
      refusal: this.#refusal,
      evaluate: (step) => void this.#work.start('evaluate', step),
    });
  }

  /** Null where two are not chosen, or one of them is not there any more. */
  get #pair(): Pair | null {
    const there = this.#list.read?.checkpoints ?? [];
    return pairOf(this.#route.chosen.filter((step) => there.some((one) => one.step === step)));
  }

  #unevaluated({ first, second }: Pair) {
    const both = [first, second];
    const listed = this.#list.read?.checkpoints ?? [];
    return listed.filter(({ step, heldOut }) => both.includes(step) && heldOut === null);
  }

  #compare(): void {
    const pair = this.#pair;
    const isReady = pair !== null && this.#unevaluated(pair).length === 0;
    void this.#comparison.show(isReady ? pair : null);
  }

  #toggle(step: number): void {
    const chosen = toggled(this.#route.chosen, step);
    this.#context.history.replace({ ...this.#route, chosen });
    this.#context.redraw();
  }

  #clean(): void {
    const { host, complain } = this.#context;
    host
      .request('clean-checkpoints', {}, { timeout: null })
      .then(() => this.#list.refresh())
      .catch(complain);
  }

  #openRun(): void {
    this.#context.history.go(plainRunRoute);
  }

  async #done(deed: RowDeed, step: number): Promise<void> {
    if (deed === 'evaluate') this.#comparison.forget();
    await this.#list.refresh();
    const heldOut = this.#list.read?.checkpoints.find((one) => one.step === step)?.heldOut;
    if (deed !== 'evaluate' || heldOut === undefined || heldOut === null) return;
    this.#context.announce(`Step ${step} is evaluated: ${heldOutSentence(heldOut)}.`);
  }

  #listChanged(): void {
    this.#compare();
    this.#context.redraw();
  }

  #comparisonChanged(): void {
    const { state } = this.#comparison;
    const { announce, redraw } = this.#context;
    if (state?.kind === 'compared') announce(comparedSentence(state.pair, state.compared));
    if (state?.kind === 'refused') announce(state.message);
    redraw();
  }

  /** Another one was saved or deleted, or the machine can be reached again. */
  #runChanged(now: RunModel, before: RunModel): void {
    const steps = ({ page }: RunModel): string => page.checkpoints.join();
    const isBack = before.page.listing.state === 'offline' && now.page.listing.state !== 'offline';
    if (isBack || steps(now) !== steps(before)) void this.#list.refresh();
    else this.#context.redraw();
  }
}

export function makeCheckpointsPage(context: RunContext, route: CheckpointsRoute): CheckpointsPage {
  return new CheckpointsPage(context, route).start();
}
