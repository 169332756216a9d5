// What a key does on a page, in words, and which binding a pressed key means. Never acts while a person is typing.

export interface KeyBinding {
  /** As KeyboardEvent.key names them; any of them does it. */
  readonly keys: readonly string[];
  /** What it does, for the list of keys: `open the trajectory`. */
  readonly words: string;
  /** How the key is printed, when its name is no good for that. */
  readonly shown?: readonly string[];
  /** Also while an input has the focus: for Escape. */
  readonly whileTyping?: boolean;
  /** Returns false when there was nothing to do, so that the key keeps its usual meaning. */
  readonly run: (event: KeyboardEvent) => unknown;
}

/** The part of a keyboard event that decides. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Ctrl, Alt and Cmd belong to the editor; they are never ours. */
export function bindingFor(
  bindings: readonly KeyBinding[],
  press: KeyPress,
  typing: boolean,
): KeyBinding | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  const found = bindings.find(({ keys }) => keys.includes(press.key)) ?? null;
  return typing && found?.whileTyping !== true ? null : found;
}

const printed: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ' ': 'Space',
  PageDown: 'Page Down',
  PageUp: 'Page Up',
};

export function printedKeys({ keys, shown }: KeyBinding): readonly string[] {
  return shown ?? keys.map((key) => printed[key] ?? key);
}
