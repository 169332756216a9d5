// What a person can choose on the queue page: which tasks are listed, and in which order; and what the cells mean.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { twoPlaces, wholeNumber } from '../format/numbers.ts';
import { icon } from '../icons.ts';
import { type QueueRoute, shows, sorts } from './queueRoute.ts';
import type { QueueSummary } from './queueRows.ts';

export interface QueueToolsOptions {
  readonly route: QueueRoute;
  /** Null until the first answer. */
  readonly summary: QueueSummary | null;
  readonly change: (to: Partial<QueueRoute>) => void;
  /** A filter that is being written: asked for once the person pauses. */
  readonly write: (filter: string) => void;
}

export function queueTools({ route, summary, change, write }: QueueToolsOptions): TemplateResult {
  return html`<div class="queue-tools">
    <span class="field find">
      ${icon('find', 'muted')}
      <input
        type="search"
        class="find-text"
        aria-label="Filter tasks"
        placeholder="Filter tasks, e.g. xlsx or @cooling"
        .value=${live(route.filter)}
        @input=${(event: Event) => write(textOf(event))}
      />
    </span>
    <span class="either" role="group" aria-label="Show">
      ${shows.map((show) => showButton(show, route, summary, change))}
    </span>
    ${sortField(route, change)} ${summary === null ? nothing : legend(summary.mostReward)}
  </div>`;
}

const showWords: Readonly<Record<QueueRoute['show'], string>> = {
  all: 'All',
  'this-step': 'This step',
  cooling: 'Cooling',
  skipped: 'Skipped',
};

function showButton(
  show: QueueRoute['show'],
  route: QueueRoute,
  summary: QueueSummary | null,
  change: QueueToolsOptions['change'],
): TemplateResult {
  const count = summary === null ? '' : wholeNumber(countOf(show, summary.totals));
  return html`<button
    type="button"
    aria-pressed=${String(route.show === show)}
    @click=${() => change({ show })}
  >
    ${showWords[show]} <span class="count">${count}</span>
  </button>`;
}

function countOf(show: QueueRoute['show'], totals: QueueSummary['totals']): number {
  const counts = {
    all: totals.tasks,
    'this-step': totals.inStep,
    cooling: totals.cooling,
    skipped: totals.skipped,
  };
  return counts[show];
}

const sortWords: Readonly<Record<QueueRoute['sort'], string>> = {
  'last-visit': 'last visited',
  'pass-rate': 'pass rate',
  task: 'task',
};

function sortField({ sort }: QueueRoute, change: QueueToolsOptions['change']): TemplateResult {
  const chosen = (event: Event): void => {
    const found = sorts.find((one) => one === textOf(event));
    if (found !== undefined) change({ sort: found });
  };
  return html`<label class="field"
    ><span>Sort</span
    ><select aria-label="Sort" @change=${chosen}>
      ${sorts.map(
        (one) => html`<option value=${one} ?selected=${one === sort}>${sortWords[one]}</option>`,
      )}
    </select></label
  >`;
}

function textOf({ target }: Event): string {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
  return isField ? target.value : '';
}

function legend(mostReward: number): TemplateResult {
  const key = (look: string, fill: number, words: string): TemplateResult =>
    html`<li>
      <span class="q-cell ${look}"><i .style=${`height:${fill}%`}></i></span>${words}
    </li>`;
  return html`<ul class="keys queue-keys">
    ${key('fresh', 70, 'fresh')} ${key('cached', 70, 'cached')}
    ${key('fresh', 37, `height = reward, full = ${shortNumber(mostReward)}`)}
    ${key('cached leaves first', 60, 'leaves next, notch first')}
  </ul>`;
}

function shortNumber(value: number): string {
  return twoPlaces(value).replace(/\.?0+$/, '');
}
