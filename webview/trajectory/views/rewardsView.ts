// The reward as training sees it: a row for each step, the sums below, and the arithmetic for the recipe.
import { html, nothing, type TemplateResult } from 'lit';
import type { StepRow } from '../../../runtime/contract/stepRow.ts';
import { secondsColumn } from '../../format/durations.ts';
import { percent, wholeNumber } from '../../format/numbers.ts';
import { icon } from '../../icons.ts';
import { visibleLine, visibleText } from '../../text/visibleText.ts';
import type { RowWindow } from '../column/rowWindow.ts';
import type { RewardSum, RewardTerm } from './rewardTerms.ts';

export interface RewardsInput {
  /** The steps that count. */
  readonly rows: readonly StepRow[];
  readonly sum: RewardSum | null;
  /** Number of the step under way, with its tokens and milliseconds so far; null for none. */
  readonly live: {
    readonly step: number;
    readonly tokens: number;
    readonly milliseconds: number;
  } | null;
  readonly window: RowWindow;
  /** Steps before that belong to questions asked earlier. */
  readonly earlierSteps: number;
  readonly chosen: number | null;
  readonly choose: (step: number) => void;
}

export const rewardRowHeight = 22;

export function rewardsView(input: RewardsInput): TemplateResult {
  const { sum, rows, live, earlierSteps } = input;
  return html`<section id="reward" aria-labelledby="reward-title" tabindex="-1">
    <div class="side-head">
      <h2 id="reward-title">Reward by step</h2>
      ${sum === null ? nothing : html`<span class="meta push">recipe ${visibleLine(sum.recipe)}</span>`}
    </div>
    ${
      rows.length === 0 && live === null
        ? html`<p class="meta">No step has ended yet.</p>`
        : tableView(input)
    }
    ${
      earlierSteps > 0
        ? html`<p class="meta">Steps 1 to ${earlierSteps} count for the question before.</p>`
        : nothing
    }
    ${sum === null ? nothing : sumView(sum)}
  </section>`;
}

function tableView(input: RewardsInput): TemplateResult {
  const { rows, window, live } = input;
  return html`<div
    class="scroll rows"
    data-rewards
    tabindex="0"
    role="group"
    aria-label="Reward by step"
  >
    <table class="rewards">
      <caption class="sr">
        One row a step
      </caption>
      <thead>
        <tr>
          <th scope="col">Step</th>
          <th scope="col" class="mid">Parsed</th>
          <th scope="col" class="mid">Ran</th>
          <th scope="col">Refused</th>
          <th scope="col" class="num" title="Calls of tools that failed">Tool err.</th>
          <th scope="col" class="num">Tokens</th>
          <th scope="col" class="num" title="Seconds">Sec.</th>
        </tr>
      </thead>
      <tbody>
        ${room(window.before)}
        ${rows.slice(window.first, window.end).map((row) => rowView(row, input))}
        ${room(window.after)} ${live === null ? nothing : liveRow(live, input)}
      </tbody>
      ${footView(input)}
    </table>
  </div>`;
}

function rowView(row: StepRow, input: RewardsInput): TemplateResult {
  const refused = row.refused.map(visibleLine).join(', ');
  return html`<tr aria-current=${row.index === input.chosen ? 'step' : nothing}>
    <th scope="row">${stepLink(row.index, input)}</th>
    <td class="mid">${yesNo(row.parsed)}</td>
    <td class="mid">${yesNo(row.executed)}</td>
    <td class="refused-names" title=${refused}>${refused}</td>
    <td class="num">${wholeNumber(row.toolErrors)}</td>
    <td class="num">${row.tokens === null ? '–' : wholeNumber(row.tokens)}</td>
    <td class="num">${secondsColumn(row.milliseconds)}</td>
  </tr>`;
}

function liveRow(live: NonNullable<RewardsInput['live']>, input: RewardsInput): TemplateResult {
  const open = html`<span class="muted">…</span>`;
  return html`<tr>
    <th scope="row">${stepLink(live.step, input)}</th>
    <td class="mid">${open}</td>
    <td class="mid">${open}</td>
    <td></td>
    <td class="num">${open}</td>
    <td class="num">${live.tokens === 0 ? open : wholeNumber(live.tokens)}</td>
    <td class="num">${secondsColumn(live.milliseconds)}</td>
  </tr>`;
}

function stepLink(step: number, { choose }: RewardsInput): TemplateResult {
  return html`<a
    href=${`#step-${step}`}
    @click=${(event: Event) => {
      event.preventDefault();
      choose(step);
    }}
    >${wholeNumber(step)}</a
  >`;
}

function yesNo(value: boolean): TemplateResult {
  return value ? icon('tick', 'ok', 'yes') : icon('cross', 'bad', 'no');
}

function footView({ rows, live }: RewardsInput): TemplateResult {
  const of = (counted: number): string =>
    rows.length < 1000 ? `${counted}/${rows.length}` : percent(counted / rows.length);
  const sum = (value: (row: StepRow) => number): number =>
    rows.reduce((total, row) => total + value(row), 0);
  const isCounted = live !== null || rows.some(({ tokens: own }) => own !== null);
  const tokens = sum(({ tokens: own }) => own ?? 0) + (live?.tokens ?? 0);
  const milliseconds = sum((row) => row.milliseconds) + (live?.milliseconds ?? 0);
  return html`<tfoot>
    <tr>
      <th scope="row">${live === null ? 'Total' : 'So far'}</th>
      <td class="mid">${of(rows.filter(({ parsed }) => parsed).length)}</td>
      <td class="mid">${of(rows.filter(({ executed }) => executed).length)}</td>
      <td>${wholeNumber(sum(({ refused }) => refused.length))}</td>
      <td class="num">${wholeNumber(sum(({ toolErrors }) => toolErrors))}</td>
      <td class="num">${isCounted ? wholeNumber(tokens) : '–'}</td>
      <td class="num">${secondsColumn(milliseconds)}</td>
    </tr>
  </tfoot>`;
}

function sumView({ line, notes, terms }: RewardSum): TemplateResult {
  return html`<p class="sumline mono">${line}</p>
    ${notes.map((note) => html`<p class="meta">${visibleLine(note)}</p>`)} ${sourcesView(terms)}`;
}

/** Where each part's score comes from, once there is a reward. */
function sourcesView(terms: readonly RewardTerm[]): TemplateResult | typeof nothing {
  const known = terms.filter(({ source, reason }) => source !== null || reason !== null);
  if (known.length === 0) return nothing;
  return html`<dl class="sources" aria-label="Sources of the reward">
    ${known.map(
      ({ label, source, reason }) =>
        html`<div>
          <dt>${visibleLine(label)}</dt>
          <dd>
            ${source === null ? nothing : visibleLine(source)}
            ${reason === null ? nothing : html`<span class="meta">${visibleText(reason)}</span>`}
          </dd>
        </div>`,
    )}
  </dl>`;
}

function room(height: number): TemplateResult | typeof nothing {
  if (height === 0) return nothing;
  return html`<tr aria-hidden="true" class="room">
    <td colspan="7" .style=${`height:${height}px`}></td>
  </tr>`;
}
