// A number with its 95 % interval, the same everywhere on these pages: `0.75 0.69–0.80`.
import { html, nothing, type TemplateResult } from 'lit';
import { enoughLabels, type Estimate } from '../../runtime/contract/agreement.ts';
import { signed, twoPlaces } from '../format/numbers.ts';
import { icon } from '../icons.ts';

type Format = (value: number) => string;

/** `0.69–0.80`; `−0.33 to −0.10` where a dash would read as a minus sign. Null when there is no interval. */
export function intervalText({ low, high }: Estimate, format: Format = twoPlaces): string | null {
  if (low === null || high === null) return null;
  return `${format(low)}${low < 0 || format === signed ? ' to ' : '–'}${format(high)}`;
}

/** For the running text: `0.75 (0.69–0.80)`. */
export function estimateText(estimate: Estimate): string {
  if (estimate.value === null) return 'an unknown share';
  const interval = intervalText(estimate);
  return `${twoPlaces(estimate.value)}${interval === null ? '' : ` (${interval})`}`;
}

/** The number, and small beside it (below it on a narrow page) its interval. */
export function estimateView(estimate: Estimate, format: Format = twoPlaces): TemplateResult {
  if (estimate.value === null) return undefinedView();
  const interval = intervalText(estimate, format);
  return html`${format(estimate.value)}${
    interval === null
      ? nothing
      : html` <span class="sr">with interval </span><span class="ci">${interval}</span>`
  }`;
}

/** For a number that does not exist, for example a share of nothing. */
export function undefinedView(): TemplateResult {
  return html`<span aria-hidden="true" class="muted" title="Not defined: nothing to count">–</span
    ><span class="sr">not defined</span>`;
}

/** Below the number of labels from which figures are shown. */
export function isTooFew(n: number): boolean {
  return n < enoughLabels;
}

/** `of` what there are too few, for example `labels`. */
export function tooFewView(of = 'labels'): TemplateResult {
  return html`<span class="state">${icon('info')}Not enough ${of}, ${enoughLabels} needed</span>`;
}

/** Instead of figures of the judge that training uses. */
export function missingView(missing: 'labels' | 'judge'): TemplateResult {
  if (missing === 'labels') return html`<p class="small">${tooFewView()}</p>`;
  return html`<p class="small">
    No judge that rewards can rest on has given verdicts on the labelled answers. Judge the
    trajectories first.
  </p>`;
}
