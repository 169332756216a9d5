// Whether a person is typing. The extension is told, so that keys that mean something on the page are not taken from a field.
import { takesKeys } from '../keys/keyDispatcher.ts';

/** True while the focus is in a control that has a use for letters and digits, also inside the shadow of one. */
export function isTyping(): boolean {
  let focused = document.activeElement;
  while (focused !== null) {
    if (takesKeys(focused)) return true;
    focused = focused.shadowRoot?.activeElement ?? null;
  }
  return false;
}

/** Tells each change until the signal is aborted. */
export function watchTyping(tell: (typing: boolean) => void, signal: AbortSignal): void {
  let told = false;
  const look = (): void => {
    const typing = isTyping();
    if (typing === told) return;
    told = typing;
    tell(typing);
  };
  document.addEventListener('focusin', look, { signal });
  // Where the focus goes is known only after it has left.
  document.addEventListener('focusout', () => queueMicrotask(look), { signal });
}
