// The four criteria of the judge, rated by a person: optional. Digits rate while the focus is on a criterion; a click leaves
// the focus where it was, so that the next digit is a verdict again.
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { CriterionRatings } from '../../runtime/contract/judge.ts';
import { criteria, type Criterion, type Ratings } from './drafts.ts';

const values = [1, 2, 3, 4, 5] as const;

export const criterionWords: Readonly<Record<Criterion, string>> = {
  accuracy: 'Accuracy',
  completeness: 'Completeness',
  relevance: 'Relevance',
  precision: 'Precision',
};

export type Rate = (criterion: Criterion, value: number | null) => void;

export function criteriaView(ratings: Ratings, rate: Rate): TemplateResult {
  return html`<section aria-labelledby="criteria">
    <div class="section-head">
      <h2 id="criteria">Criteria</h2>
      <span class="meta">optional, 1 to 5; 0 clears, Esc leaves</span>
    </div>
    <div class="rate">${criteria.map((one) => criterionView(one, ratings[one], rate))}</div>
  </section>`;
}

function criterionView(criterion: Criterion, rating: number | null, rate: Rate): TemplateResult {
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') blur();
    else if (/^[0-5]$/.test(event.key)) rate(criterion, Number(event.key) || null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return html`<fieldset @keydown=${press}>
    <legend>${criterionWords[criterion]}</legend>
    ${values.map(
      (value) =>
        html`<label @pointerup=${() => setTimeout(blur)}
          ><input
            type="radio"
            name=${criterion}
            .checked=${live(value === rating)}
            @change=${() => rate(criterion, value)}
          />${value}</label
        >`,
    )}
  </fieldset>`;
}

function blur(): void {
  if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
}

/** Ratings that were given, for reading. */
export function ratingsFacts(ratings: CriterionRatings): TemplateResult {
  const given = criteria.filter((criterion) => ratings[criterion] !== null);
  return html`<dl class="facts">
    ${given.map(
      (criterion) =>
        html`<div>
          <dt>${criterionWords[criterion]}</dt>
          <dd>${ratings[criterion]}</dd>
        </div>`,
    )}
  </dl>`;
}
