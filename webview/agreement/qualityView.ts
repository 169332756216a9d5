// How good a judge is at each verdict, people taken as right, and what its figures mean in sentences.
import { html, type TemplateResult } from 'lit';
import type { JudgeAgainstPeople, PairAgreement } from '../../runtime/contract/agreement.ts';
import { wholeNumber } from '../format/numbers.ts';
import { icon } from '../icons.ts';
import { visibleLine } from '../text/visibleText.ts';
import { judgeNotes, type Note } from './agreementFacts.ts';
import { estimateView, isTooFew, tooFewView } from './estimateView.ts';
import { levelView } from './levelView.ts';

export function qualityView(
  against: JudgeAgainstPeople,
  pair: PairAgreement | null,
): TemplateResult {
  return html`<section aria-labelledby="each-verdict">
    <div class="section-head">
      <h2 id="each-verdict">Each verdict</h2>
      <span class="meta">of ${visibleLine(against.judge.name)}, people taken as right</span>
    </div>
    ${isTooFew(against.n) ? html`<p class="small">${tooFewView()}</p>` : qualityTable(against)}
    ${notesView(judgeNotes(against, pair))}
  </section>`;
}

function qualityTable({ quality }: JudgeAgainstPeople): TemplateResult {
  return html`<table>
    <caption class="sr">
      Precision and recall of each verdict
    </caption>
    <thead>
      <tr>
        <th scope="col">Verdict</th>
        <th
          scope="col"
          class="num"
          title="Of the answers that the judge gave this verdict, the share that people gave it too"
        >
          Precision
        </th>
        <th
          scope="col"
          class="num"
          title="Of the answers that people gave this verdict, the share that the judge gave it too"
        >
          Recall
        </th>
        <th scope="col" class="num" title="Answers that people gave this verdict">n</th>
      </tr>
    </thead>
    <tbody>
      ${quality.map(
        ({ level, precision, recall, n }) =>
          html`<tr>
            <th scope="row">${levelView(level)}</th>
            <td class="num">${estimateView(precision)}</td>
            <td class="num">${estimateView(recall)}</td>
            <td class="num">${wholeNumber(n)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

export function notesView(notes: readonly Note[]): TemplateResult {
  return html`<ul class="remarks">
    ${notes.map(
      ({ sentence, warns }) =>
        html`<li class="note">
          ${warns ? icon('warning', 'warn') : icon('info')}<span>${visibleLine(sentence)}</span>
        </li>`,
    )}
  </ul>`;
}
