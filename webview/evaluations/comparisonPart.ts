// Two evaluations beside each other on the tasks that both have: what changed, whether chance explains it, and the tasks won and lost.
import { html, nothing, type TemplateResult } from 'lit';
import type { EvaluationComparison } from '../../runtime/contract/evaluation.ts';
import { taskList } from '../checkpoints/taskList.ts';
import { counted } from '../format/numbers.ts';
import { icon } from '../icons.ts';
import type { Asked } from './asked.ts';
import { chanceWords, changeWords, fieldWords, isEffect, rateWords } from './evaluationWords.ts';

export interface ComparisonPartOptions {
  readonly first: string;
  readonly second: string;
  readonly asked: Pick<Asked<EvaluationComparison>, 'value' | 'problem' | 'isReading'>;
}

export function comparisonPart({ first, second, asked }: ComparisonPartOptions): TemplateResult {
  const { value, problem } = asked;
  return html`<section class="block" aria-labelledby="comparison">
    <div class="section-head">
      <h2 id="comparison">Compare ${first} and ${second}</h2>
      ${value === null ? nothing : html`<span class="meta">${tasksWords(value)}</span>`}
    </div>
    ${
      problem === null
        ? nothing
        : html`<p class="note" role="alert">${icon('warning', 'warn')}<span>${problem}</span></p>`
    }
    ${value === null ? waiting(asked.isReading) : comparedView(value)}
  </section>`;
}

function waiting(isReading: boolean): TemplateResult | typeof nothing {
  if (!isReading) return nothing;
  return html`<p class="note">${icon('spinner')}<span>Comparing</span></p>`;
}

function tasksWords({ tasks, leftOut }: EvaluationComparison): string {
  const rest = leftOut === 0 ? '' : `, ${counted(leftOut, 'task')} left out`;
  return `the same ${counted(tasks, 'task')}${rest}`;
}

function comparedView(compared: EvaluationComparison): TemplateResult {
  const { won, lost, differences } = compared;
  return html`${differences.length === 0 ? nothing : otherProtocol(differences)}
    <div class="comparison">
      ${figures(compared)} ${taskList({ title: 'Won', icon: 'up', tone: 'ok', tasks: won })}
      ${taskList({ title: 'Lost', icon: 'down', tone: 'bad', tasks: lost })}
    </div>`;
}

function otherProtocol(differences: EvaluationComparison['differences']): TemplateResult {
  const fields = differences.map(({ field }) => fieldWords(field)).join(', ');
  return html`<p class="note">
    ${icon('warning', 'warn')}<span
      >They followed different protocols (${fields}). The difference is that of the protocols too,
      and not of the models alone.</span
    >
  </p>`;
}

function figures(compared: EvaluationComparison): TemplateResult {
  const { firstRate, secondRate, change, interval } = compared;
  const words = changeWords(change);
  return html`<div class="scroll">
    <table>
      <tbody>
        <tr>
          <th scope="row">${compared.first}</th>
          <td class="num">${rateWords(firstRate)}</td>
        </tr>
        <tr>
          <th scope="row">${compared.second}</th>
          <td class="num">${rateWords(secondRate)}</td>
        </tr>
        <tr>
          <th scope="row">Change, points</th>
          <td class="num">${isEffect(change) ? html`<strong>${words}</strong>` : words}</td>
        </tr>
        <tr>
          <th scope="row">Paired test</th>
          <td class="num">${chanceWords(compared)}</td>
        </tr>
      </tbody>
    </table>
    <p class="meta">${interval}</p>
  </div>`;
}
