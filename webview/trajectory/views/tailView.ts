// What stands below the last step: how it broke off, that the end is followed, and the question to ask next.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { button, tool } from '../../controls/button.ts';
import { valueOf } from '../../controls/valueOf.ts';
import { icon } from '../../icons.ts';
import { visibleText } from '../../text/visibleText.ts';
import { isUnderWay, type TrajectoryState } from '../state/trajectoryState.ts';

export interface TailInput {
  readonly state: TrajectoryState;
  readonly following: boolean;
  readonly follow: () => void;
  readonly showLog: () => void;
  readonly ask: AskInput;
}

export interface AskInput {
  readonly question: string;
  readonly busy: boolean;
  /** Why nothing can be asked; null when it can. */
  readonly cannotRun: string | null;
  readonly changed: (question: string) => void;
  readonly send: () => void;
}

export function tailView(input: TailInput): TemplateResult {
  const { state } = input;
  return html`${failureView(input)} ${problemsView(state)}
  ${isUnderWay(state) ? followView(input) : askView(state, input.ask)}`;
}

/** Why there is no answer, where something broke. */
function failureView({ state, showLog }: TailInput): TemplateResult | typeof nothing {
  const failure = state.ending?.failure ?? null;
  if (failure === null) return nothing;
  return html`<div class="well trouble is-bad" role="alert">
    <div class="well-head">
      <h3 class="meta state">${icon('warning', 'bad')}Something broke</h3>
      ${tool({ label: 'Show log', press: showLog, class: 'push' })}
    </div>
    <p class="well-text">${visibleText(failure.message)}</p>
  </div>`;
}

function problemsView({ problems, phase }: TrajectoryState): TemplateResult | typeof nothing {
  const kept = 'What was done until then is in the file.';
  const all = phase === 'interrupted' ? [...problems, kept] : problems;
  if (all.length === 0) return nothing;
  return html`<ul class="notes">
    ${all.map(
      (problem) =>
        html`<li class="note">${icon('warning', 'warn')}<span>${visibleText(problem)}</span></li>`,
    )}
  </ul>`;
}

function followView({ following, follow }: TailInput): TemplateResult {
  if (following) {
    return html`<p class="small muted state follow">
      ${icon('follow')}Following the newest step. Scrolling up stops it.
    </p>`;
  }
  return html`<p class="follow is-off">
    ${button({ label: 'Follow', kind: 'quiet', icon: 'follow', press: follow })}
  </p>`;
}

function askView(state: TrajectoryState, ask: AskInput): TemplateResult | typeof nothing {
  if (state.rows.length === 0 || state.phase === 'reading') return nothing;
  const { question, busy, cannotRun, changed, send } = ask;
  if (cannotRun !== null) return html`<p class="meta ask">${cannotRun}</p>`;
  return html`<form
    class="ask"
    @submit=${(event: Event) => {
      event.preventDefault();
      send();
    }}
  >
    <label for="ask-text">Ask another question in the same namespace</label>
    <textarea
      id="ask-text"
      rows="2"
      placeholder="The variables of this trajectory are still there."
      ?disabled=${busy}
      .value=${live(question)}
      @input=${(event: Event) => changed(valueOf(event))}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
        event.preventDefault();
        send();
      }}
    ></textarea>
    <div class="edit-foot">
      ${button({
        ...{ label: busy ? 'Starting …' : 'Ask', kind: 'quiet', icon: 'play' },
        disabled: busy || question.trim() === '',
        press: send,
      })}
      <span class="meta"
        ><kbd>Enter</kbd> asks, <kbd>Shift</kbd> <kbd>Enter</kbd> begins a new line</span
      >
    </div>
  </form>`;
}
