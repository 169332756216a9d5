// The way between the pages of the labelling panel.
import { html, nothing, type TemplateResult } from 'lit';
import type { LabelRoute } from '../../runtime/contract/labelPanel.ts';
import type { LabelContext } from './labelContext.ts';

type Named = 'label' | 'conflicts' | 'agreement';

export function pagesNav(
  { history, labelling }: Pick<LabelContext, 'history' | 'labelling'>,
  current: Named,
): TemplateResult {
  const conflicts = labelling.state?.conflicts ?? 0;
  const pages: readonly (readonly [name: Named, words: string, route: LabelRoute])[] = [
    ['label', 'Label', { page: 'label', position: null }],
    ['conflicts', `Conflicts, ${conflicts}`, { page: 'conflicts', position: null }],
    ['agreement', 'Agreement', { page: 'agreement' }],
  ];
  return html`<nav class="pages-nav" aria-label="Pages">
    ${pages.map(
      ([name, words, route]) =>
        html`<button
          type="button"
          class="text-link"
          aria-current=${name === current ? 'page' : nothing}
          @click=${() => history.go(route)}
        >
          ${words}
        </button>`,
    )}
  </nav>`;
}
