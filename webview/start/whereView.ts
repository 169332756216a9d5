// Where it is trained: the machine, another one that samples, which cards do what, and what that takes of their memory.
import { html, nothing, type TemplateResult } from 'lit';
import type { StartView, WishField } from '../../runtime/contract/startPanel.ts';
import { type CardActions, cardsRow } from './cardsRow.ts';
import { memoryView } from './memoryView.ts';
import { machineWords } from './planWords.ts';
import { settingRow } from './settingRow.ts';

export function whereView(
  view: StartView,
  change: (field: WishField) => void,
  cards: CardActions,
): TemplateResult {
  const { wish, plan, work } = view;
  const row = (field: WishField, name: string, value: TemplateResult | string): TemplateResult =>
    settingRow({ field, name, value, change, isFixed: work?.doing === 'start' });
  const machine = html`${wish.machine} <span class="muted">${machineWords(view.machine)}</span>`;
  return html`<section aria-labelledby="where">
    <h2 id="where">Where</h2>
    <dl class="settings">
      ${row('machine', 'Machine', machine)} ${samplerRow(view, row)}
      ${wish.device === 'cpu' ? nothing : cardsRow(view, cards)}
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
