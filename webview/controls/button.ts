// Buttons: `filled` for the one main action of a page, `quiet` beside it, `tool` for small ones inside the content.
import { html, nothing, type TemplateResult } from 'lit';
import { icon, type IconName } from '../icons.ts';

export interface ButtonOptions {
  readonly label: string;
  readonly press: (event: Event) => void;
  readonly kind?: 'filled' | 'quiet';
  readonly icon?: IconName;
  readonly disabled?: boolean;
  /** Says why it is disabled, or what the label is too short for. */
  readonly title?: string;
}

export function button(options: ButtonOptions): TemplateResult {
  const { label, press, kind = 'filled', disabled = false, title } = options;
  return html`<vscode-button
    class="press"
    appearance=${kind === 'filled' ? 'primary' : 'secondary'}
    ?disabled=${disabled}
    title=${title ?? nothing}
    @click=${press}
    >${options.icon === undefined ? nothing : icon(options.icon)}${label}</vscode-button
  >`;
}

export interface ToolOptions extends Omit<ButtonOptions, 'kind'> {
  /** The icon stands alone; the label is what screen readers and the tooltip say. */
  readonly iconOnly?: boolean;
  readonly class?: string;
}

/** Small and without a frame; made by hand, because hundreds of them may be on a page. */
export function tool(options: ToolOptions): TemplateResult {
  const {
    label,
    press,
    iconOnly = false,
    disabled = false,
    title = iconOnly ? label : undefined,
  } = options;
  return html`<button
    type="button"
    class="tool ${options.class ?? ''}"
    ?disabled=${disabled}
    title=${title ?? nothing}
    aria-label=${iconOnly ? label : nothing}
    @click=${press}
  >
    ${options.icon === undefined ? nothing : icon(options.icon)}${iconOnly ? nothing : label}
  </button>`;
}

/** A small button that shows an icon alone. */
export function iconTool(name: IconName, label: string, press: () => void): TemplateResult {
  return tool({ icon: name, label, press, iconOnly: true });
}

export interface ToggleOptions {
  readonly label: string | TemplateResult;
  readonly icon: IconName;
  readonly pressed: boolean;
  readonly press: () => void;
  readonly title?: string;
  readonly class?: string;
}

/** A pressed toggle shows a tick, so that the state does not rest on colour. */
export function toggle({
  label,
  icon: name,
  pressed,
  press,
  ...rest
}: ToggleOptions): TemplateResult {
  return html`<button
    type="button"
    class="tool ${rest.class ?? ''}"
    aria-pressed=${pressed ? 'true' : 'false'}
    title=${rest.title ?? nothing}
    @click=${press}
  >
    ${icon(pressed ? 'tick' : name)}<span>${label}</span>
  </button>`;
}
