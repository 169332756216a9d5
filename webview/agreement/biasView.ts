// Whether the judge that training uses is kinder or stricter than people to one kind of answer.
import { html, type TemplateResult } from 'lit';
import type { AgreementReport, BiasGroup } from '../../runtime/contract/agreement.ts';
import { signed, wholeNumber } from '../format/numbers.ts';
import { icon } from '../icons.ts';
import { visibleLine } from '../text/visibleText.ts';
import { biasWords, leaning, type Leaning } from './agreementFacts.ts';
import { estimateView, isTooFew, missingView, tooFewView } from './estimateView.ts';

export function biasView(
  { bias, impact }: Pick<AgreementReport, 'bias' | 'impact'>,
  missing: 'labels' | 'judge',
): TemplateResult {
  const judge = impact?.judge.name ?? 'the judge';
  const kinds = [...new Set(bias.map(({ by }) => by))];
  return html`<section aria-labelledby="bias">
    <div class="section-head">
      <h2 id="bias">Kinds of answers</h2>
      <span class="meta"
        >mean score by ${visibleLine(judge)} and by people; above 0 it is too kind</span
      >
    </div>
    ${bias.length === 0 ? missingView(missing) : biasTable(bias, kinds)}
  </section>`;
}

function biasTable(bias: readonly BiasGroup[], kinds: readonly BiasGroup['by'][]): TemplateResult {
  return html`<table class="bias">
    <caption class="sr">
      Mean scores by kind of answer
    </caption>
    <thead>
      <tr>
        <th scope="col">Answers</th>
        <th scope="col" class="num">n</th>
        <th scope="col" class="num h1">Judge</th>
        <th scope="col" class="num h1">People</th>
        <th scope="col" class="num">Difference</th>
        <th scope="col">Judge is</th>
      </tr>
    </thead>
    ${kinds.map(
      (by) =>
        html`<tbody>
          <tr class="kind">
            <th scope="rowgroup" colspan="6">${biasWords[by]}</th>
          </tr>
          ${bias.filter((group) => group.by === by).map(biasRow)}
        </tbody>`,
    )}
  </table>`;
}

function biasRow({ group, n, judgeMean, peopleMean, difference }: BiasGroup): TemplateResult {
  return html`<tr>
    <th scope="row">${visibleLine(group)}</th>
    <td class="num">${wholeNumber(n)}</td>
    ${
      isTooFew(n)
        ? html`<td colspan="4" class="muted rest">${tooFewView()}</td>`
        : html`<td class="num h1">${estimateView(judgeMean)}</td>
            <td class="num h1">${estimateView(peopleMean)}</td>
            <td class="num">${estimateView(difference, signed)}</td>
            <td>${leaningView(leaning(difference))}</td>`
    }
  </tr>`;
}

function leaningView(words: Leaning): TemplateResult {
  if (words === 'no difference shown') return html`<span class="muted">${words}</span>`;
  return html`<span class="state">${icon('warning', 'warn')}${words}</span>`;
}
