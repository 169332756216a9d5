// Items on which two people differ, for the conflicts page without VS Code.
import type { ConflictOutcome } from '../../../../runtime/contract/label.ts';
import type { Conflict } from '../../../../runtime/contract/labelling.ts';
import { hashAt, itemAt } from './fakeItems.ts';

export class FakeConflicts {
  readonly #conflicts: Conflict[];
  readonly #rater: string;

  constructor(count: number, rater: string) {
    this.#rater = rater;
    this.#conflicts = Array.from({ length: count }, (_, at) => conflictAt(at + 1, rater));
  }

  get all(): Conflict[] {
    return this.#conflicts;
  }

  get left(): number {
    return this.#conflicts.filter(({ decided }) => decided === null).length;
  }

  decide(itemHash: string, outcome: ConflictOutcome, note: string): Conflict {
    const conflict = this.#conflicts.find(({ item }) => item.itemHash === itemHash);
    if (conflict === undefined) throw new Error('Nobody differs on this item any more.');
    conflict.decided = { outcome, note, rater: this.#rater, at: '2026-05-04T09:30:00.000Z' };
    return conflict;
  }
}

function conflictAt(position: number, rater: string): Conflict {
  return {
    item: { ...itemAt(position, 0), itemHash: hashAt(position) },
    labels: [
      {
        ...{ id: `a-${position}`, rater, level: 'Partially Correct', milliseconds: 12_400 },
        note: 'The amount is only given by its two ends.',
      },
      {
        ...{ id: `b-${position}`, rater: 'Grace <grace@example.org>', level: 'Correct' },
        ...{ note: '', milliseconds: 8_100 },
      },
    ],
    decided: null,
  };
}
