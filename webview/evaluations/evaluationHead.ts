// The head of one evaluation: the score, of what, at which cost, and what must be known before it is quoted.
import { html, nothing, type TemplateResult } from 'lit';
import type { EvaluationDetail } from '../../runtime/contract/evaluationRequests.ts';
import { percent } from '../format/numbers.ts';
import { icon } from '../icons.ts';
import { agoWords } from '../run/timeWords.ts';
import {
  amountWords,
  benchmarkWords,
  costWords,
  intervalWords,
  progressWords,
  rateWords,
  timeWords,
  tokenWords,
} from './evaluationWords.ts';
import { rateBar } from './rateBar.ts';

export function evaluationHead(
  { report, protocol, createdAt }: EvaluationDetail,
  now: number,
): TemplateResult {
  const { passRate } = report.all;
  return html`<p class="eval-score">
      <strong>${rateWords(passRate.value)}</strong>
      <span class="muted">${intervalWords(passRate)}</span> ${rateBar(passRate)}
    </p>
    <dl class="facts">
      ${fact('Model', report.model)}
      ${fact('On', `${benchmarkWords(protocol)}: ${protocol.data.name}`)}
      ${fact('Asked', amountWords(protocol))} ${fact('So far', progressWords(report))}
      ${fact('Begun', agoWords(createdAt, now))} ${fact('Rollouts took', timeWords(report))}
      ${fact('Tokens', tokenWords(report))}
      ${fact('Cost', report.cost === null ? null : costWords(report))}
      ${fact('Parsed steps', shareWords(report.parsedShare))}
      ${fact('Executed steps', shareWords(report.executedShare))}
    </dl>
    ${report.warnings.map(
      (words) => html`<p class="note">${icon('warning', 'warn')}<span>${words}</span></p>`,
    )}`;
}

function shareWords(share: number | null): string | null {
  return share === null ? null : percent(share);
}

function fact(name: string, words: string | null): TemplateResult | typeof nothing {
  if (words === null) return nothing;
  return html`<div>
    <dt>${name}</dt>
    <dd>${words}</dd>
  </div>`;
}
