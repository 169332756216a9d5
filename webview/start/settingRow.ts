// One row of what is to be trained: its name, its value, and a button that has the person asked for another.
import { html, nothing, type TemplateResult } from 'lit';
import type { WishField } from '../../runtime/contract/startPanel.ts';

export interface SettingRow {
  readonly name: string;
  readonly value: TemplateResult | string;
  readonly field: WishField;
  readonly change: (field: WishField) => void;
  /** Nothing can be changed while the training starts. */
  readonly isFixed: boolean;
}

export function settingRow({ name, value, field, change, isFixed }: SettingRow): TemplateResult {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
    <dd class="change">
      <button
        type="button"
        class="text-link"
        id="change-${field}"
        aria-label="Change ${name.toLowerCase()}"
        aria-disabled=${isFixed ? 'true' : nothing}
        title=${isFixed ? 'The training is being started.' : nothing}
        @click=${() => (isFixed ? undefined : change(field))}
      >
        Change
      </button>
    </dd>
  </div>`;
}
