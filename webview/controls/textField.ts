// One line of text or a number. The label is read out; what stands before the field is the page's part.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { icon, type IconName } from '../icons.ts';
import { valueOf } from './valueOf.ts';

export interface TextFieldOptions {
  readonly label: string;
  readonly value: string;
  readonly changed: (value: string) => void;
  readonly placeholder?: string;
  readonly icon?: IconName;
  readonly class?: string;
  readonly title?: string;
  /** Set when the text cannot be used; the field says so and why. */
  readonly problem?: string | null;
}

export function textField(options: TextFieldOptions): TemplateResult {
  const { label, value, changed, placeholder, problem = null } = options;
  // The library takes the name for screen readers from the text inside; the theme hides that text.
  return html`<vscode-text-field
    class="text ${options.class ?? ''} ${problem === null ? '' : 'invalid'}"
    placeholder=${placeholder ?? nothing}
    title=${problem ?? options.title ?? nothing}
    aria-invalid=${problem === null ? nothing : 'true'}
    .value=${live(value)}
    @input=${(event: Event) => changed(valueOf(event))}
    >${label}${
      options.icon === undefined
        ? nothing
        : html`<span slot="start" class="slot-icon">${icon(options.icon, 'muted')}</span>`
    }</vscode-text-field
  >`;
}
