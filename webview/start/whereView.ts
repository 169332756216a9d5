// Where it is trained: the machine, another one that samples, which cards do what, and what that takes of their memory.
import { html, nothing, type TemplateResult } from 'lit';
import type { StartView, WishField } from '../../runtime/contract/startPanel.ts';
import type { TrainingPlan } from '../../runtime/contract/training/trainingRequests.ts';
import { memoryView } from './memoryView.ts';
import { machineWords, splitWords } from './planWords.ts';
import { settingRow } from './settingRow.ts';

export function whereView(view: StartView, change: (field: WishField) => void): TemplateResult {
  const { wish, plan, work } = view;
  const row = (field: WishField, name: string, value: TemplateResult | string): TemplateResult =>
    settingRow({ field, name, value, change, isFixed: work?.doing === 'start' });
  const machine = html`${wish.machine} <span class="muted">${machineWords(view.machine)}</span>`;
  return html`<section aria-labelledby="where">
    <h2 id="where">Where</h2>
    <dl class="settings">
      ${row('machine', 'Machine', machine)} ${samplerRow(view, row)}
      ${wish.device === 'cpu' ? nothing : row('gpus', 'Cards', cardsValue(plan, wish.sampler))}
    </dl>
    ${plan === null ? nothing : memoryView(plan.memory, wish.sampler)}
  </section>`;
}

type Row = (field: WishField, name: string, value: TemplateResult | string) => TemplateResult;

/** Only where there is a choice. */
function samplerRow(
  { wish, canSampleElsewhere }: StartView,
  row: Row,
): TemplateResult | typeof nothing {
  if (wish.sampler === null && !canSampleElsewhere) return nothing;
  const { sampler, samplerAddress } = wish;
  const at = samplerAddress === null ? '' : `at ${samplerAddress}`;
  const other = html`${sampler} <span class="muted">${at}</span>`;
  return row('sampler', 'Samples on', sampler === null ? 'the same machine' : other);
}

function cardsValue(plan: TrainingPlan | null, sampler: string | null): TemplateResult {
  if (plan === null) return html`<span class="muted">all</span>`;
  const { train, sample } = plan.gpus;
  const both = sampler === null ? train.filter((card) => sample.includes(card)) : [];
  const rest = (cards: readonly number[]): readonly number[] =>
    cards.filter((card) => !both.includes(card));
  return html`<span class="cards" aria-hidden="true"
      >${boxes('train', rest(train))}${boxes('both', both)}${boxes('sample', rest(sample))}</span
    ><span class="muted">${splitWords(plan.gpus, sampler)}</span>`;
}

function boxes(role: 'train' | 'both' | 'sample', cards: readonly number[]): TemplateResult {
  return html`${cards.map((card) => html`<i class=${role}>${card}</i>`)}`;
}
