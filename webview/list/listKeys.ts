// The keys of the list and what they do. `j k` move the focus; they never only scroll.
import type { KeyBinding } from '../keys/keyBinding.ts';

export interface ListActions {
  /** Moves the focus by rows; out of range stops at the ends. */
  moveBy(rows: number): void;
  movePage(direction: 1 | -1): void;
  moveTo(end: 'first' | 'last'): void;
  moveToTask(direction: 1 | -1): void;
  open(): void;
  /** Opens or closes the task in focus, or goes to the task of the rollout in focus. */
  unfold(open: boolean): void;
  choose(): void;
  compare(): void;
  openGroup(): void;
  toggleGroup(): void;
  toggleFollow(): void;
  exportMenu(): boolean;
  copyLink(): void;
  find(): void;
  /** Leaves the field, else lets go of what is chosen; false when there was nothing to leave. */
  leave(): boolean;
}

export function listKeys(actions: ListActions): readonly KeyBinding[] {
  return [
    { keys: ['j', 'ArrowDown'], words: 'next row', run: () => actions.moveBy(1) },
    { keys: ['k', 'ArrowUp'], words: 'previous row', run: () => actions.moveBy(-1) },
    { keys: ['n'], words: 'next task', run: () => actions.moveToTask(1) },
    { keys: ['p'], words: 'previous task', run: () => actions.moveToTask(-1) },
    { keys: ['PageDown'], words: 'one page down', run: () => actions.movePage(1) },
    { keys: ['PageUp'], words: 'one page up', run: () => actions.movePage(-1) },
    { keys: ['Home'], words: 'first row', run: () => actions.moveTo('first') },
    { keys: ['End'], words: 'last row', run: () => actions.moveTo('last') },
    { keys: ['Enter', 'o'], words: 'open the row', run: () => actions.open() },
    { keys: ['ArrowRight'], words: 'open the task', run: () => actions.unfold(true) },
    { keys: ['ArrowLeft'], words: 'close the task', run: () => actions.unfold(false) },
    { keys: [' '], words: 'choose the trajectory', run: () => actions.choose() },
    { keys: ['c'], words: 'compare the two chosen', run: () => actions.compare() },
    { keys: ['t'], words: 'open the group of the task', run: () => actions.openGroup() },
    { keys: ['g'], words: 'group by task', run: () => actions.toggleGroup() },
    { keys: ['f'], words: 'follow the end of the file', run: () => actions.toggleFollow() },
    { keys: ['e'], words: 'export', run: () => actions.exportMenu() },
    { keys: ['l'], words: 'copy a link to the trajectory', run: () => actions.copyLink() },
    { keys: ['/'], words: 'find', run: () => actions.find() },
    {
      keys: ['Escape'],
      words: 'leave the field, or let go of what is chosen',
      whileTyping: true,
      run: () => actions.leave(),
    },
  ];
}
