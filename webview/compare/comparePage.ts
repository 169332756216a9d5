// Two trajectories side by side, aligned by what each step did; marked text is in one of them only.
import { html, nothing, type TemplateResult } from 'lit';
import type { Route } from '../../runtime/contract/panel.ts';
import type { GroupMember } from '../../runtime/contract/viewing.ts';
import { button } from '../controls/button.ts';
import { counted, signed, twoPlaces } from '../format/numbers.ts';
import { verdictLooks } from '../format/words.ts';
import { icon } from '../icons.ts';
import type { KeyBinding } from '../keys/keyBinding.ts';
import { GrowingReading } from '../shell/growingReading.ts';
import { keysFoot } from '../shell/keysFoot.ts';
import type { Page, PageContext } from '../shell/page.ts';
import { visibleText } from '../text/visibleText.ts';
import { type ComparedBand, comparedBands } from './bands.ts';
import { bandWords, gapWords } from './compareWords.ts';
import { mostSteps, readSide, type Side } from './readSide.ts';
import { sideView } from './sideView.ts';

type CompareRoute = Extract<Route, { page: 'compare' }>;

interface Compared {
  readonly left: Side;
  readonly right: Side;
  readonly bands: readonly ComparedBand[];
  /** By trajectory id; empty when the group could not be read. */
  readonly members: ReadonlyMap<string, GroupMember>;
}

export function makeComparePage(context: PageContext, route: CompareRoute): Page {
  return new ComparePage(context, route);
}

class ComparePage implements Page {
  readonly layout = '';
  readonly bindings: readonly KeyBinding[];
  readonly #context: PageContext;
  readonly #reading: GrowingReading;
  readonly #route: CompareRoute;
  #compared: Compared | null = null;
  #focused = 0;

  constructor(context: PageContext, route: CompareRoute) {
    this.#context = context;
    this.#route = route;
    this.bindings = this.#keys();
    this.#reading = new GrowingReading({
      context,
      read: (signal) => this.#read(signal),
      hasRead: () => this.#compared !== null,
      mayGrow: () => this.#mayGrow(),
    });
    this.#reading.start();
  }

  get title(): string {
    return 'Comparison of two trajectories';
  }

  accept(route: Route): boolean {
    const { left, right } = this.#route;
    return route.page === 'compare' && route.left === left && route.right === right;
  }

  stop(): void {
    this.#reading.stop();
  }

  view(): TemplateResult {
    const { problem } = this.#reading;
    if (problem !== null) return html`<p class="pad" role="alert">${problem}</p>`;
    const compared = this.#compared;
    if (compared === null) return html`<p class="pad" role="status">Reading both trajectories…</p>`;
    return html`${this.#headView(compared)}
      <div class="sides">
        ${sideHead(compared.left, compared, (id) => this.#open(id))}
        ${sideHead(compared.right, compared, (id) => this.#open(id))}
      </div>
      <main class="versus">
        ${compared.bands.map((band, index) => this.#bandView(band, index, compared))}
        ${leftOutNote(compared)}
      </main>
      ${keysFoot(
        [
          ['j', 'k', 'step'],
          ['d', 'diff editor'],
          ['x', 'swap sides'],
          ['Esc', 'back'],
          ['?', 'all keys'],
        ],
        this.#context.start.fileName,
      )}`;
  }

  #headView({ left, right }: Compared): TemplateResult {
    const questions = [left, right].map(({ head }) => head.started.task.question);
    const [question = '', other = ''] = questions;
    const sameTask = left.head.started.task.id === right.head.started.task.id;
    const aligned = 'aligned by what each step did. Marked text is in one of them only.';
    return html`<header class="head">
      <div class="head-main">
        <h1>${visibleText(question)}</h1>
        ${
          sameTask || question === other
            ? html`<p class="small muted">Two trajectories of one task, ${aligned}</p>`
            : html`<p class="small">
                The right side answers another question: ${visibleText(other)}
              </p>`
        }
      </div>
      <div class="score">
        ${
          sameTask
            ? button({
                label: 'Open the group',
                kind: 'quiet',
                press: () => this.#openGroup(left.head.started.task.id),
              })
            : nothing
        }
      </div>
    </header>`;
  }

  #bandView(band: ComparedBand, index: number, { left, right }: Compared): TemplateResult {
    const numbers = (side: ComparedBand['left']): number[] =>
      side.map(({ view }) => view.step.index);
    const words = bandWords(numbers(band.left), numbers(band.right));
    const heading = `band-${index}`;
    return html`<section class="band-part" aria-labelledby=${heading}>
      <div class="band" data-band=${index} tabindex=${index === this.#focused ? 0 : -1}>
        <h3 id=${heading}>${words}</h3>
        ${band.sameCode ? html`<span class="meta">same code</span>` : nothing}
        ${band.pair === null || band.sameCode ? nothing : this.#diffLink(band)}
      </div>
      ${sideView({
        name: nameOf(left),
        steps: band.left,
        mark: 'ins',
        tools: toolsOf(left),
        gap: gapOf(left, band.right),
      })}
      ${sideView({
        name: nameOf(right),
        steps: band.right,
        mark: 'del',
        tools: toolsOf(right),
        gap: gapOf(right, band.left),
      })}
    </section>`;
  }

  #diffLink(band: ComparedBand): TemplateResult {
    return html`<button
      type="button"
      class="text-link meta push"
      @click=${() => this.#diff(band, 'code')}
    >
      Open code in diff editor
    </button>`;
  }

  #keys(): readonly KeyBinding[] {
    return [
      { keys: ['j', 'n'], words: 'next band of steps', run: () => this.#move(1) },
      { keys: ['k', 'p'], words: 'previous band of steps', run: () => this.#move(-1) },
      {
        keys: ['d'],
        words: 'open the code in the diff editor',
        run: () => this.#diffFocused('code'),
      },
      {
        keys: ['D'],
        words: 'open the output in the diff editor',
        run: () => this.#diffFocused('observation'),
      },
      { keys: ['x'], words: 'swap the sides', run: () => this.#swap() },
      { keys: ['1'], words: 'open the left trajectory', run: () => this.#open(this.#route.left) },
      { keys: ['2'], words: 'open the right trajectory', run: () => this.#open(this.#route.right) },
      { keys: ['Escape'], words: 'back', run: () => this.#context.history.back() },
    ];
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { host, redraw } = this.#context;
    const [left, right] = await Promise.all(
      [this.#route.left, this.#route.right].map((id) => readSide(host, id, signal)),
    );
    if (left === undefined || right === undefined) return;
    const bands = comparedBands(left.steps, right.steps);
    const members = this.#compared?.members ?? new Map<string, GroupMember>();
    this.#compared = { left, right, bands, members };
    redraw();
    this.#compared = { ...this.#compared, members: await this.#readMembers(left, right, signal) };
  }

  /** A side without an end runs, or is not read to its end yet. */
  #mayGrow(): boolean {
    const { left, right } = this.#compared ?? {};
    const sides = [left, right].filter((side) => side !== undefined);
    return sides.some(({ head }) => head.ended === null);
  }

  /** Advantages are of the group; two trajectories of different tasks have no common one. */
  async #readMembers(
    left: Side,
    right: Side,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, GroupMember>> {
    const taskId = left.head.started.task.id;
    if (taskId !== right.head.started.task.id) return new Map();
    const group = await this.#context.host.request('read-group', { taskId }, { signal });
    return new Map(group.members.map((member) => [member.id, member]));
  }

  #move(by: number): boolean {
    const to = this.#focused + by;
    if (to < 0 || to >= (this.#compared?.bands.length ?? 0)) return false;
    this.#focused = to;
    const band = document.querySelector<HTMLElement>(`.band[data-band="${to}"]`);
    band?.focus({ preventScroll: true });
    band?.scrollIntoView({ block: 'start' });
    this.#context.redraw();
    return true;
  }

  #diffFocused(part: 'code' | 'observation'): boolean {
    const band = this.#compared?.bands[this.#focused];
    if (band === undefined) return false;
    if (band.pair === null) {
      this.#context.announce('Only one side has this step.', 'now');
      return true;
    }
    this.#diff(band, part);
    return true;
  }

  #diff({ pair }: ComparedBand, part: 'code' | 'observation'): void {
    if (pair === null) return;
    const { left, right } = this.#route;
    const sides = { left: { id: left, step: pair[0] }, right: { id: right, step: pair[1] } };
    const asked = this.#context.host.request('open-diff', { ...sides, part });
    asked.catch((error: unknown) => this.#context.complain(error));
  }

  #swap(): void {
    const { left, right } = this.#route;
    this.#context.history.replace({ page: 'compare', left: right, right: left });
  }

  #open(id: string): void {
    this.#context.history.go({ page: 'trajectory', id, step: null });
  }

  #openGroup(taskId: string): void {
    const { left, right } = this.#route;
    this.#context.history.go({ page: 'group', taskId, chosen: [left, right] });
  }
}

function nameOf({ head }: Side): string {
  return `Trajectory ${head.position}`;
}

function toolsOf({ head }: Side): ReadonlySet<string> {
  return new Set(head.started.tools.map(({ name }) => name));
}

function callsOf(steps: readonly { readonly view: Side['steps'][number] }[]): string[] {
  return steps.flatMap(({ view }) => view.step.toolCalls.map(({ name }) => name));
}

function gapOf(side: Side, others: ComparedBand['left']): string {
  const own = new Set(callsOf(side.steps.map((view) => ({ view }))));
  return gapWords(nameOf(side), callsOf(others), own);
}

function sideHead(side: Side, { members }: Compared, open: (id: string) => void): TemplateResult {
  const { head } = side;
  const id = head.started.trajectoryId;
  const level = head.verdicts
    .flatMap((one) => (one.outcome === 'scored' ? [one.level] : []))
    .at(-1);
  const look = level === undefined ? null : verdictLooks[level];
  const total = head.reward?.total ?? null;
  const advantage = members.get(id)?.advantage ?? null;
  return html`<div>
    <h2>
      <button type="button" class="text-link" title="Open this trajectory" @click=${() => open(id)}>
        ${nameOf(side)}
      </button>
    </h2>
    <span class="state"
      >${look === null ? 'Not judged' : html`${icon(look.icon, look.tone)}${look.words}`}</span
    >
    ${total === null ? nothing : html`<span class="small">reward <b>${twoPlaces(total)}</b></span>`}
    ${
      advantage === null
        ? nothing
        : html`<span class="small muted">advantage ${signed(advantage)}</span>`
    }
    <span class="small muted hide-narrow">${counted(head.rows.length, 'step')}</span>
  </div>`;
}

function leftOutNote({ left, right }: Compared): TemplateResult | typeof nothing {
  if (left.leftOut + right.leftOut === 0) return nothing;
  return html`<p class="note band">
    ${icon('info')}<span>Only the first ${mostSteps} steps of each side are compared.</span>
  </p>`;
}
