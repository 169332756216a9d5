// The page of one evaluation: its score with what makes it trustworthy or not, its tasks, and the protocol that it followed.
import { html, nothing, type TemplateResult } from 'lit';
import type { EvaluationRoute } from '../../runtime/contract/evaluationPanel.ts';
import type { EvaluationDetail } from '../../runtime/contract/evaluationRequests.ts';
import { actionButton } from '../controls/actionButton.ts';
import { icon } from '../icons.ts';
import type { KeyBinding } from '../keys/keyBinding.ts';
import type { Page } from '../shell/page.ts';
import { Asked } from './asked.ts';
import { type DetailRoute, type EvaluationContext, plainListRoute } from './evaluationContext.ts';
import { evaluationHead } from './evaluationHead.ts';
import { protocolTable } from './protocolTable.ts';
import { scoreTables } from './scoreTables.ts';
import { tasksTable } from './tasksTable.ts';

export class EvaluationPage implements Page<EvaluationRoute> {
  readonly layout = '';
  readonly #context: EvaluationContext;
  readonly #asked: Asked<EvaluationDetail>;
  readonly #stopped = new AbortController();
  #route: DetailRoute;

  constructor(context: EvaluationContext, route: DetailRoute) {
    this.#context = context;
    this.#route = route;
    this.#asked = new Asked(context.redraw);
  }

  get title(): string {
    return `Evaluation ${this.#route.name}`;
  }

  get bindings(): readonly KeyBinding[] {
    return [
      { keys: ['r'], words: 'read the evaluation again', run: () => void this.#read() },
      { keys: ['a'], words: 'all evaluations', run: () => this.#openAll() },
    ];
  }

  start(): this {
    const { host } = this.#context;
    host.on('evaluations-changed', () => void this.#read(), this.#stopped.signal);
    void this.#read();
    return this;
  }

  view(): TemplateResult {
    const { value, problem, isReading } = this.#asked;
    return html`<main class="run-page evaluations-page">
      <header class="run-head">
        <div class="run-top">
          <div>
            <h1>Evaluation <span class="of">${this.#route.name}</span></h1>
          </div>
          <div class="actions">
            ${actionButton({ label: 'All Evaluations', icon: 'left', press: () => this.#openAll() })}
          </div>
        </div>
        ${value === null ? nothing : evaluationHead(value, this.#context.now())}
      </header>
      ${
        problem === null
          ? nothing
          : html`<p class="note" role="alert">${icon('warning', 'warn')}<span>${problem}</span></p>`
      }
      ${
        value === null && isReading
          ? html`<p class="note">${icon('spinner')}<span>Reading the evaluation</span></p>`
          : nothing
      }
      ${value === null ? nothing : this.#detailView(value)}
    </main>`;
  }

  accept(route: EvaluationRoute): boolean {
    if (route.page !== 'evaluation') return false;
    const isOther = route.name !== this.#route.name;
    this.#route = route;
    if (isOther) this.#asked.forget();
    if (isOther) void this.#read();
    return true;
  }

  stop(): void {
    this.#stopped.abort();
    this.#asked.forget();
  }

  #read(): Promise<void> {
    const { name } = this.#route;
    return this.#asked.ask((signal) => this.#context.host.request('read', { name }, { signal }));
  }

  #detailView(detail: EvaluationDetail): TemplateResult {
    return html`${scoreTables(detail.report)}
    ${tasksTable({
      ...{ tasks: detail.tasks, protocol: detail.protocol },
      open: (id) => this.#openTrajectory(detail.trajectories, id),
    })}
    ${protocolTable(detail)}`;
  }

  #openTrajectory(file: string, id: string): void {
    const { host, complain } = this.#context;
    host.request('open-trajectory', { file, id }).catch(complain);
  }

  #openAll(): void {
    this.#context.history.go(plainListRoute);
  }
}
