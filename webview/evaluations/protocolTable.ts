// The protocol of an evaluation, field by field: everything beside the model that can move the score.
import { html, type TemplateResult } from 'lit';
import type { EvaluationDetail } from '../../runtime/contract/evaluationRequests.ts';
import { fieldWords, valueWords } from './evaluationWords.ts';

export function protocolTable({ protocol, report }: EvaluationDetail): TemplateResult {
  const fields = leaves('', protocol);
  return html`<details class="block protocol">
    <summary>
      <h2>Protocol</h2>
      <span class="meta">
        ${fields.length} fields,
        <code title=${report.protocolHash}>${report.protocolHash.slice(0, 16)}</code>
      </span>
    </summary>
    <dl class="fields">
      ${fields.map(
        ([field, value]) =>
          html`<div>
            <dt>${fieldWords(field)}</dt>
            <dd title=${value}>${valueWords(value)}</dd>
          </div>`,
      )}
    </dl>
  </details>`;
}

/** Path and JSON of every value that is no object. */
function leaves(path: string, tree: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] => {
    const field = path === '' ? key : `${path}.${key}`;
    return isTree(value) ? leaves(field, value) : [[field, JSON.stringify(value)]];
  });
}

function isTree(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
