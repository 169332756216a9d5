// Where a file departs from JSON, and how it was read there: counted by kind and told once, because a writer that makes a mistake
// makes it in every line.
import type { ForeignItem } from './foreignFormat.ts';

/** The rest of a sentence that begins with how many. */
const repairWords = {
  'raw-control': 'texts with line ends or other control characters in them, kept as they are',
  'single-quotes': "texts in single quotes, read as Python's",
  'python-word': 'Python words (None, True, False), read as null, true and false',
  'not-finite': 'NaN or Infinity, read as no number',
  'bare-word': 'words without quotes, read as texts',
  'extra-comma': 'commas before the end of a list or an object, passed over',
  'odd-escape': 'backslashes that escape nothing, kept as they are',
  'python-object': 'Python tuples, arrays and numbers of NumPy, read as their values',
  'text-number': 'numbers written as texts, read as numbers',
  'bare-role': 'texts whose roles stand there as bare words, split at those',
} as const;
export type Repair = keyof typeof repairWords;

/** How often each was made in one record. */
export type Repairs = ReadonlyMap<Repair, number>;

export class RepairTally {
  readonly #made = new Map<Repair, { first: string; count: number; records: number }>();

  /** @param where the place of the record */
  add(repairs: Repairs, where: string): void {
    for (const [repair, count] of repairs) {
      const made = this.#made.get(repair);
      if (made === undefined) this.#made.set(repair, { first: where, count, records: 1 });
      else {
        made.count += count;
        made.records += 1;
      }
    }
  }

  *notes(): Generator<ForeignItem> {
    for (const [repair, { first, count, records }] of this.#made) {
      const others =
        records === 1 ? '' : ` and in ${records - 1} more ${records === 2 ? 'place' : 'places'}`;
      const message = `${count} x ${repairWords[repair]}`;
      yield { kind: 'note', where: `${first}${others}`, message };
    }
  }
}
