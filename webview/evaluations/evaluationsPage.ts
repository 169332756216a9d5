// The page of all evaluations of a workspace: what each scored, which of them compare as they stand, and how two of them compare.
import { html, nothing, type TemplateResult } from 'lit';
import type { EvaluationComparison } from '../../runtime/contract/evaluation.ts';
import type {
  EvaluationRoute,
  evaluationPanelRequests,
} from '../../runtime/contract/evaluationPanel.ts';
import { actionButton } from '../controls/actionButton.ts';
import { counted } from '../format/numbers.ts';
import { icon } from '../icons.ts';
import type { KeyBinding } from '../keys/keyBinding.ts';
import type { ResultIn } from '../messages/host.ts';
import type { Page } from '../shell/page.ts';
import { Asked } from './asked.ts';
import { comparisonPart } from './comparisonPart.ts';
import type { EvaluationContext, ListRoute } from './evaluationContext.ts';
import { changeWords } from './evaluationWords.ts';
import { groupTable } from './groupTable.ts';

type Listed = ResultIn<typeof evaluationPanelRequests, 'list'>;

/** Shown where there are none: how to make the first. */
const example = 'tool-r1 eval .tool-r1/tasks.jsonl --model embedded --seeds 3';

export class EvaluationsPage implements Page<EvaluationRoute> {
  readonly layout = '';
  readonly title = 'Evaluations';
  readonly #context: EvaluationContext;
  readonly #listed: Asked<Listed>;
  readonly #compared: Asked<EvaluationComparison>;
  readonly #stopped = new AbortController();
  #route: ListRoute;

  constructor(context: EvaluationContext, route: ListRoute) {
    this.#context = context;
    this.#route = route;
    this.#listed = new Asked(() => this.#listChanged());
    this.#compared = new Asked(() => this.#comparisonChanged());
  }

  get bindings(): readonly KeyBinding[] {
    return [{ keys: ['r'], words: 'read the evaluations again', run: () => void this.#read() }];
  }

  start(): this {
    const { host } = this.#context;
    host.on('evaluations-changed', () => void this.#read(), this.#stopped.signal);
    void this.#read();
    this.#compare();
    return this;
  }

  view(): TemplateResult {
    const { value } = this.#listed;
    return html`<main class="run-page evaluations-page">
      <header class="run-head">
        <div class="run-top">
          <div><h1>Evaluations</h1></div>
          <div class="actions">
            ${actionButton({ label: 'Read Again', icon: 'again', press: () => void this.#read() })}
          </div>
        </div>
        ${value === null ? nothing : html`<p class="meta">${headWords(value)}</p>`}
      </header>
      ${this.#problems(value?.problems ?? [])}
      ${value === null ? this.#waiting() : this.#groups(value)}
    </main>`;
  }

  accept(route: EvaluationRoute): boolean {
    if (route.page !== 'evaluations') return false;
    this.#route = route;
    this.#compare();
    return true;
  }

  stop(): void {
    this.#stopped.abort();
    this.#listed.forget();
    this.#compared.forget();
  }

  #read(): Promise<void> {
    return this.#listed.ask((signal) => this.#context.host.request('list', {}, { signal }));
  }

  #waiting(): TemplateResult | typeof nothing {
    if (!this.#listed.isReading) return nothing;
    return html`<p class="note">${icon('spinner')}<span>Reading the evaluations</span></p>`;
  }

  #problems(folders: readonly string[]): readonly TemplateResult[] {
    const { problem } = this.#listed;
    const all = problem === null ? folders : [`They could not be read: ${problem}`, ...folders];
    return all.map(
      (words) =>
        html`<p class="note" role="alert">${icon('warning', 'warn')}<span>${words}</span></p>`,
    );
  }

  #groups({ groups }: Listed): TemplateResult {
    if (groups.length === 0) return this.#none();
    const { chosen } = this.#route;
    const now = this.#context.now();
    return html`${groups.map((group, index) =>
      groupTable({
        ...{ group, number: index + 1, chosen, now },
        toggle: (name) => this.#toggle(name),
        open: (name) => this.#context.history.go({ page: 'evaluation', name }),
      }),
    )}
    ${this.#comparison()}`;
  }

  #none(): TemplateResult {
    const copy = (): void => {
      this.#context.host.request('copy', { text: example }).catch(this.#context.complain);
    };
    return html`<section class="waiting">
      <h2>There is no evaluation yet</h2>
      <p>
        An evaluation puts every task of a file, or of your copy of GAIA, to a model with several
        seeds. In a terminal of this folder:
      </p>
      <p><code>${example}</code></p>
      <div class="actions">${actionButton({ label: 'Copy', icon: 'copy', press: copy })}</div>
    </section>`;
  }

  #comparison(): TemplateResult | typeof nothing {
    const [first, second] = this.#route.chosen;
    if (first === undefined) return nothing;
    if (second === undefined)
      return html`<p class="meta">Choose one more to compare with ${first}.</p>`;
    return comparisonPart({ first, second, asked: this.#compared });
  }

  #toggle(name: string): void {
    const chosen = toggled(this.#route.chosen, name);
    this.#context.history.replace({ ...this.#route, chosen });
    this.#context.redraw();
  }

  #compare(): void {
    const [first, second] = this.#route.chosen;
    this.#compared.forget();
    if (first === undefined || second === undefined) return;
    const { host } = this.#context;
    void this.#compared.ask((signal) =>
      host.request('compare', { first, second }, { signal, timeout: null }),
    );
  }

  #listChanged(): void {
    if (!this.#listed.isReading) this.#compare();
    this.#context.redraw();
  }

  #comparisonChanged(): void {
    const { value, isReading } = this.#compared;
    if (value !== null && !isReading) {
      this.#context.announce(
        `From ${value.first} to ${value.second}: ${changeWords(value.change)} points, ` +
          `${counted(value.won.length, 'task')} won, ${value.lost.length} lost.`,
      );
    }
    this.#context.redraw();
  }
}

/** With more than two, the older of both gives way. */
function toggled(chosen: readonly string[], name: string): string[] {
  if (chosen.includes(name)) return chosen.filter((one) => one !== name);
  return [...chosen, name].slice(-2);
}

function headWords({ groups }: Listed): string {
  const all = groups.reduce((sum, { evaluations }) => sum + evaluations.length, 0);
  const tables =
    groups.length < 2 ? '' : ` under ${groups.length} protocols, each in a table of its own`;
  return `${counted(all, 'evaluation')}${tables}. Choose two to compare them task by task.`;
}
