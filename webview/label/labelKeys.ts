// What each key does on the labelling page.
import type { ActionHandlers } from './labelActions.ts';
import type { LabelPage } from './labelPage.ts';
import { focusNote } from './noteField.ts';

export function labelHandlers(page: LabelPage): ActionHandlers {
  return {
    wrong: () => page.decide('Wrong'),
    partial: () => page.decide('Partially Correct'),
    correct: () => page.decide('Correct'),
    skip: () => page.skip(),
    flag: () => page.flag(),
    note: focusNote,
    undo: () => page.undo(),
    reveal: () => page.reveal(),
    next: () => page.move(1),
    previous: () => page.move(-1),
    'go-on': () => page.goOn(),
  };
}

/** For the list of all keys. */
export const labelKeyWords = [
  ['wrong', 'Wrong'],
  ['partial', 'Partially Correct'],
  ['correct', 'Correct'],
  ['go-on', 'keep the label and go to the next item without one'],
  ['skip', 'skip the item'],
  ['flag', 'flag the item, or take the flag away'],
  ['note', 'write a note'],
  ['undo', 'take your last label back'],
  ['reveal', 'hide or show what the judges said, after your label'],
  ['next', 'next item'],
  ['previous', 'previous item'],
] as const;
