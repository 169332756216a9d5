// A choice of one among a few.
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { valueOf } from './valueOf.ts';

export interface DropdownOptions<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (readonly [value: Value, words: string])[];
  readonly changed: (value: Value) => void;
  readonly class?: string;
}

export function dropdown<Value extends string>(options: DropdownOptions<Value>): TemplateResult {
  const { label, value, choices, changed } = options;
  const chosen = (event: Event): void => {
    const found = choices.find(([one]) => one === valueOf(event));
    if (found !== undefined && found[0] !== value) changed(found[0]);
  };
  return html`<vscode-dropdown
    class="pick ${options.class ?? ''}"
    aria-label=${label}
    .value=${live(value)}
    @change=${chosen}
    >${choices.map(
      ([one, words]) =>
        html`<vscode-option value=${one} ?selected=${one === value}>${words}</vscode-option>`,
    )}</vscode-dropdown
  >`;
}
