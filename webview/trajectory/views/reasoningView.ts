// What a reasoning model said before its reply, folded: it is shown and never run.
import { html, nothing, type TemplateResult } from 'lit';
import { counted } from '../../format/numbers.ts';
import { icon } from '../../icons.ts';
import { visibleText } from '../../text/visibleText.ts';
import { isLong, longTextView } from './longTextView.ts';
import type { StepDesk } from './stepDesk.ts';

export function reasoningView(
  step: number,
  reasoning: string | null,
  desk: StepDesk,
): TemplateResult | typeof nothing {
  if (reasoning === null || reasoning.trim() === '') return nothing;
  return html`<details class="reasoning quiet">
    <summary>
      ${icon('closed', 'muted turns')}Reasoning, ${counted(reasoning.length, 'character')}
    </summary>
    <div class="well">
      ${longTextView({
        ...{ desk, step, field: 'reply.reasoning', text: reasoning.trim() },
        ...{ clippedFrom: null, label: `Reasoning of step ${step}` },
      })}
    </div>
  </details>`;
}

/** While it comes, only its end is drawn. */
export function liveReasoningView(tail: string, characters: number): TemplateResult {
  const shown = isLong(tail) ? tail.split('\n').slice(-12).join('\n').slice(-1_500) : tail;
  return html`<div class="well">
    <div class="well-head">
      <h3 class="meta">Reasoning</h3>
      <span class="push">${counted(characters, 'character')}</span>
    </div>
    <pre class="out muted">${visibleText(shown)}<span class="caret"></span></pre>
  </div>`;
}
