// The keys of the queue page.
import type { KeyBinding } from '../keys/keyBinding.ts';
import type { StepWalk } from './stepWalk.ts';

export interface QueueKeyActions {
  readonly walk: Pick<StepWalk, 'step' | 'go' | 'play'>;
  readonly openRun: () => void;
  /** False when no task is open. */
  readonly close: () => boolean;
}

export function queueKeys({ walk, openRun, close }: QueueKeyActions): readonly KeyBinding[] {
  return [
    { keys: ['/'], words: 'write a filter', run: focusFilter },
    { keys: ['['], words: 'one train step back', run: () => walk.go(walk.step - 1) },
    { keys: [']'], words: 'one train step on', run: () => walk.go(walk.step + 1) },
    { keys: ['p'], words: 'play the train steps', run: () => walk.play() },
    { keys: ['r'], words: 'open the run', run: openRun },
    { ...{ keys: ['Escape'], words: 'close the task', whileTyping: true }, run: close },
    ...gridKeys,
  ];
}

function focusFilter(): void {
  document.querySelector<HTMLElement>('.find-text')?.focus();
}

/** Said in the list of keys; the grid itself acts on them. */
const gridKeys: readonly KeyBinding[] = [
  {
    ...{ keys: [], shown: ['←', '→', '↑', '↓'], words: 'in the list: from cell to cell' },
    run: () => false,
  },
  { ...{ keys: [], shown: ['Enter'], words: 'in the list: open the cell' }, run: () => false },
];
