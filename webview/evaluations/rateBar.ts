// A pass rate drawn: a bar from 0 to 100 %, with the interval as a line over its end.
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { Estimate } from '../../runtime/contract/agreement.ts';
import { intervalWords, rateWords } from './evaluationWords.ts';

const width = 120;

export function rateBar(estimate: Estimate): TemplateResult | typeof nothing {
  const { value, low, high } = estimate;
  if (value === null) return nothing;
  const words = `${rateWords(value)} ${intervalWords(estimate)}`.trim();
  return html`<svg class="rate" viewBox="0 0 ${width} 12" role="img" aria-label=${words}>
    ${svg`<rect class="whole" x="0" y="3" width=${width} height="6" rx="1"></rect>
      <rect class="share" x="0" y="3" width=${value * width} height="6" rx="1"></rect>`}
    ${
      low === null || high === null
        ? nothing
        : svg`<path class="whisker" d="M${low * width} 6H${high * width}M${low * width} 3v6M${high * width} 3v6"></path>`
    }
  </svg>`;
}
