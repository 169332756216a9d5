// The answers behind a cell of a judge's matrix: what was asked, what was expected, what was answered; each opens its trajectory.
import { html, nothing, type TemplateResult } from 'lit';
import type { AgreementItem } from '../../runtime/contract/agreement.ts';
import type { LabelRoute } from '../../runtime/contract/labelPanel.ts';
import { button, tool } from '../controls/button.ts';
import { counted, wholeNumber } from '../format/numbers.ts';
import type { KeyBinding } from '../keys/keyBinding.ts';
import { actionBindings, onActions } from '../label/labelActions.ts';
import type { LabelContext, LabelPageMaker } from '../label/labelContext.ts';
import { keysFoot } from '../shell/keysFoot.ts';
import type { Page } from '../shell/page.ts';
import { visibleLine, visibleText } from '../text/visibleText.ts';
import { levelView } from './levelView.ts';
import { Reading } from './reading.ts';
import { stratumWords } from './stratumWords.ts';

type CellRoute = Extract<LabelRoute, { page: 'cell' }>;

interface Cell {
  /** As a person reads it. */
  readonly judge: string;
  readonly items: readonly AgreementItem[];
  /** Answers that are left out. */
  readonly hidden: number;
}

export const makeCellPage: LabelPageMaker<'cell'> = (context, route) =>
  new CellPage(context, route);

const itemsAtOnce = 100;
/** Characters of an answer that fit into its box on a narrow page. */
const mostAtOnce = 400;

class CellPage implements Page<LabelRoute> {
  readonly layout = '';
  readonly bindings: readonly KeyBinding[];
  readonly #context: LabelContext;
  readonly #reading: Reading<Cell>;
  readonly #stopped = new AbortController();
  #route: CellRoute;
  #shown = itemsAtOnce;

  constructor(context: LabelContext, route: CellRoute) {
    this.#context = context;
    this.#route = route;
    this.bindings = [
      ...actionBindings(context.start.keys, [
        ['next', 'next answer'],
        ['previous', 'previous answer'],
      ]),
      { keys: ['o'], words: 'open the trajectory', run: () => this.#openFocused() },
      { keys: ['Escape'], words: 'back', run: () => this.#back() },
    ];
    const { judge, judged, people } = route;
    const params = { judge, judged, people };
    this.#reading = new Reading(
      (options) => context.host.request('list-agreement-items', params, options),
      context,
    );
    const { signal } = this.#stopped;
    context.host.on('labels-changed', () => this.#reading.readSoon(), signal);
    const move = { next: () => this.#move(1), previous: () => this.#move(-1) };
    onActions(context.host, move, signal);
    void this.#reading.read();
  }

  get title(): string {
    const { judged, people } = this.#route;
    return `Answers that the judge called ${judged} and people ${people}`;
  }

  accept(route: LabelRoute): boolean {
    if (route.page !== 'cell' || !isSameCell(route, this.#route)) return false;
    this.#route = route;
    return true;
  }

  stop(): void {
    this.#stopped.abort();
    this.#reading.stop();
  }

  view(): TemplateResult {
    const cell = this.#reading.value;
    if (cell === null) return this.#reading.waitingView('Reading the answers…');
    const { next, previous } = this.#context.start.keys;
    return html`${this.#headView(cell)}
      <main class="pad">
        ${hiddenView(cell.hidden)}
        ${cell.items.length === 0 && cell.hidden === 0 ? emptyView() : this.#listView(cell.items)}
      </main>
      ${keysFoot(
        [
          ...(next == null || previous == null ? [] : [[next, previous, 'move'] as const]),
          ['o', 'open the trajectory'],
          ['Esc', 'back'],
          ['?', 'all keys'],
        ],
        '',
      )}`;
  }

  #headView({ judge, items }: Cell): TemplateResult {
    const { judged, people } = this.#route;
    return html`<header class="head">
      <div class="head-main">
        <h1>${visibleLine(judge)} against people</h1>
        <dl class="facts">
          <div>
            <dt>judge</dt>
            <dd>${levelView(judged)}</dd>
          </div>
          <div>
            <dt>people</dt>
            <dd>${levelView(people)}</dd>
          </div>
          <div><dd>${counted(items.length, 'answer')}</dd></div>
        </dl>
      </div>
      <div class="score actions">
        ${button({ label: 'Back to agreement', kind: 'quiet', press: () => this.#back() })}
      </div>
    </header>`;
  }

  #listView(items: readonly AgreementItem[]): TemplateResult {
    const more = items.length - this.#shown;
    return html`<ol class="behind">
        ${items.slice(0, this.#shown).map((item, index) => this.#itemView(item, index))}
      </ol>
      ${
        more <= 0
          ? nothing
          : tool({
              label: `Show ${wholeNumber(Math.min(itemsAtOnce, more))} more`,
              class: 'framed',
              press: () => {
                this.#shown += itemsAtOnce;
                this.#context.redraw();
              },
            })
      }`;
  }

  #itemView(item: AgreementItem, index: number): TemplateResult {
    return html`<li data-item=${index} tabindex="-1" aria-label="Answer ${index + 1}">
      <h2>${visibleText(item.question)}</h2>
      <div class="two">
        <section>
          <h3 class="meta">Reference answer</h3>
          ${answerView(item.referenceAnswer)}
        </section>
        <section>
          <h3 class="meta">Answer given</h3>
          ${answerView(item.finalAnswer)}
        </section>
      </div>
      <div class="head-line">
        ${tool({ label: 'Open trajectory', class: 'framed', press: () => void this.#open(item) })}
        <span class="meta"
          >task ${visibleLine(item.taskId)}, drawn as ${stratumWords[item.stratum]}</span
        >
      </div>
    </li>`;
  }

  async #open({ place }: AgreementItem): Promise<void> {
    try {
      const params = { file: place.file, id: place.trajectoryId, blind: false };
      await this.#context.host.request('open-trajectory', params);
    } catch (error) {
      this.#context.complain(error);
    }
  }

  #openFocused(): boolean {
    const item = this.#reading.value?.items[this.#focused() ?? 0];
    if (item !== undefined) void this.#open(item);
    return item !== undefined;
  }

  /** From no answer to the first. */
  #move(by: number): void {
    const at = this.#focused() ?? (by > 0 ? -1 : 1);
    document.querySelector<HTMLElement>(`[data-item="${at + by}"]`)?.focus();
  }

  /** Index of the answer that the focus is in; null when it is in none. */
  #focused(): number | null {
    const index = document.activeElement?.closest('[data-item]')?.getAttribute('data-item');
    return index == null ? null : Number(index);
  }

  #back(): boolean {
    if (!this.#context.history.back()) this.#context.history.replace({ page: 'agreement' });
    return true;
  }
}

/** What others said about an answer would spoil the person's own label of it. */
function hiddenView(count: number): TemplateResult | typeof nothing {
  if (count === 0) return nothing;
  const them = count === 1 ? 'it' : 'them';
  return html`<p class="meta">
    ${counted(count, 'answer')} not shown: you can still label ${them} blind.
  </p>`;
}

/** A long one scrolls by itself, so it can be reached by the keyboard. */
function answerView(text: string): TemplateResult {
  const long = text.length > mostAtOnce || text.split('\n', 12).length === 12;
  return html`<p tabindex=${long ? 0 : nothing}>${visibleText(text)}</p>`;
}

function isSameCell(one: CellRoute, other: CellRoute): boolean {
  return one.judge === other.judge && one.judged === other.judged && one.people === other.people;
}

function emptyView(): TemplateResult {
  return html`<p class="note">
    <span>There are no answers in this cell any more: labels or verdicts have changed since.</span>
  </p>`;
}
