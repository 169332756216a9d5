// A button of a page's head or banner. One that cannot be pressed keeps the focus and says why: people who do not see the page
// would otherwise never learn that it is there.
import { html, nothing, type TemplateResult } from 'lit';
import { icon, type IconName } from '../icons.ts';

export interface ActionButtonOptions {
  readonly label: string;
  readonly press: () => void;
  readonly icon?: IconName;
  readonly kind?: 'filled' | 'quiet';
  /** Why it cannot be pressed now; null when it can. */
  readonly refusal?: string | null;
}

export function actionButton(options: ActionButtonOptions): TemplateResult {
  const { label, press, kind = 'quiet', refusal = null } = options;
  return html`<button
    type="button"
    class="button ${kind === 'quiet' ? 'quiet' : ''}"
    aria-disabled=${refusal === null ? nothing : 'true'}
    title=${refusal ?? nothing}
    @click=${() => (refusal === null ? press() : undefined)}
  >
    ${options.icon === undefined ? nothing : icon(options.icon)}${label}
  </button>`;
}
