// The score of an evaluation by level, by seed and by how many tries a task had.
import { html, nothing, type TemplateResult } from 'lit';
import type { EvaluationReport } from '../../runtime/contract/evaluation.ts';
import { percent, wholeNumber } from '../format/numbers.ts';
import { intervalWords, rateWords } from './evaluationWords.ts';
import { rateBar } from './rateBar.ts';

export function scoreTables(report: EvaluationReport): TemplateResult {
  return html`<div class="scores">
    ${levelTable(report)} ${seedTable(report)} ${attemptTable(report)}
  </div>`;
}

function levelTable({ levels }: EvaluationReport): TemplateResult | typeof nothing {
  if (levels.length === 0) return nothing;
  return html`<section class="block" aria-labelledby="levels">
    <h2 id="levels">By level</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Level</th>
          <th scope="col" class="num">Tasks</th>
          <th scope="col" class="num">Pass rate, 95 %</th>
          <th scope="col" class="h1"><span class="sr">Pass rate, drawn</span></th>
        </tr>
      </thead>
      <tbody>
        ${levels.map(
          ({ level, tasks, passRate }) =>
            html`<tr>
              <th scope="row">${level ?? 'none'}</th>
              <td class="num">${wholeNumber(tasks)}</td>
              <td class="num">
                ${rateWords(passRate.value)}
                <span class="muted">${intervalWords(passRate)}</span>
              </td>
              <td class="h1">${rateBar(passRate)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

function seedTable({ seeds, peakToPeak }: EvaluationReport): TemplateResult {
  return html`<section class="block" aria-labelledby="seeds">
    <h2 id="seeds">By seed</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Seed</th>
          <th scope="col" class="num">Pass rate</th>
        </tr>
      </thead>
      <tbody>
        ${seeds.map(
          ({ seed, passRate }) =>
            html`<tr>
              <th scope="row">${seed}</th>
              <td class="num">${rateWords(passRate)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${
      peakToPeak === null
        ? nothing
        : html`<p class="meta">
            ${(peakToPeak * 100).toFixed(1)} points between the best and the worst.
          </p>`
    }
  </section>`;
}

function attemptTable({ attempts }: EvaluationReport): TemplateResult | typeof nothing {
  if (attempts.length < 2) return nothing;
  return html`<section class="block" aria-labelledby="attempts">
    <h2 id="attempts">By tries</h2>
    <table>
      <thead>
        <tr>
          <th scope="col" class="num">Tries</th>
          <th scope="col" class="num" title="pass@k">One passes</th>
          <th scope="col" class="num" title="pass^k">All pass</th>
          <th scope="col" class="num">Tasks</th>
        </tr>
      </thead>
      <tbody>
        ${attempts.map(
          ({ k, anyOf, allOf, tasks }) =>
            html`<tr>
              <th scope="row" class="num">${k}</th>
              <td class="num">${percent(anyOf)}</td>
              <td class="num">${percent(allOf)}</td>
              <td class="num">${wholeNumber(tasks)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}
