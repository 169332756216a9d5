// A judge against people as a matrix: rows the judge, columns people. Every cell that holds answers opens them.
import { html, nothing, type TemplateResult } from 'lit';
import { type JudgeAgainstPeople, levelOrder } from '../../runtime/contract/agreement.ts';
import type { VerdictLevel } from '../../runtime/contract/judge.ts';
import { percent, wholeNumber } from '../format/numbers.ts';
import { visibleLine } from '../text/visibleText.ts';
import { matrixTotals } from './agreementFacts.ts';
import { isTooFew, tooFewView } from './estimateView.ts';
import { levelView } from './levelView.ts';

export interface MatrixOptions {
  readonly against: JudgeAgainstPeople;
  readonly open: (judged: VerdictLevel, people: VerdictLevel) => void;
}

export function matrixView(options: MatrixOptions): TemplateResult {
  const { judge, n, counts } = options.against;
  const { rows, columns } = matrixTotals(counts);
  return html`<section id="matrix" aria-labelledby="matrix-title">
    <div class="section-head">
      <h2 id="matrix-title">${visibleLine(judge.name)} against people</h2>
      <span class="meta">n = ${wholeNumber(n)}</span>
    </div>
    <table class="heat">
      <caption class="sr">
        Rows: judge. Columns: people. Each cell opens its answers.
      </caption>
      <thead>
        <tr>
          <th scope="col">judge ↓ people →</th>
          ${levelOrder.map((level) => html`<th scope="col">${levelView(level)}</th>`)}
          <th scope="col" class="total">n</th>
        </tr>
      </thead>
      <tbody>
        ${levelOrder.map(
          (judged, row) =>
            html`<tr>
              <th scope="row">${levelView(judged)}</th>
              ${levelOrder.map((people, column) => cell(options, [judged, people], [row, column]))}
              <td class="total">${wholeNumber(rows[row] ?? 0)}</td>
            </tr>`,
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">People, n</th>
          ${columns.map((count) => html`<td>${wholeNumber(count)}</td>`)}
          <td><b>${wholeNumber(n)}</b></td>
        </tr>
      </tfoot>
    </table>
    <p class="meta under">
      ${
        isTooFew(n)
          ? html`${tooFewView()} before shares are shown. A cell opens its answers.`
          : 'Weighted share of the column below each count. Outlined: same verdict. A cell opens its answers.'
      }
    </p>
  </section>`;
}

function cell(
  { against, open }: MatrixOptions,
  [judged, people]: readonly [VerdictLevel, VerdictLevel],
  [row, column]: readonly [number, number],
): TemplateResult {
  const count = against.counts[row]?.[column] ?? 0;
  const known = isTooFew(against.n) ? null : (against.columnShares[row]?.[column] ?? null);
  return html`<td
    class=${row === column ? 'same' : ''}
    .style=${`--share:${((known ?? 0) * 100).toFixed(0)}`}
  >
    <button type="button" ?disabled=${count === 0} @click=${() => open(judged, people)}>
      <span class="sr">Judge ${judged}, people ${people}:</span>
      <b>${wholeNumber(count)}</b><span class="sr">${count === 1 ? 'answer' : 'answers'}</span>
      ${
        known === null
          ? nothing
          : html`<small>${percent(known)}</small><span class="sr">of the column</span>`
      }
    </button>
  </td>`;
}
