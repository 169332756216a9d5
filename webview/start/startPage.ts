// The page "Start Training": a summary of what would be run, where, and what it takes, before anything is started.
import { html, nothing, type TemplateResult } from 'lit';
import type { StartView } from '../../runtime/contract/startPanel.ts';
import type { GpuChoice, TrainingFix } from '../../runtime/contract/training/trainingRequests.ts';
import type { KeyBinding } from '../keys/keyBinding.ts';
import type { Page } from '../shell/page.ts';
import { type CardSide, turned } from './cardTurns.ts';
import { checksView } from './checksView.ts';
import { commandsView } from './commandsView.ts';
import { estimateView } from './estimateView.ts';
import { goView, problemView } from './goView.ts';
import { checkSum } from './planWords.ts';
import { StartActions } from './startActions.ts';
import type { StartContext, StartRoute } from './startContext.ts';
import { whatView } from './whatView.ts';
import { whereView } from './whereView.ts';

export class StartPage implements Page<StartRoute> {
  readonly layout = '';
  readonly title = 'Start Training';
  readonly bindings: readonly KeyBinding[] = [];
  readonly #context: StartContext;
  readonly #actions: StartActions;
  readonly #stopped = new AbortController();
  #areCommandsOpen = false;
  #isDryRun = false;
  /** Name of the check whose offer is being done. */
  #mending: string | null = null;
  /** The commands are to be brought into sight once they are drawn. */
  #comesToCommands = false;

  constructor(context: StartContext) {
    const { host, store, complain } = context;
    this.#context = context;
    this.#actions = new StartActions(host, complain, () => this.#showCommands());
    store.onChange((before) => this.#changed(before), this.#stopped.signal);
  }

  view(): TemplateResult {
    const { view } = this.#context.store;
    const { plan, work, problem } = view;
    const isOld = plan !== null && (work?.doing === 'plan' || problem?.doing === 'plan');
    return html`<main class="start-page">
      <header>
        <h1>Start Training</h1>
        <p class="muted small">
          ${
            work?.doing === 'start'
              ? 'It is being started. Its own page opens when it runs.'
              : 'Check what will run. Nothing has been started yet.'
          }
        </p>
      </header>
      ${problemView(problem, this.#actions)}
      <div class="two ${isOld ? 'old' : ''}" aria-busy=${work?.doing === 'plan' ? 'true' : 'false'}>
        <div>${this.#left(view)}</div>
        <div>${this.#right(view)}</div>
      </div>
    </main>`;
  }

  drawn(): void {
    if (!this.#comesToCommands) return;
    this.#comesToCommands = false;
    const summary = document.getElementById('commands');
    summary?.focus();
    summary?.scrollIntoView({ block: 'start' });
  }

  accept(): boolean {
    return true;
  }

  stop(): void {
    this.#stopped.abort();
  }

  #left(view: StartView): TemplateResult {
    const change = (field: Parameters<StartActions['change']>[0]): void =>
      this.#actions.change(field);
    return html`${whatView(view, change)}
    ${whereView(view, change, {
      turn: (card, side, choice) => this.#turn(card, side, choice),
      divideAll: () => this.#actions.useCards(null),
    })}
    ${
      view.plan === null
        ? nothing
        : commandsView(view.plan.commands, {
            isOpen: this.#areCommandsOpen,
            toggled: (isOpen) => this.#toggled(isOpen),
            copy: (text) => this.#actions.copy(text),
          })
    }`;
  }

  #right(view: StartView): TemplateResult {
    const { plan, work } = view;
    const again = work === null ? (): void => this.#actions.checkAgain() : null;
    const mend = work === null ? (check: string, fix: TrainingFix) => this.#mend(check, fix) : null;
    const checks = { again, mend, mending: this.#mending };
    return html`${
      plan === null ? nothing : html`${estimateView(plan)} ${checksView(plan.checks, checks)}`
    }
    ${goView(view, this.#isDryRun, this.#actions)}`;
  }

  #changed(before: StartView): void {
    const { plan, work, problem } = this.#context.store.view;
    if (plan !== before.plan) this.#isDryRun = false;
    if (before.work?.doing === 'plan' && work === null && problem === null && plan !== null) {
      this.#context.announce(`Checked: ${checkSum(plan.checks)}.`);
    }
    this.#context.redraw();
  }

  #turn(card: number, side: CardSide, choice: GpuChoice): void {
    const to = turned(card, choice, side);
    if (to.ok) this.#actions.useCards(to.choice);
    else this.#context.complain(new Error(to.problem));
  }

  #mend(check: string, fix: TrainingFix): void {
    this.#mending = check;
    this.#context.redraw();
    void this.#actions.fix(fix).then(() => {
      this.#mending = null;
      this.#context.redraw();
    });
  }

  #toggled(isOpen: boolean): void {
    this.#areCommandsOpen = isOpen;
  }

  /** After a dry run, which looked at everything and started nothing. */
  #showCommands(): void {
    this.#areCommandsOpen = true;
    this.#isDryRun = true;
    this.#comesToCommands = true;
    this.#context.redraw();
  }
}
