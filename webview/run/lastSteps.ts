// The last train steps as a table, each the way to its trajectories.
import { html, nothing, type TemplateResult } from 'lit';
import type { MetricColumns } from '../../runtime/contract/training/runView.ts';
import { wholeNumber } from '../format/numbers.ts';
import { stepTable } from './stepColumns.ts';

const mostSteps = 8;

export function lastSteps(
  metrics: MetricColumns,
  openStep: (step: number) => void,
): TemplateResult | typeof nothing {
  const { columns, rows } = stepTable(metrics, mostSteps);
  if (rows.length === 0) return nothing;
  return html`<section class="block" aria-labelledby="last-steps">
    <div class="section-head">
      <h2 id="last-steps">Last train steps</h2>
      <span class="meta">a step opens its trajectories</span>
    </div>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col" class="num">Step</th>
            ${columns.map(
              ({ name, narrow = '' }) => html`<th scope="col" class="num ${narrow}">${name}</th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ step, cells }) =>
              html`<tr>
                <th scope="row" class="num">
                  <button
                    type="button"
                    class="text-link"
                    aria-label="Open the trajectories of train step ${step}"
                    @click=${() => openStep(step)}
                  >
                    ${wholeNumber(step)}
                  </button>
                </th>
                ${cells.map(
                  (cell, at) => html`<td class="num ${columns[at]?.narrow ?? ''}">${cell}</td>`,
                )}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}
