// Evaluations under one protocol in one table. Those under another one have a table of their own, with what is different there.
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { EvaluationProtocolGroup } from '../../runtime/contract/evaluationRequests.ts';
import { counted } from '../format/numbers.ts';
import { icon } from '../icons.ts';
import { agoWords } from '../run/timeWords.ts';
import { rateBar } from './rateBar.ts';
import {
  amountWords,
  benchmarkWords,
  costWords,
  fieldWords,
  intervalWords,
  progressWords,
  rateWords,
  timeWords,
  tokenWords,
  valueWords,
} from './evaluationWords.ts';

export interface GroupParts {
  readonly group: EvaluationProtocolGroup;
  /** From 1, as the page counts them. */
  readonly number: number;
  /** Names of those that are compared. */
  readonly chosen: readonly string[];
  readonly now: number;
  readonly toggle: (name: string) => void;
  readonly open: (name: string) => void;
}

export function groupTable(parts: GroupParts): TemplateResult {
  const { group, number } = parts;
  const { protocol, protocolHash, differences } = group;
  const id = `protocol-${number}`;
  return html`<section class="block" aria-labelledby=${id}>
    <div class="section-head">
      <h2 id=${id}>Protocol ${number}: ${benchmarkWords(protocol)}</h2>
      <span class="meta">
        ${amountWords(protocol)}, recipe ${protocol.recipe}, judge ${protocol.verifier.name}, hash
        <code title=${protocolHash}>${protocolHash.slice(0, 8)}</code>
      </span>
    </div>
    ${differences.length === 0 ? nothing : differenceView(differences)}
    <div class="scroll">
      <table class="evaluations">
        <thead>
          <tr>
            <th scope="col"><span class="sr">Compare</span></th>
            <th scope="col">Evaluation</th>
            <th scope="col" class="h1">Model</th>
            <th scope="col" class="num">Pass rate, 95 %</th>
            <th scope="col" class="h0"><span class="sr">Pass rate, drawn</span></th>
            <th scope="col" class="num h1">Reward</th>
            <th scope="col" class="num h2">Tokens</th>
            <th scope="col" class="num h2">Cost</th>
            <th scope="col" class="num h2">Time</th>
            <th scope="col" class="num h1">Begun</th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            group.evaluations,
            ({ report }) => report.name,
            (evaluation) => row(parts, evaluation),
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

function differenceView(differences: EvaluationProtocolGroup['differences']): TemplateResult {
  return html`<details class="differs">
    <summary>
      ${icon('warning', 'warn')}Not to be compared as it stands with protocol 1:
      ${counted(differences.length, 'field')} of the protocol
      ${differences.length === 1 ? 'differs' : 'differ'}
    </summary>
    <dl class="fields">
      ${differences.map(
        ({ field, first, second }) =>
          html`<div>
            <dt>${fieldWords(field)}</dt>
            <dd><s>${valueWords(first)}</s> ${valueWords(second)}</dd>
          </div>`,
      )}
    </dl>
  </details>`;
}

function row(
  { chosen, toggle, open, now }: GroupParts,
  { report, createdAt, dataName }: EvaluationProtocolGroup['evaluations'][number],
): TemplateResult {
  const { name, model, all, reward, warnings } = report;
  const isChosen = chosen.includes(name);
  const progress = progressWords(report);
  return html`<tr class=${isChosen ? 'chosen' : ''}>
    <td>
      <input
        type="checkbox"
        aria-label="Compare ${name}"
        .checked=${isChosen}
        @change=${() => toggle(name)}
      />
    </td>
    <th scope="row">
      <button type="button" class="text-link" title=${dataName} @click=${() => open(name)}>
        ${name}
      </button>
      ${progress === null ? nothing : html`<span class="tag">${progress}</span>`}
      ${warningsTag(warnings)}
      <span class="below h1-only">${model}</span>
    </th>
    <td class="h1 model" title=${model}>${model}</td>
    <td class="num">
      <strong>${rateWords(all.passRate.value)}</strong>
      <span class="muted">${intervalWords(all.passRate)}</span>
    </td>
    <td class="h0">${rateBar(all.passRate)}</td>
    <td class="num h1">${reward?.value?.toFixed(2) ?? '–'}</td>
    <td class="num h2">${tokenWords(report)}</td>
    <td class="num h2">${costWords(report)}</td>
    <td class="num h2">${timeWords(report)}</td>
    <td class="num h1">${agoWords(createdAt, now)}</td>
  </tr>`;
}

function warningsTag(warnings: readonly string[]): TemplateResult | typeof nothing {
  if (warnings.length === 0) return nothing;
  return html`<span class="tag" title=${warnings.join('\n')}
    >${icon('warning', 'warn')}${counted(warnings.length, 'remark')}</span
  >`;
}
