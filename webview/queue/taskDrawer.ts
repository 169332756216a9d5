// What stands beside the list: one task with its visits, and the trajectory of its queue that a person chose.
import { html, nothing, type TemplateResult } from 'lit';
import type { QueueRow } from '../../runtime/contract/training/runView.ts';
import { actionButton } from '../controls/actionButton.ts';
import { iconTool } from '../controls/button.ts';
import { twoPlaces, wholeNumber } from '../format/numbers.ts';
import { ageWords, leavingWords, type PlacedCell, placedCells, windowWords } from './queueCell.ts';
import { queueLooks } from './queueLooks.ts';
import type { RowScale } from './queueRowView.ts';
import { rewardView } from './rewardView.ts';
import type { SampledState } from './sampledReward.ts';

export interface TaskDrawerOptions {
  readonly row: QueueRow;
  /** Place of the trajectory in the queue, from 0; null for the task alone. */
  readonly cell: number | null;
  readonly scale: RowScale;
  readonly choose: (cell: number | null) => void;
  /** Of the trajectory's reward; null where nothing is known of it. */
  readonly sampled: SampledState | null;
  /** On which the run is. */
  readonly machine: string;
  readonly fetch: () => void;
  readonly openStep: (step: number) => void;
  readonly openTrajectory: (step: number, trajectoryId: string) => void;
  readonly close: () => void;
}

/** Visits that are listed, the newest first. */
const mostVisits = 8;

export function taskDrawer(options: TaskDrawerOptions): TemplateResult {
  const { row, scale, close } = options;
  const cells = placedCells(row, scale.mostReward);
  const placed = options.cell === null ? undefined : cells[options.cell];
  const title = placed === undefined ? 'Task' : `Trajectory ${placed.place + 1} of ${placed.of}`;
  return html`<aside class="queue-drawer" aria-label=${`${title}: ${row.taskId}`}>
    <header>
      <h2>${title} <span class="mono">${row.taskId}</span></h2>
      <span class="nowrap">
        ${placed === undefined ? nothing : walk(placed, options.choose)}
        ${iconTool('cross', 'Close', close)}
      </span>
    </header>
    <p>${row.question}</p>
    ${row.files.length === 0 ? nothing : html`<p class="meta mono">${row.files.join(', ')}</p>`}
    ${placed === undefined ? nothing : trajectoryView(placed, options)} ${taskView(row, scale)}
    ${visitsView(row, scale, options.openStep)}
  </aside>`;
}

/** To the trajectories before and after it; those at the ends lead round to each other. */
function walk({ place, of }: PlacedCell, choose: (cell: number) => void): TemplateResult {
  return html`${iconTool('left', 'Older trajectory', () => choose((place + of - 1) % of))}
  ${iconTool('closed', 'Newer trajectory', () => choose((place + 1) % of))}`;
}

function trajectoryView(placed: PlacedCell, options: TaskDrawerOptions): TemplateResult {
  const { cell } = placed;
  const { sampled, machine, fetch } = options;
  const { sampledAt, reward, trajectoryId } = cell;
  const leaves = leavingWords(placed);
  return html`<dl class="kv">
      ${pair('Reward', reward === null ? 'none' : twoPlaces(reward))}
      ${pair('Sampled', `step ${wholeNumber(sampledAt)}, ${ageWords(placed)}`)}
      ${pair('Leaves', leaves === '' ? 'not at the next visit' : leaves.replace(/^leaves /, ''))}
      ${trajectoryId === null ? nothing : pair('Id', html`<code>${trajectoryId}</code>`)}
    </dl>
    ${sampled === null ? nothing : rewardView(sampled, machine, fetch)}
    <div class="actions">${openButton(placed, options)}</div>`;
}

/** To the trajectory itself; in runs that do not name them, to all of its train step. */
function openButton(
  { cell: { sampledAt, trajectoryId } }: PlacedCell,
  { openStep, openTrajectory }: TaskDrawerOptions,
): TemplateResult {
  return actionButton({
    label: trajectoryId === null ? 'Open Trajectories' : 'Open Trajectory',
    ...{ icon: 'file', kind: 'filled' },
    press: () =>
      trajectoryId === null ? openStep(sampledAt) : openTrajectory(sampledAt, trajectoryId),
    refusal: sampledAt > 0 ? null : 'It was sampled before the first train step.',
  });
}

function taskView({ state, detail, cells }: QueueRow, { window }: RowScale): TemplateResult {
  const { words } = queueLooks[state];
  return html`<dl class="kv">
    ${pair('State', detail === '' ? words : `${words}, ${detail}`)}
    ${pair('In queue', cells.length === 0 ? 'nothing yet' : String(cells.length))}
    ${window === null ? nothing : pair('Window', `${window[0]} to ${window[1]}`)}
  </dl>`;
}

function pair(name: string, words: string | TemplateResult): TemplateResult {
  return html`<div>
    <dt>${name}</dt>
    <dd>${words}</dd>
  </div>`;
}

function visitsView(
  { passRates }: QueueRow,
  { window }: RowScale,
  openStep: (step: number) => void,
): TemplateResult | typeof nothing {
  if (passRates.length === 0) return nothing;
  const newest = passRates.slice(-mostVisits).reverse();
  return html`<table class="visits">
    <caption>
      Visits${passRates.length > mostVisits ? `, the last ${mostVisits} of ${passRates.length}` : ''}
    </caption>
    <thead>
      <tr>
        <th scope="col">Step</th>
        <th scope="col" class="num">Pass rate</th>
        <th scope="col"><span class="sr">Where it lies</span></th>
      </tr>
    </thead>
    <tbody>
      ${newest.map(
        ({ step, rate }) =>
          html`<tr>
            <th scope="row">${stepLink(step, openStep)}</th>
            <td class="num">${rate === null ? '–' : twoPlaces(rate)}</td>
            <td class="meta">${windowWords(rate, window)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function stepLink(step: number, openStep: (step: number) => void): TemplateResult {
  return html`<button
    type="button"
    class="text-link"
    aria-label="Open the trajectories of train step ${step}"
    @click=${() => openStep(step)}
  >
    ${wholeNumber(step)}
  </button>`;
}
