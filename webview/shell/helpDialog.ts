// All keys of the page that is shown, on `?`. A modal dialog of the browser: it keeps the focus inside and gives it back.
import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { actionButton } from '../controls/actionButton.ts';
import { type KeyBinding, printedKeys } from '../keys/keyBinding.ts';

export function helpDialog(bindings: readonly KeyBinding[], close: () => void): TemplateResult {
  return html`<dialog class="help" aria-labelledby="help-title" @close=${close}>
    <h2 id="help-title">Keys of this page</h2>
    <dl>${repeat(bindings, ({ words }) => words, keyLine)}</dl>
    <p class="meta">Keys do nothing while you type in a field.</p>
    ${actionButton({ label: 'Close', press: close })}
  </dialog>`;
}

function keyLine(binding: KeyBinding): TemplateResult {
  const keys = printedKeys(binding).map((key) => html`<kbd>${key}</kbd> `);
  return html`<div>
    <dt>${keys}</dt>
    <dd>${binding.words}</dd>
  </div>`;
}
