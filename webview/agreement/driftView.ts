// Labels of another rubric and verdicts of another version of a judge: shown beside the figures, never inside them.
import { html, nothing, type TemplateResult } from 'lit';
import type { Drift } from '../../runtime/contract/agreement.ts';
import { wholeNumber } from '../format/numbers.ts';
import { visibleLine } from '../text/visibleText.ts';
import { estimateView, isTooFew, tooFewView } from './estimateView.ts';

const whatWords: Readonly<Record<Drift['what'], string>> = {
  rubric: 'Labels of another rubric',
  judge: 'Another version of a judge',
};

export function driftView(drift: readonly Drift[]): TemplateResult {
  return html`<section aria-labelledby="drift">
    <div class="section-head">
      <h2 id="drift">Other rubrics and versions</h2>
      <span class="meta">left out of every figure above</span>
    </div>
    ${
      drift.length === 0
        ? html`<p class="small">
            There are none: all labels are of this rubric, and no judge has verdicts of an older
            version.
          </p>`
        : driftTable(drift)
    }
  </section>`;
}

function driftTable(drift: readonly Drift[]): TemplateResult {
  return html`<table>
    <caption class="sr">
      Agreement with people under other rubrics and of other versions
    </caption>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col" class="h1">What changed</th>
        <th scope="col" class="num">n</th>
        <th scope="col" class="num">κ</th>
        <th scope="col" class="num h1">Same verdict</th>
      </tr>
    </thead>
    <tbody>
      ${drift.map(
        ({ what, name, n, kappa, same }) =>
          html`<tr>
            <th scope="row">${visibleLine(name)}</th>
            <td class="h1">${whatWords[what]}</td>
            <td class="num">${wholeNumber(n)}</td>
            ${
              isTooFew(n)
                ? html`<td colspan="2" class="muted rest">${tooFewView()}</td>`
                : html`<td class="num">${estimateView(kappa)}</td>
                    <td class="num h1">${estimateView(same)}</td>`
            }
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** What the figures leave out; nothing when they leave nothing out. */
export function remarksView(remarks: readonly string[]): TemplateResult | typeof nothing {
  if (remarks.length === 0) return nothing;
  return html`<section aria-labelledby="remarks">
    <div class="section-head"><h2 id="remarks">What the figures leave out</h2></div>
    <ul class="remarks">
      ${remarks.map((remark) => html`<li class="small">${visibleLine(remark)}</li>`)}
    </ul>
  </section>`;
}
