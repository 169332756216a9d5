// Mean and spread of the rewards of a group, and what they mean for training in a sentence.
import { html, nothing, type TemplateResult } from 'lit';
import type { GroupView } from '../../runtime/contract/viewing.ts';
import { twoPlaces } from '../format/numbers.ts';
import { icon } from '../icons.ts';
import { hasCached, meanOf, type NumberedMember, varianceWords } from './groupFacts.ts';

export function rewardFigures(view: GroupView, members: readonly NumberedMember[]): TemplateResult {
  const { trains, strong, sentence } = varianceWords(view);
  const split = hasCached(members);
  return html`<section aria-labelledby="rewards">
    <div class="section-head"><h2 id="rewards">Reward</h2></div>
    ${
      view.meanReward === null
        ? nothing
        : html`<dl class="figures">
            ${figure('Mean', view.meanReward)} ${figure('σ', view.rewardDeviation)}
            ${split ? figure('Mean of fresh', meanOf(members.filter(({ age }) => age === 0))) : nothing}
            ${split ? figure('Mean of cached', meanOf(members.filter(({ age }) => age > 0))) : nothing}
          </dl>`
    }
    <p class="note">
      ${icon(trains ? 'tick' : 'warning', trains ? 'ok' : 'warn')}<span
        >${strong === '' ? nothing : html`<b>${strong}</b> `}${sentence}</span
      >
    </p>
  </section>`;
}

function figure(words: string, value: number | null): TemplateResult | typeof nothing {
  if (value === null) return nothing;
  return html`<div>
    <dt>${words}</dt>
    <dd>${twoPlaces(value)}</dd>
  </div>`;
}
