// What each judge said about the answer: verdict, reason, ratings, what asking again gave, and what it cost.
import { html, nothing, type TemplateResult } from 'lit';
import type { CriterionRatings, JudgeCost, Verdict } from '../../../runtime/contract/judge.ts';
import { duration } from '../../format/durations.ts';
import { judgeWords } from '../../format/judges.ts';
import { wholeNumber } from '../../format/numbers.ts';
import { verdictLooks } from '../../format/words.ts';
import { icon } from '../../icons.ts';
import { visibleLine, visibleText } from '../../text/visibleText.ts';
import { flipWords, repeatWords } from './verdictWords.ts';

export function verdictsView(verdicts: readonly Verdict[]): TemplateResult | typeof nothing {
  if (verdicts.length === 0) return nothing;
  return html`<section aria-labelledby="verdicts-title" class="verdicts">
    <div class="side-head"><h2 id="verdicts-title">Verdicts</h2></div>
    <ul>
      ${verdicts.map((verdict) => html`<li>${verdictView(verdict)}</li>`)}
    </ul>
  </section>`;
}

function verdictView(verdict: Verdict): TemplateResult {
  return html`<h3 class="small">
      ${levelView(verdict)}
      <span class="meta" title=${visibleLine(verdict.judge.version)}
        >${visibleLine(judgeWords(verdict.judge))}</span
      >
    </h3>
    ${
      verdict.outcome === 'scored'
        ? html`${paragraph(verdict.reason)} ${ratingsView(verdict.criteria)}`
        : paragraph(verdict.cause)
    }
    ${repeatsView(verdict)} ${costView(verdict)}`;
}

function levelView(verdict: Verdict): TemplateResult {
  if (verdict.outcome === 'unscored') {
    return html`<span class="state">${icon('dash', 'muted')}No verdict</span>`;
  }
  const { icon: name, tone, words } = verdictLooks[verdict.level];
  return html`<span class="state">${icon(name, tone)}${words}</span>`;
}

function paragraph(text: string): TemplateResult | typeof nothing {
  return text === '' ? nothing : html`<p class="small verdict-reason">${visibleText(text)}</p>`;
}

const criteria = ['accuracy', 'completeness', 'relevance', 'precision'] as const;

function ratingsView(ratings: CriterionRatings | undefined): TemplateResult | typeof nothing {
  if (ratings === undefined) return nothing;
  return html`<dl class="ratings" title="Ratings from 1 to 5">
    ${criteria.map((criterion) => {
      const rating = ratings[criterion];
      return html`<div>
        <dt>${criterion}</dt>
        <dd>${rating === null ? 'not rated' : html`${rating}<span class="muted"> of 5</span>`}</dd>
      </div>`;
    })}
  </dl>`;
}

function repeatsView(verdict: Verdict): TemplateResult | typeof nothing {
  const words = flipWords(verdict);
  if (words === null) return nothing;
  return html`<p class="small">${words}</p>
    <p class="meta">${repeatWords(verdict.repeats ?? [])}</p>`;
}

function costView({ cost }: Verdict): TemplateResult | typeof nothing {
  if (cost === undefined) return nothing;
  return html`<p class="meta">${costWords(cost)}</p>`;
}

function costWords({ promptTokens, completionTokens, milliseconds }: JudgeCost): string {
  const tokens = [
    ...(promptTokens === null ? [] : [`${wholeNumber(promptTokens)} tokens in`]),
    ...(completionTokens === null ? [] : [`${wholeNumber(completionTokens)} tokens out`]),
  ];
  return [...tokens, duration(milliseconds)].join(', ');
}
