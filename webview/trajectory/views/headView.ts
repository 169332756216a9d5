// The header: what was asked, with which files, by which model, how it went or what goes on, what judges said, what it
// earned; and what can be done with it as a whole.
import { html, nothing, type TemplateResult } from 'lit';
import type { Verdict } from '../../../runtime/contract/judge.ts';
import { button } from '../../controls/button.ts';
import { clock, duration } from '../../format/durations.ts';
import { judgeWords } from '../../format/judges.ts';
import { counted, twoPlaces, wholeNumber } from '../../format/numbers.ts';
import { verdictLooks } from '../../format/words.ts';
import { icon } from '../../icons.ts';
import { visibleLine, visibleText } from '../../text/visibleText.ts';
import { isUnderWay, type About, type TrajectoryState } from '../state/trajectoryState.ts';
import { fullReward } from '../../format/rewardSum.ts';
import { headerCounts } from './headerCounts.ts';
import { partsOf } from './rewardTerms.ts';
import { statusWords } from './statusWords.ts';
import { toolsView, type ToolsInput } from './toolsView.ts';

export interface HeadInput {
  readonly state: TrajectoryState;
  /** Milliseconds since the rollout started, while it is under way. */
  readonly elapsed: number;
  readonly tools: ToolsInput;
  readonly stopping: boolean;
  /** True where the page is not told verdicts and rewards: neither they nor ways to others are offered. */
  readonly blind: boolean;
  readonly stop: () => void;
  readonly openFile: (path: string) => void;
  readonly showReward: () => void;
}

/** Files shown as chips; the rest is counted. */
const shownFiles = 8;

export function headView(input: HeadInput): TemplateResult {
  const { state, blind } = input;
  const question = state.about?.task.question ?? '';
  return html`<header class="head">
    <div class="head-main">
      ${
        question === ''
          ? html`<h1 class="muted">${statusWords(state)}</h1>`
          : html`<h1 data-field="question">${visibleText(question)}</h1>`
      }
      <div class="head-line">${filesView(state.about, input.openFile)}${factsView(state)}</div>
      ${isUnderWay(state) ? progressLine(input) : nothing}
      ${
        isUnderWay(state)
          ? nothing
          : html`<div class="head-line">
              ${
                blind
                  ? html`<span class="small state">${icon('hidden')}${blindWords}</span>`
                  : html`${verdictsView(state.verdicts)} ${toolsView(input.tools)}`
              }
            </div>`
      }
    </div>
    ${endView(input)}
  </header>`;
}

const blindWords = 'Verdicts and rewards are hidden until you have labelled the answer';

function endView(input: HeadInput): TemplateResult | typeof nothing {
  if (isUnderWay(input.state)) return stopView(input);
  return input.blind ? nothing : scoreView(input.state, input.showReward);
}

function filesView(
  about: About | null,
  open: (path: string) => void,
): TemplateResult | typeof nothing {
  const files = about?.task.files ?? [];
  if (files.length === 0) return nothing;
  const more = files.length - shownFiles;
  return html`<ul class="chips" aria-label="Files of the task">
    ${files.slice(0, shownFiles).map(
      (path) =>
        html`<li>
          <button
            type="button"
            class="chip"
            title="Open ${visibleLine(path)}"
            @click=${() => open(path)}
          >
            ${icon('file', 'muted')}<span>${visibleLine(fileName(path))}</span>
          </button>
        </li>`,
    )}
    ${more > 0 ? html`<li class="meta">and ${counted(more, 'more file')}</li>` : nothing}
  </ul>`;
}

function fileName(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
}

function factsView(state: TrajectoryState): TemplateResult {
  const { about } = state;
  const counts = headerCounts(state);
  const facts: (readonly [name: string, value: string, tone?: string])[] = [];
  if (about !== null) facts.push(['Model', visibleLine(about.model)]);
  if (!isUnderWay(state)) facts.push(['Status', statusWords(state), statusTone(state)]);
  facts.push(['Steps', counted(counts.steps, 'step')]);
  if (counts.tokens !== null) facts.push(['Tokens', counted(counts.tokens, 'token')]);
  if (state.milliseconds !== null) facts.push(['Time', duration(state.milliseconds)]);
  if (counts.refused > 0) facts.push(['Refused', `${wholeNumber(counts.refused)} refused`, 'warn']);
  if (counts.failed > 0) facts.push(['Errors', counted(counts.failed, 'error'), 'bad']);
  return html`<dl class="facts">
    ${facts.map(
      ([name, value, tone = '']) =>
        html`<div>
          <dt class="sr">${name}</dt>
          <dd class=${tone}>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

function statusTone({ phase, ending }: TrajectoryState): string {
  if (phase === 'interrupted' || ending?.stopReason === 'failure') return 'bad';
  return '';
}

/** What goes on, the clock and the limits. Not read out at every tick: steps are announced apart from it. */
function progressLine({ state, elapsed }: HeadInput): TemplateResult {
  const { about, live, rows } = state;
  const step = live?.index ?? (rows.at(-1)?.index ?? 0) + 1;
  const limit = about === null ? '' : `, step ${step} of at most ${about.maxSteps}`;
  const perStep = about?.recipe?.agent.stepTimeoutMilliseconds;
  const python =
    perStep === undefined ? '' : `, Python at most ${wholeNumber(perStep / 1000)} s a step`;
  return html`<div class="head-line">
    <span class="small state">${icon('spinner')}${statusWords(state)}</span>
    <span class="small muted clock">${clock(elapsed)}${limit}${python}</span>
  </div>`;
}

function verdictsView(verdicts: readonly Verdict[]): TemplateResult | typeof nothing {
  if (verdicts.length === 0) return nothing;
  const levels = new Set(verdicts.map((one) => (one.outcome === 'scored' ? one.level : null)));
  levels.delete(null);
  return html`<ul class="chips" aria-label="Verdicts">
      ${verdicts.map((verdict) => html`<li>${verdictView(verdict)}</li>`)}
    </ul>
    ${
      levels.size > 1
        ? html`<span class="small state">${icon('warning', 'warn')}Judges disagree</span>`
        : nothing
    }`;
}

function verdictView(verdict: Verdict): TemplateResult {
  const judge = visibleLine(judgeWords(verdict.judge));
  if (verdict.outcome === 'unscored') {
    return html`<span class="chip" title=${visibleLine(verdict.cause)}
      >${icon('dash', 'muted')}No verdict <span class="meta">${judge}</span></span
    >`;
  }
  const { icon: name, tone, words } = verdictLooks[verdict.level];
  return html`<span class="chip" title=${visibleLine(verdict.reason)}
    >${icon(name, tone)}${words} <span class="meta">${judge}</span></span
  >`;
}

function stopView({ stopping, stop }: HeadInput): TemplateResult {
  return html`<div class="score running">
    ${button({ label: stopping ? 'Stopping …' : 'Stop', icon: 'stop', press: stop, disabled: stopping })}
    <span class="meta"
      >${stopping ? '' : html`<kbd>Esc</kbd> `}Stopping keeps the steps so far</span
    >
  </div>`;
}

function scoreView({ reward }: TrajectoryState, show: () => void): TemplateResult {
  if (reward === null) {
    return html`<div class="score">
      <span class="meta">Reward</span><span class="small">not scored</span>
    </div>`;
  }
  const figure =
    reward.total === null
      ? html`<span class="small">not complete</span>`
      : html`${twoPlaces(reward.total)} <small>of ${twoPlaces(fullReward(reward))}</small>`;
  const parts = partsOf(reward).map(
    ({ label, value }, place) => html`${place === 0 ? '' : ' + '}<sub>${label}</sub> ${value}`,
  );
  return html`<div class="score">
    <span class="meta">Reward</span>
    <a
      class="figure plain"
      href="#reward"
      title="Show how the reward is made up"
      @click=${(event: Event) => {
        event.preventDefault();
        show();
      }}
      >${figure}</a
    >
    <span class="sum">${parts}</span>
  </div>`;
}
