// The group of one task: its rollouts side by side, what they earned, and whether training learns from them.
import { html, nothing, type TemplateResult } from 'lit';
import type { Route } from '../../runtime/contract/panel.ts';
import type { GroupView } from '../../runtime/contract/viewing.ts';
import { button } from '../controls/button.ts';
import { twoPlaces } from '../format/numbers.ts';
import { partLook } from '../format/rewardSum.ts';
import type { KeyBinding } from '../keys/keyBinding.ts';
import { GrowingReading } from '../shell/growingReading.ts';
import { keysFoot } from '../shell/keysFoot.ts';
import type { Page, PageContext } from '../shell/page.ts';
import { visibleText } from '../text/visibleText.ts';
import {
  advantageFormula,
  numberedMembers,
  type NumberedMember,
  partColumns,
  partName,
  sizeWords,
} from './groupFacts.ts';
import { groupTable } from './groupTable.ts';
import { passRateView } from './passRateView.ts';
import { rewardFigures } from './rewardFigures.ts';
import { strip, stripNote } from './strip.ts';

type GroupRoute = Extract<Route, { page: 'group' }>;

const rowsAtOnce = 200;

export function makeGroupPage(context: PageContext, route: GroupRoute): Page {
  return new GroupPage(context, route);
}

class GroupPage implements Page {
  readonly layout = '';
  readonly bindings: readonly KeyBinding[];
  readonly #context: PageContext;
  readonly #reading: GrowingReading;
  #route: GroupRoute;
  #view: GroupView | null = null;
  #members: readonly NumberedMember[] = [];
  #focused = 1;
  #rows = rowsAtOnce;

  constructor(context: PageContext, route: GroupRoute) {
    this.#context = context;
    this.#route = route;
    this.bindings = this.#keys();
    this.#reading = new GrowingReading({
      context,
      read: (signal) => this.#read(signal),
      hasRead: () => this.#view !== null,
      mayGrow: () => true,
    });
    this.#reading.start();
  }

  get title(): string {
    return this.#view === null ? 'Group' : `Group: ${this.#view.question}`;
  }

  accept(route: Route): boolean {
    if (route.page !== 'group' || route.taskId !== this.#route.taskId) return false;
    this.#route = route;
    return true;
  }

  stop(): void {
    this.#reading.stop();
  }

  view(): TemplateResult {
    const { problem } = this.#reading;
    if (problem !== null) return html`<p class="pad" role="alert">${problem}</p>`;
    const view = this.#view;
    if (view === null) return html`<p class="pad" role="status">Reading the group…</p>`;
    return html`${this.#headView(view)}
      <main class="pad">
        <section aria-labelledby="rollouts">
          <div class="section-head">
            <h2 id="rollouts">Rollouts</h2>
            <span class="push">${legend(view)}</span>
          </div>
          ${strip({
            members: this.#members,
            focused: this.#focused,
            isChosen: (id) => this.#isChosen(id),
            toggle: (member) => this.#toggle(member),
          })}
          ${stripNote(this.#members)}
        </section>
        <div class="two">${passRateView(view)} ${rewardFigures(view, this.#members)}</div>
        <section aria-labelledby="table">
          <div class="section-head">
            <h2 id="table">Trajectories</h2>
            <span class="meta">${advantageFormula(view)}</span>
          </div>
          ${this.#tableView()}
        </section>
      </main>
      ${keysFoot(
        [
          ['j', 'k', 'move'],
          ['Space', 'choose'],
          ['c', 'compare'],
          ['o', 'open'],
          ['Esc', 'back'],
          ['?', 'all keys'],
        ],
        this.#context.start.fileName,
      )}`;
  }

  #headView(view: GroupView): TemplateResult {
    const { referenceAnswer } = view;
    const recipe = view.members.find(({ reward }) => reward !== null)?.reward?.recipe;
    return html`<header class="head">
      <div class="head-main">
        <h1>${visibleText(view.question)}</h1>
        <dl class="facts">
          <div><dd>${sizeWords(this.#members)}</dd></div>
          ${
            recipe === undefined
              ? nothing
              : html`<div>
                  <dt>recipe</dt>
                  <dd>${recipe}</dd>
                </div>`
          }
          ${
            referenceAnswer === null
              ? nothing
              : html`<div>
                  <dt>expected</dt>
                  <dd class="expected">${visibleText(referenceAnswer)}</dd>
                </div>`
          }
        </dl>
      </div>
      <div class="score">${this.#compareView()}</div>
    </header>`;
  }

  #compareView(): TemplateResult {
    const [first, second] = this.#chosenMembers();
    if (first === undefined || second === undefined) {
      const missing = first === undefined ? 'Choose two to compare' : 'Choose one more to compare';
      return html`<span class="small muted">${missing}</span>`;
    }
    return button({
      label: `Compare ${first.number} and ${second.number}`,
      icon: 'compare',
      press: () => this.#compare(),
    });
  }

  #tableView(): TemplateResult {
    return groupTable({
      members: this.#members,
      shown: this.#rows,
      isChosen: (id) => this.#isChosen(id),
      toggle: (member) => this.#toggle(member),
      open: (id) => this.#context.history.go({ page: 'trajectory', id, step: null }),
      showMore: () => {
        this.#rows += rowsAtOnce;
        this.#context.redraw();
      },
    });
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { taskId } = this.#route;
    this.#view = await this.#context.host.request('read-group', { taskId }, { signal });
    this.#members = numberedMembers(this.#view);
  }

  #keys(): readonly KeyBinding[] {
    return [
      { keys: ['j', 'ArrowRight', 'ArrowDown'], words: 'next rollout', run: () => this.#move(1) },
      { keys: ['k', 'ArrowLeft', 'ArrowUp'], words: 'previous rollout', run: () => this.#move(-1) },
      { keys: [' '], words: 'choose the rollout', run: () => this.#toggleFocused() },
      { keys: ['c'], words: 'compare the two chosen', run: () => this.#compare() },
      { keys: ['o'], words: 'open the trajectory', run: () => this.#open() },
      { keys: ['Escape'], words: 'back', run: () => this.#context.history.back() },
    ];
  }

  #move(by: number): boolean {
    const to = this.#focused + by;
    if (to < 1 || to > this.#members.length) return false;
    this.#focused = to;
    document.querySelector<HTMLElement>(`.cell[data-number="${to}"]`)?.focus();
    this.#context.redraw();
    return true;
  }

  #toggleFocused(): void {
    const member = this.#members[this.#focused - 1];
    if (member !== undefined) this.#toggle(member);
  }

  #open(): void {
    const id = this.#members[this.#focused - 1]?.member.id;
    if (id !== undefined) this.#context.history.go({ page: 'trajectory', id, step: null });
  }

  #compare(): void {
    const [first, second] = this.#chosenMembers();
    if (first === undefined || second === undefined) {
      this.#context.announce('Choose two rollouts with the space bar, then press c.', 'now');
      return;
    }
    const [left, right] = [first.member.id, second.member.id];
    this.#context.history.go({ page: 'compare', left, right });
  }

  #isChosen(id: string): boolean {
    return this.#route.chosen.includes(id);
  }

  /** In the order of the group. */
  #chosenMembers(): readonly NumberedMember[] {
    return this.#members.filter(({ member }) => this.#isChosen(member.id));
  }

  /** Two at most: a third takes the place of the one chosen first. */
  #toggle({ number, member: { id } }: NumberedMember): void {
    const others = this.#route.chosen.filter((one) => one !== id);
    const chosen = this.#isChosen(id) ? others : [...others, id].slice(-2);
    this.#focused = number;
    this.#context.history.replace({ ...this.#route, chosen });
  }
}

function legend(view: GroupView): TemplateResult {
  return html`<span class="legend"
    >${partColumns(view.members).map(
      ({ name, weight }) =>
        html`<span
          ><i class="swatch p-${partLook(name)}"></i>${partName(name)}, at most
          ${twoPlaces(weight)}</span
        >`,
    )}</span
  >`;
}
