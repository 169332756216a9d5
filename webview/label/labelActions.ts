// What keys do on these pages. VS Code has the keys, so that a person can change them; the page hears of an action and leaves
// it alone while the key had another use: typing, pressing a button, an open dialog.
import { html, nothing, type TemplateResult } from 'lit';
import type { LabelAction } from '../../runtime/contract/labelPanel.ts';
import type { KeyBinding } from '../keys/keyBinding.ts';
import { isForControl } from '../keys/keyDispatcher.ts';
import type { LabelHost } from './labelContext.ts';
import { isTyping } from './typing.ts';

export type ActionHandlers = Readonly<Partial<Record<LabelAction, () => void>>>;
export type ActionKeys = Readonly<Record<string, string | null>>;

/** An action arrives within this time of its key, in milliseconds. */
const lag = 500;

export function onActions(host: LabelHost, handlers: ActionHandlers, signal: AbortSignal): void {
  let pressedControl = Number.NEGATIVE_INFINITY;
  const noteKey = (event: KeyboardEvent): void => {
    pressedControl = isForControl(event) ? performance.now() : Number.NEGATIVE_INFINITY;
  };
  window.addEventListener('keydown', noteKey, { signal, capture: true });
  const act = (action: LabelAction): void => {
    if (isTyping() || document.querySelector('dialog[open]') !== null) return;
    if (performance.now() - pressedControl < lag) return;
    handlers[action]?.();
  };
  host.on('action', ({ action }) => act(action), signal);
}

/** For the list of all keys: VS Code's own, none of which the page listens to. */
export function actionBindings(
  keys: ActionKeys,
  entries: readonly (readonly [action: LabelAction, words: string])[],
): KeyBinding[] {
  return entries.map(([action, words]) => ({
    ...{ keys: [], words, shown: [printedKey(keys, action) ?? 'no key'] },
    run: () => false,
  }));
}

const printed: Readonly<Record<string, string>> = {
  ...{ enter: 'Enter', escape: 'Esc', space: 'Space', backspace: '⌫', 'shift+/': '?' },
  ...{ up: '↑', down: '↓', left: '←', right: '→' },
};

/** A key as VS Code writes it in its settings, for people; null where the action has none. */
export function printedKey(keys: ActionKeys, action: LabelAction): string | null {
  const key = keys[action] ?? null;
  return key === null ? null : (printed[key] ?? key);
}

/** The cap of an action's key beside its words; nothing where it has no key. */
export function keyCap(keys: ActionKeys, action: LabelAction): TemplateResult | typeof nothing {
  const key = printedKey(keys, action);
  return key === null ? nothing : html`<kbd aria-hidden="true">${key}</kbd>`;
}

/** For screen readers, on the control that does the same. */
export function shortcutOf(keys: ActionKeys, action: LabelAction): string | typeof nothing {
  return printedKey(keys, action) ?? nothing;
}

/** The row of keys under what they act on. */
export function actionKeys(
  keys: ActionKeys,
  entries: readonly (readonly [action: LabelAction, words: string])[],
  changeKeys: () => void,
): TemplateResult {
  const known = entries.filter(([action]) => printedKey(keys, action) !== null);
  return html`<ul class="keys" aria-label="Default keys">
    ${known.map(([action, words]) => html`<li><kbd>${printedKey(keys, action)}</kbd> ${words}</li>`)}
    <li>
      <button
        type="button"
        class="text-link meta"
        title="These are the default keys; VS Code lists yours"
        @click=${changeKeys}
      >
        Change keys
      </button>
    </li>
  </ul>`;
}
