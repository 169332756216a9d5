// The tasks whose corrected pass rate crosses a border of the window in which a task trains.
import { html, nothing, type TemplateResult } from 'lit';
import type { RewardImpact } from '../../runtime/contract/agreement.ts';
import { tool } from '../controls/button.ts';
import { counted, twoPlaces } from '../format/numbers.ts';
import { icon } from '../icons.ts';
import { visibleLine } from '../text/visibleText.ts';
import { estimateView, intervalText } from './estimateView.ts';

type Moving = RewardImpact['moving'][number];

export interface MovingOptions {
  readonly moving: readonly Moving[];
  /** All of them, or the first few. */
  readonly all: boolean;
  readonly showAll: () => void;
}

const firstFew = 5;

export function movingTasks({ moving, all, showAll }: MovingOptions): TemplateResult {
  if (moving.length === 0) {
    return html`<p class="small">No task would enter or leave the window.</p>`;
  }
  const shown = all ? moving : moving.slice(0, firstFew);
  return html`<table class="moves">
      <caption class="sr">
        Tasks whose corrected pass rate crosses a border of the window from 0.2 to 0.8
      </caption>
      <thead>
        <tr>
          <th scope="col">Task</th>
          <th scope="col" class="num">As judged</th>
          <th scope="col" class="num">Corrected</th>
          <th scope="col" class="h1">
            Pass rate, window shaded
            <span class="meta">(○ judged, ● corrected, line: interval)</span>
          </th>
          <th scope="col">Window</th>
        </tr>
      </thead>
      <tbody>
        ${shown.map(movingRow)}
      </tbody>
    </table>
    ${
      shown.length === moving.length
        ? nothing
        : tool({
            label: `All ${counted(moving.length, 'task')} that move`,
            press: showAll,
            class: 'framed',
          })
    }`;
}

function movingRow({ question, trajectories, judged, corrected, moves }: Moving): TemplateResult {
  const words = visibleLine(question);
  const title = `${words} (${counted(trajectories, 'trajectory', 'trajectories')})`;
  return html`<tr>
    <th scope="row" class="question" title=${title}>${words}</th>
    <td class="num">${twoPlaces(judged)}</td>
    <td class="num">${estimateView(corrected)}</td>
    <td class="h1">${gauge(judged, corrected)}</td>
    <td>
      <span class="state"
        >${moves === 'enters' ? icon('plus', 'ok') : icon('dash', 'bad')}${moves}</span
      >
    </td>
  </tr>`;
}

/** Hollow as judged, filled as corrected, on a line from 0 to 1. The cells beside it hold the same numbers. */
function gauge(judged: number, corrected: Moving['corrected']): TemplateResult {
  const { value, low, high } = corrected;
  const interval = intervalText(corrected);
  const range = interval === null ? '' : `, interval ${interval}`;
  const to = value === null ? 'unknown' : `${twoPlaces(value)}${range}`;
  return html`<div
    class="gauge thin"
    role="img"
    aria-label="From ${twoPlaces(judged)} to ${to}; window 0.2 to 0.8"
  >
    <span class="ok-zone"></span>
    ${
      low === null || high === null
        ? nothing
        : html`<span class="ci" .style=${`left:${share(low)};width:${share(high - low)}`}></span>`
    }
    <span class="was" .style=${`left:${share(judged)}`}></span>
    ${value === null ? nothing : html`<span class="at" .style=${`left:${share(value)}`}></span>`}
  </div>`;
}

function share(value: number): string {
  return `${(Math.min(1, Math.max(0, value)) * 100).toFixed(1)}%`;
}
