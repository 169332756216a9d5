// How far judges, the rule and people agree, and what that means for the reward. Reads the report, keeps what a person chose
// on the page, and asks for scoring again; what is drawn is reportView's.
import { html, type TemplateResult } from 'lit';
import type { AgreementReport } from '../../runtime/contract/agreement.ts';
import type { LabelRoute } from '../../runtime/contract/labelPanel.ts';
import type { KeyBinding } from '../keys/keyBinding.ts';
import type { LabelContext, LabelPageMaker } from '../label/labelContext.ts';
import { pagesNav } from '../label/pagesNav.ts';
import { keysFoot } from '../shell/keysFoot.ts';
import type { Page } from '../shell/page.ts';
import { Reading } from './reading.ts';
import { reportView } from './reportView.ts';
import { resultWords, type Scoring } from './scoreAgain.ts';

export const makeAgreementPage: LabelPageMaker<'agreement'> = (context, route) =>
  new AgreementPage(context, route);

type AgreementRoute = Extract<LabelRoute, { page: 'agreement' }>;

class AgreementPage implements Page<LabelRoute> {
  readonly layout = '';
  readonly title = 'Agreement of judges, rule and people';
  readonly bindings: readonly KeyBinding[];
  readonly #context: LabelContext;
  readonly #reading: Reading<AgreementReport>;
  readonly #stopped = new AbortController();
  #route: AgreementRoute;
  #allMoving = false;
  #scoring: Scoring = { phase: 'closed' };
  /** Where the focus belongs after the page is drawn. */
  #focus: string | null = null;

  constructor(context: LabelContext, route: AgreementRoute) {
    this.#context = context;
    this.#route = route;
    this.bindings = [{ keys: ['Escape'], words: 'close, or back', run: () => this.#escape() }];
    this.#reading = new Reading(
      (options) => context.host.request('read-agreement', {}, options),
      context,
    );
    context.host.on('labels-changed', () => this.#reading.readSoon(), this.#stopped.signal);
    void this.#reading.read();
  }

  accept(route: LabelRoute): boolean {
    if (route.page !== 'agreement') return false;
    this.#route = route;
    return true;
  }

  stop(): void {
    this.#stopped.abort();
    this.#reading.stop();
  }

  view(): TemplateResult {
    const report = this.#reading.value;
    if (report === null) return this.#reading.waitingView('Computing agreement and intervals…');
    const view = reportView({
      ...{ report, judge: this.#route.judge ?? null, allMoving: this.#allMoving },
      ...{ scoring: this.#scoring, computing: this.#reading.busy },
      nav: pagesNav(this.#context, 'agreement'),
      chooseJudge: (key) => this.#chooseJudge(key),
      openCell: (judge, judged, people) =>
        this.#context.history.go({ page: 'cell', judge, judged, people }),
      showAllMoving: () => {
        this.#allMoving = true;
        this.#context.redraw();
      },
      label: () => this.#context.history.go({ page: 'label', position: null }),
      askScoring: () => this.#setScoring({ phase: 'asking' }, '#scoring'),
      startScoring: () => void this.#scoreAgain(),
      closeScoring: () => this.#closeScoring(),
    });
    return html`${view}${keysFoot(
      [
        ['Esc', 'back'],
        ['?', 'all keys'],
      ],
      '',
    )}`;
  }

  drawn(): void {
    if (this.#focus === null) return;
    document.querySelector<HTMLElement>(this.#focus)?.focus();
    this.#focus = null;
  }

  #chooseJudge(key: string): void {
    const name =
      this.#reading.value?.judges.find(({ judge }) => judge.key === key)?.judge.name ?? key;
    this.#context.announce(`Showing ${name} against people.`);
    // In the route, so that it is still chosen after the way back and after a reload.
    this.#context.history.replace({ page: 'agreement', judge: key });
  }

  async #scoreAgain(): Promise<void> {
    this.#setScoring({ phase: 'running' });
    try {
      const result = await this.#context.host.request('score-again', {}, { timeout: null });
      this.#setScoring({ phase: 'done', result }, '.scoring vscode-button');
      this.#context.announce(resultWords(result));
      void this.#reading.read();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#setScoring({ phase: 'failed', message }, '.scoring vscode-button');
    }
  }

  #closeScoring(): void {
    this.#setScoring({ phase: 'closed' }, '.actions vscode-button:last-of-type');
  }

  #setScoring(scoring: Scoring, focus: string | null = null): void {
    this.#scoring = scoring;
    this.#focus = focus;
    this.#context.redraw();
  }

  #escape(): boolean {
    if (this.#scoring.phase === 'closed') return this.#context.history.back();
    if (this.#scoring.phase !== 'running') this.#closeScoring();
    return true;
  }
}
