// One line of a person's own about an item. Enter and Escape end the typing.
import { html, type TemplateResult } from 'lit';
import { textField } from '../controls/textField.ts';
import { type ActionKeys, keyCap } from './labelActions.ts';

export interface NoteFieldOptions {
  readonly value: string;
  readonly placeholder: string;
  readonly keys: ActionKeys;
  readonly changed: (note: string) => void;
  /** The focus has left the field. */
  readonly done: () => void;
}

export function noteField(options: NoteFieldOptions): TemplateResult {
  const { value, placeholder, keys, changed, done } = options;
  const press = (event: KeyboardEvent): void => {
    if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  };
  return html`<div class="field note-field" @keydown=${press} @focusout=${done}>
    <span aria-hidden="true">Note ${keyCap(keys, 'note')}</span>
    ${textField({ label: 'Note', value, placeholder, changed, class: 'note-text' })}
  </div>`;
}

export function focusNote(): void {
  const field = document.querySelector<HTMLElement>('.note-field vscode-text-field');
  field?.focus();
  field?.scrollIntoView({ block: 'nearest' });
}
