// The items of the column that are no step: questions asked before, and the bar over steps that were carried over.
import { html, nothing, type TemplateResult } from 'lit';
import { counted } from '../../format/numbers.ts';
import { icon } from '../../icons.ts';
import { visibleText } from '../../text/visibleText.ts';
import type { PageItem } from '../column/pageItems.ts';
import type { About } from '../state/trajectoryState.ts';
import type { StepDesk } from './stepDesk.ts';

export function questionView({
  text,
  isFirst,
}: Extract<PageItem, { kind: 'question' }>): TemplateResult {
  return html`<p class="meta">${isFirst ? 'First question' : 'Follow-up question'}</p>
    <p class="asked">${visibleText(text)}</p>`;
}

export function carriedView(
  { from, to, open }: Extract<PageItem, { kind: 'carried' }>,
  about: About | null,
  desk: StepDesk,
): TemplateResult {
  const steps = from === to ? `Step ${from}` : `Steps ${from} to ${to}`;
  const count = counted(to - from + 1, 'step');
  const parent = about?.parent ?? null;
  const why = parent?.relation === 'retry' ? 'run again from' : 'carried over from';
  return html`<button
      type="button"
      class="fold"
      aria-expanded=${open ? 'true' : 'false'}
      @click=${() => desk.act.toggleCarried(from)}
    >
      ${icon(open ? 'open' : 'closed', 'muted')}<span
        >${steps}: ${count} ${why}
        ${parent === null ? 'another trajectory' : 'the trajectory before'}</span
      ></button
    >${
      parent === null
        ? nothing
        : html`<button
            type="button"
            class="link"
            @click=${() => desk.act.openTrajectory(parent.trajectoryId, to)}
          >
            Open it
          </button>`
    }`;
}
