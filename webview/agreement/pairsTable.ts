// Every two graders that have answers in common, with how far they agree. A judge beside people opens the judge's matrix.
import { html, nothing, type TemplateResult } from 'lit';
import type { Estimate, PairAgreement } from '../../runtime/contract/agreement.ts';
import { twoPlaces, wholeNumber } from '../format/numbers.ts';
import { visibleLine } from '../text/visibleText.ts';
import { matrixKey, sharedThing } from './agreementFacts.ts';
import { estimateView, isTooFew, tooFewView } from './estimateView.ts';

export interface PairsOptions {
  readonly pairs: readonly PairAgreement[];
  /** Key of the judge whose matrix is shown. */
  readonly chosen: string | null;
  readonly choose: (key: string) => void;
}

interface Column {
  readonly words: string;
  readonly title: string;
  /** Class of columns that go when the page gets narrow. */
  readonly goes: '' | 'h1' | 'h2';
  readonly of: (pair: PairAgreement) => Estimate;
}

const columns: readonly Column[] = [
  {
    words: 'Same verdict',
    title: 'Share of answers with the same verdict',
    goes: 'h1',
    of: ({ same }) => same,
  },
  { words: 'κ', title: 'Cohen’s kappa', goes: '', of: ({ kappa }) => kappa },
  {
    words: 'κ linear',
    title: 'Cohen’s kappa, linear weights',
    goes: 'h2',
    of: ({ kappaLinear }) => kappaLinear,
  },
  {
    words: 'κ quadratic',
    title: 'Cohen’s kappa, quadratic weights',
    goes: '',
    of: ({ kappaQuadratic }) => kappaQuadratic,
  },
  {
    words: 'α ordinal',
    title: 'Krippendorff’s alpha, ordinal',
    goes: 'h1',
    of: ({ alpha }) => alpha,
  },
];

export function pairsTable(options: PairsOptions): TemplateResult {
  return html`<section aria-labelledby="pairs">
    <div class="section-head">
      <h2 id="pairs">Pairs</h2>
      <span class="meta">each number with its 95 % interval</span>
    </div>
    <div class="scroll" tabindex="0" role="group" aria-labelledby="pairs">
      <table class="agreement-pairs">
        <thead>
          <tr>
            <th scope="col">Pair</th>
            <th scope="col" class="num" title="Answers that both graded">n</th>
            ${columns.map(
              ({ words, title, goes }) =>
                html`<th scope="col" class="num ${goes}" title=${title}>${words}</th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${options.pairs.map((pair) => pairRow(pair, options))}
        </tbody>
      </table>
    </div>
  </section>`;
}

function pairRow(pair: PairAgreement, options: PairsOptions): TemplateResult {
  const key = matrixKey(pair);
  const picked = key !== null && key === options.chosen;
  return html`<tr class=${picked ? 'picked' : ''}>
    <th scope="row">${pairName(pair, key, picked, options)}</th>
    <td class="num">${wholeNumber(pair.n)}</td>
    ${
      isTooFew(pair.n)
        ? html`<td colspan=${columns.length} class="muted rest">
            ${tooFewView(sharedThing(pair))}
          </td>`
        : columns.map(
            ({ goes, of }) => html`<td class="num ${goes}">${figure(of(pair), pair)}</td>`,
          )
    }
  </tr>`;
}

/** What adding up weights may leave of a zero. */
const rounding = 1e-9;

/** A constant has no agreement beyond chance: that figure comes from the formula, so it has no interval. */
function figure(estimate: Estimate, pair: PairAgreement): TemplateResult {
  const isZero = estimate.value !== null && Math.abs(estimate.value) < rounding;
  if (!isBaseline(pair) || !isZero) return estimateView(estimate);
  return html`${twoPlaces(0)} <span class="ci">by design</span>`;
}

function isBaseline({ left, right }: PairAgreement): boolean {
  return left.kind === 'baseline' || right.kind === 'baseline';
}

function pairName(
  pair: PairAgreement,
  key: string | null,
  picked: boolean,
  { choose }: PairsOptions,
): TemplateResult {
  const words = `${visibleLine(pair.left.name)}, ${visibleLine(pair.right.name)}`;
  if (key !== null) {
    return html`<button
      type="button"
      class="text-link"
      aria-pressed=${picked ? 'true' : 'false'}
      title="Show its matrix"
      @click=${() => choose(key)}
    >
      ${words}
    </button>`;
  }
  return html`${words}${isBaseline(pair) ? html` <span class="tag">baseline</span>` : nothing}`;
}
