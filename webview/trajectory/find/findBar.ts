// The bar for finding words in the trajectory, over the steps.
import { html, type TemplateResult } from 'lit';
import { tool } from '../../controls/button.ts';
import { textField } from '../../controls/textField.ts';
import { findWords, type FindSession } from './findSession.ts';

export interface FindBarInput {
  readonly session: FindSession;
  readonly changed: (words: string) => void;
  readonly move: (by: 1 | -1) => void;
  readonly close: () => void;
}

export function findBar({ session, changed, move, close }: FindBarInput): TemplateResult {
  return html`<div
    class="find-bar"
    role="search"
    aria-label="Find in this trajectory"
    @keydown=${(event: KeyboardEvent) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      move(event.shiftKey ? -1 : 1);
    }}
  >
    <span class="field find"
      >${textField({
        ...{ label: 'Find in this trajectory', placeholder: 'Find in this trajectory' },
        ...{ value: session.words, changed, icon: 'find' },
      })}</span
    >
    <span class="meta" role="status">${findWords(session)}</span>
    ${findTool('Match before', 'up', session, () => move(-1))}
    ${findTool('Next match', 'down', session, () => move(1))}
    ${tool({ label: 'Close', title: 'Close (Esc)', icon: 'cross', iconOnly: true, press: close })}
  </div>`;
}

function findTool(
  label: string,
  icon: 'up' | 'down',
  { matches }: FindSession,
  press: () => void,
): TemplateResult {
  return tool({ label, icon, iconOnly: true, disabled: matches.length === 0, press });
}
