// Yes or no. The label is read out; it is shown where `showLabel` says so.
import { html, type TemplateResult } from 'lit';
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
  // The library takes the name for screen readers from the text inside, and tells of changes by the page too: the listener
  // that knows the new state has to be there first.
  return html`<vscode-checkbox
    class="check ${showLabel ? '' : 'bare'}"
    @change=${change}
    .checked=${live(checked)}
    >${label}</vscode-checkbox
  >`;
}
