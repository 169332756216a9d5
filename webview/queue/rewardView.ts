// The reward of one trajectory beside the list: each part times its weight, their sum, the final answer and what the judge said.
import { html, nothing, type TemplateResult } from 'lit';
import type { Verdict } from '../../runtime/contract/judge.ts';
import type { SampledReward } from '../../runtime/contract/runPanel.ts';
import { actionButton } from '../controls/actionButton.ts';
import { twoPlaces } from '../format/numbers.ts';
import { visibleLine } from '../text/visibleText.ts';
import { termsOf } from '../trajectory/views/rewardTerms.ts';
import type { SampledState } from './sampledReward.ts';

/** @param machine on which the run is */
export function rewardView(
  state: SampledState,
  machine: string,
  fetch: () => void,
): TemplateResult | typeof nothing {
  switch (state.kind) {
    case 'reading':
      return html`<p class="meta" role="status">Reading the parts of its reward …</p>`;
    case 'elsewhere':
      return html`<div class="sampled-elsewhere">
        <p class="meta">The parts of its reward are in its train step, which is on ${machine}.</p>
        ${actionButton({ label: 'Show Parts', icon: 'download', press: fetch })}
      </div>`;
    case 'failed':
      return html`<div class="sampled-elsewhere" role="alert">
        <p>The parts of its reward cannot be read: ${state.message}</p>
        ${actionButton({ label: 'Try Again', icon: 'again', press: fetch })}
      </div>`;
    case 'read':
      return readView(state.sampled);
  }
}

function readView(sampled: SampledReward): TemplateResult {
  const { finalAnswer, verdicts } = sampled;
  return html`${partsTable(sampled)}
    <dl class="kv">
      <div>
        <dt>Answer</dt>
        <dd>${finalAnswer === null ? 'none' : html`<code>${short(finalAnswer)}</code>`}</dd>
      </div>
      ${judgeView(verdicts.at(-1))}
    </dl>`;
}

function partsTable({ reward, rows, verdicts }: SampledReward): TemplateResult {
  if (reward === null) return html`<p class="meta">It has no reward yet.</p>`;
  const terms = termsOf(reward, rows, verdicts);
  return html`<table class="reward-parts">
    <caption class="sr">
      Parts of the reward, each its weight times its score
    </caption>
    <thead class="sr">
      <tr>
        <th scope="col">Part</th>
        <th scope="col">Weight times score</th>
        <th scope="col">Gives</th>
      </tr>
    </thead>
    <tbody>
      ${terms.map(
        ({ label, text, value, reason }) =>
          html`<tr title=${reason === null ? nothing : visibleLine(reason)}>
            <th scope="row">${visibleLine(label)}</th>
            <td class="muted">${text}</td>
            <td class="num">${value === null ? 'no score' : twoPlaces(value)}</td>
          </tr>`,
      )}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">reward</th>
        <td></td>
        <td class="num">${reward.total === null ? 'none' : twoPlaces(reward.total)}</td>
      </tr>
    </tfoot>
  </table>`;
}

function judgeView(verdict: Verdict | undefined): TemplateResult | typeof nothing {
  if (verdict === undefined) return nothing;
  const words =
    verdict.outcome === 'scored'
      ? `${verdict.level}: ${verdict.reason}`
      : `gave no score: ${verdict.cause}`;
  return html`<div>
    <dt>${visibleLine(verdict.judge.name)}</dt>
    <dd>${short(words)}</dd>
  </div>`;
}

const mostCharacters = 300;

function short(text: string): string {
  const line = visibleLine(text);
  return line.length <= mostCharacters ? line : `${line.slice(0, mostCharacters - 2)} …`;
}
