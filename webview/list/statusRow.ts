// The line under the filters: how many match, how far the file is read, what is broken, what is chosen.
import { html, nothing, type TemplateResult } from 'lit';
import type { IndexState, ListQuery } from '../../runtime/contract/viewing.ts';
import { tool } from '../controls/button.ts';
import { wholeNumber } from '../format/numbers.ts';
import { icon } from '../icons.ts';
import { brokenWords, hasFilters, indexWords } from './listWords.ts';
import type { ListSummary } from './rowSource.ts';

export interface StatusRowOptions {
  readonly query: ListQuery;
  readonly state: IndexState | null;
  readonly summary: ListSummary | null;
  readonly chosen: number;
  readonly goToBroken: () => void;
  readonly compare: () => void;
  readonly exportMenu: TemplateResult;
  readonly clearChosen: () => void;
}

export function statusRow(options: StatusRowOptions): TemplateResult {
  const { query, state, summary, chosen } = options;
  return html`<div class="status-row">
    <span>${countView(query, summary)}</span>
    ${state === null ? nothing : progressView(state)}
    ${
      summary?.searching === true
        ? html`<span class="state">${icon('spinner')}Searching the texts…</span>`
        : nothing
    }
    ${chosen === 0 ? nothing : chosenView(options)}
    ${state === null ? nothing : brokenView(state, options.goToBroken)}
  </div>`;
}

function countView(query: ListQuery, summary: ListSummary | null): TemplateResult {
  if (summary === null) return html`Reading the file…`;
  const count = html`<strong>${wholeNumber(summary.matches)}</strong>`;
  const one = summary.matches === 1;
  if (hasFilters(query)) return html`${count} ${one ? 'matches' : 'match'}`;
  return html`${count} ${one ? 'trajectory' : 'trajectories'}`;
}

function progressView(state: IndexState): TemplateResult | typeof nothing {
  if (state.problem !== null) {
    return html`<span class="state" role="alert">${icon('warning', 'warn')}${state.problem}</span>`;
  }
  const words = indexWords(state);
  if (words === null) return nothing;
  const share = Math.round((100 * state.indexedBytes) / Math.max(1, state.totalBytes));
  return html`<span
      class="bar"
      role="progressbar"
      aria-label="Indexing"
      aria-valuenow=${share}
      aria-valuemin="0"
      aria-valuemax="100"
      ><i .style=${`width:${share}%`}></i></span
    ><span class="index-words">${words}</span>`;
}

function brokenView(state: IndexState, goTo: () => void): TemplateResult | typeof nothing {
  const words = brokenWords(state);
  if (words === null) return nothing;
  return html`<button type="button" class="text-link push state" @click=${goTo}>
    ${icon('warning', 'warn')}${words}
  </button>`;
}

function chosenView({ chosen, ...options }: StatusRowOptions): TemplateResult {
  return html`<span class="chosen" role="group" aria-label="Chosen trajectories"
    ><strong>${wholeNumber(chosen)}</strong> chosen
    ${tool({
      label: 'Compare',
      icon: 'compare',
      press: options.compare,
      disabled: chosen !== 2,
      title: chosen === 2 ? 'Side by side' : 'Choose exactly two to compare them',
    })}
    ${options.exportMenu} ${tool({ label: 'Clear', icon: 'cross', press: options.clearChosen })}
  </span>`;
}
