// Two checkpoints beside each other: what changed with its interval, then the tasks won and lost, since one average hides both.
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { CheckpointListing } from '../../runtime/contract/training/runView.ts';
import { actionButton } from '../controls/actionButton.ts';
import { counted, wholeNumber } from '../format/numbers.ts';
import { icon } from '../icons.ts';
import type { Pair } from './checkpointsRoute.ts';
import type { ComparedCheckpoints, ComparisonState } from './comparison.ts';
import {
  changeInterval,
  changeValue,
  type ComparedFigure,
  figureName,
  figureNote,
  figureValue,
  isEffect,
} from './comparisonWords.ts';
import { taskList } from './taskList.ts';

export interface ComparisonParts {
  readonly pair: Pair;
  /** Of the two, those that no tasks were tried on yet. */
  readonly unevaluated: readonly CheckpointListing[];
  readonly state: ComparisonState | null;
  /** Why the machine cannot be asked for anything now; null when it can. */
  readonly refusal: string | null;
  readonly evaluate: (step: number) => void;
}

export function comparisonView(parts: ComparisonParts): TemplateResult {
  const { first, second } = parts.pair;
  const { state } = parts;
  const tasks = state?.kind === 'compared' ? state.compared.tasks : null;
  return html`<section class="block" aria-labelledby="comparison">
    <div class="section-head">
      <h2 id="comparison">Compare step ${wholeNumber(first)} and step ${wholeNumber(second)}</h2>
      ${
        tasks === null
          ? nothing
          : html`<span class="meta">the same ${counted(tasks, 'held-out task')}</span>`
      }
    </div>
    ${parts.unevaluated.length > 0 ? wanting(parts) : stateView(parts.pair, state)}
  </section>`;
}

/** A comparison needs both on the same tasks. */
function wanting({ unevaluated, refusal, evaluate }: ComparisonParts): TemplateResult {
  const steps = unevaluated.map(({ step }) => step);
  const which = steps.map((step) => `Step ${wholeNumber(step)}`).join(' and ');
  const have = steps.length === 1 ? 'has' : 'have';
  return html`<p class="note">
      ${icon('info', 'info')}
      <span>${which} ${have} not been evaluated. Both are compared on the same tasks.</span>
    </p>
    <div class="actions">
      ${steps.map((step) =>
        actionButton({
          ...{ label: `Evaluate Step ${step}…`, icon: 'evaluate', refusal },
          press: () => evaluate(step),
        }),
      )}
    </div>`;
}

function stateView(pair: Pair, state: ComparisonState | null): TemplateResult {
  switch (state?.kind) {
    case undefined:
    case 'reading':
      return html`<p class="note">${icon('spinner')}<span>Comparing</span></p>`;
    case 'refused':
      return html`<p class="note">${icon('warning', 'warn')}<span>${state.message}</span></p>`;
    case 'compared':
      return comparedView(pair, state.compared);
  }
}

function comparedView(pair: Pair, compared: ComparedCheckpoints): TemplateResult {
  const { figures, won, lost, tasks, fromCopy } = compared;
  return html`${fromCopy ? copyNote : nothing}
    <div class="comparison">
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col"><span class="sr">Figure</span></th>
              <th scope="col" class="num">${wholeNumber(pair.first)}</th>
              <th scope="col" class="num">${wholeNumber(pair.second)}</th>
              <th scope="col" class="num">Change, 95 %</th>
              <th scope="col" class="h1"><span class="sr">Interval, drawn</span></th>
            </tr>
          </thead>
          <tbody>
            ${figures.map((figure) => figureRow(figure, tasks))}
          </tbody>
        </table>
        <p class="meta h1">A filled dot: the interval leaves out 0.</p>
      </div>
      ${taskList({ title: 'Won', icon: 'up', tone: 'ok', tasks: won })}
      ${taskList({ title: 'Lost', icon: 'down', tone: 'bad', tasks: lost })}
    </div>`;
}

const copyNote = html`<p class="note">
  ${icon('info', 'info')}
  <span>The machine cannot be reached now. This is what this computer keeps of it.</span>
</p>`;

function figureRow(figure: ComparedFigure, tasks: number): TemplateResult {
  const note = figureNote(figure, tasks);
  const change = changeValue(figure, figure.change);
  return html`<tr>
    <th scope="row">${figureName(figure.name)}</th>
    <td class="num">${figureValue(figure, figure.first)}</td>
    <td class="num">${figureValue(figure, figure.second)}</td>
    <td class="num">
      ${isEffect(figure) ? html`<strong>${change}</strong>` : change}
      <span class="muted" title=${note ?? nothing}>${changeInterval(figure)}</span>
    </td>
    <td class="drawn h1">${intervalDrawing(figure)}</td>
  </tr>`;
}

/** Half the width of the drawing, in its units. */
const half = 48;

/** On a scale of its own: the farther end of the interval is near the edge. */
function intervalDrawing(figure: ComparedFigure): TemplateResult | typeof nothing {
  const { low, high, change } = figure;
  if (low === null || high === null) return nothing;
  const farthest = Math.max(Math.abs(low), Math.abs(high));
  const at = (value: number): number => (farthest === 0 ? 0 : (value / farthest) * (half - 4));
  return html`<svg class="interval" viewBox="${-half} 0 ${2 * half} 14" aria-hidden="true">
    ${svg`<line class="zero" x1="0" x2="0" y1="0" y2="14"/>
      <line class="whisker" x1=${at(low)} x2=${at(high)} y1="7" y2="7"/>
      <circle class=${isEffect(figure) ? 'effect' : 'none'} cx=${at(change)} cy="7" r="2.6"/>`}
  </svg>`;
}
