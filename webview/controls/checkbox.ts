// Yes or no. The label is read out; it is shown where `showLabel` says so.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { checkedOf } from './valueOf.ts';

export interface CheckboxOptions {
  readonly label: string;
  readonly checked: boolean;
  readonly changed: (checked: boolean) => void;
  readonly showLabel?: boolean;
}

export function checkbox(options: CheckboxOptions): TemplateResult {
  const { label, checked, changed, showLabel = false } = options;
  const change = (event: Event): void => {
    if (checkedOf(event) !== checked) changed(!checked);
  };
  return html`<vscode-checkbox
    class="check"
    aria-label=${label}
    .checked=${live(checked)}
    @change=${change}
    >${showLabel ? label : nothing}</vscode-checkbox
  >`;
}
