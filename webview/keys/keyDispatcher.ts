// The one listener for keys of the whole page. Who has the bindings changes with the page and with an open dialog.
import { bindingFor, type KeyBinding } from './keyBinding.ts';

export class KeyDispatcher {
  readonly #bindings: () => readonly KeyBinding[];

  /** `bindings` is asked at every key, so that it can follow the page. Earlier bindings win. */
  constructor(bindings: () => readonly KeyBinding[]) {
    this.#bindings = bindings;
  }

  listen(target: Window, signal: AbortSignal): void {
    target.addEventListener('keydown', (event) => this.#press(event), { signal });
  }

  #press(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing) return;
    const binding = bindingFor(this.#bindings(), event, isTyping(event));
    if (binding === null || isForControl(event)) return;
    if (binding.run(event) !== false) event.preventDefault();
  }
}

/** Inputs inside the shadow of a control are found through the composed path. */
function isTyping(event: Event): boolean {
  return event.composedPath().some(takesKeys);
}

/** True for a control that has a use for letters and digits. */
export function takesKeys(target: EventTarget): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type=checkbox]), textarea, select, [role=combobox]'))
  );
}

/** Enter and Space press the control that has the focus; the page does not take them away. */
export function isForControl(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' && event.key !== ' ') return false;
  return event
    .composedPath()
    .some(
      (target) =>
        target instanceof HTMLElement &&
        target.matches('a[href], button, summary, input, [role=checkbox], [role=option]'),
    );
}
