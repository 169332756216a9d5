// The code of a step as a person edits it, to run it in the step's place: a new branch of the trajectory.
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { button } from '../../controls/button.ts';
import { valueOf } from '../../controls/valueOf.ts';
import type { StepDesk } from './stepDesk.ts';

export function editWell(edit: NonNullable<StepDesk['edit']>, desk: StepDesk): TemplateResult {
  const { step, code, busy } = edit;
  const lines = Math.min(24, Math.max(4, code.split('\n').length + 1));
  return html`<div class="well edit">
    <div class="well-head"><h3 class="meta" id="edit-title">Code of step ${step}, edited</h3></div>
    <textarea
      class="code-input mono"
      aria-labelledby="edit-title"
      spellcheck="false"
      autocapitalize="off"
      rows=${lines}
      ?disabled=${busy}
      .value=${live(code)}
      @input=${(event: Event) => desk.act.changeEdit(valueOf(event))}
      @keydown=${(event: KeyboardEvent) => press(event, desk)}
    ></textarea>
    <div class="edit-foot">
      ${button({
        ...{ label: busy ? 'Starting …' : 'Run from Here', icon: 'play' },
        disabled: busy || code.trim() === '',
        press: () => desk.act.endEdit(true),
      })}
      ${button({ label: 'Cancel', kind: 'quiet', press: () => desk.act.endEdit(false) })}
      <span class="meta"
        ><kbd>Ctrl</kbd> <kbd>Enter</kbd> runs it. The steps before are run again, then the model
        goes on from here. This trajectory stays as it is.</span
      >
    </div>
  </div>`;
}

/** Tab leaves the field, as everywhere on the page; Escape cancels through the page's keys. */
function press(event: KeyboardEvent, desk: StepDesk): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  desk.act.endEdit(true);
}
