// What a person entered about items and has not committed: a note, ratings, time spent, a decision that could not be saved.
// Outlives the page, since VS Code takes a hidden page down.
import type { CriterionRatings, VerdictLevel } from '../../runtime/contract/judge.ts';
import { isLevel, isRecord } from './savedValues.ts';

export type Criterion = 'accuracy' | 'completeness' | 'relevance' | 'precision';
export const criteria: readonly Criterion[] = [
  'accuracy',
  'completeness',
  'relevance',
  'precision',
];
export type Ratings = Readonly<Record<Criterion, number | null>>;

export interface Draft {
  /** Null while the note is the saved one. */
  readonly note: string | null;
  readonly ratings: Ratings;
  /** A decision that could not be saved. */
  readonly level: VerdictLevel | null;
  /** Time on the item so far. */
  readonly milliseconds: number;
}

const unrated: Ratings = { accuracy: null, completeness: null, relevance: null, precision: null };
const emptyDraft: Draft = { note: null, ratings: unrated, level: null, milliseconds: 0 };

export class Drafts {
  readonly #drafts: Map<string, Draft>;
  readonly #save: (drafts: Readonly<Record<string, Draft>>) => void;

  /** `saved` is what `save` was given in an earlier life of the page; anything else is left out. */
  constructor(saved: unknown, save: (drafts: Readonly<Record<string, Draft>>) => void) {
    this.#drafts = new Map(isRecord(saved) ? Object.entries(saved).flatMap(readEntry) : []);
    this.#save = save;
  }

  of(itemHash: string): Draft {
    return this.#drafts.get(itemHash) ?? emptyDraft;
  }

  change(itemHash: string, change: Partial<Draft>): void {
    this.#drafts.set(itemHash, { ...this.of(itemHash), ...change });
    this.#tell();
  }

  forget(itemHash: string): void {
    if (this.#drafts.delete(itemHash)) this.#tell();
  }

  #tell(): void {
    this.#save(Object.fromEntries(this.#drafts));
  }
}

/** As the contract wants them; null when nothing was rated. */
export function ratingsOf({ ratings }: Draft): CriterionRatings | null {
  return criteria.some((criterion) => ratings[criterion] !== null) ? { ...ratings } : null;
}

function readEntry([itemHash, saved]: [string, unknown]): [string, Draft][] {
  if (!isRecord(saved)) return [];
  const { note, ratings, level, milliseconds } = saved;
  const draft: Draft = {
    note: typeof note === 'string' ? note : null,
    ratings: isRecord(ratings) ? readRatings(ratings) : unrated,
    level: isLevel(level) ? level : null,
    milliseconds: typeof milliseconds === 'number' && milliseconds > 0 ? milliseconds : 0,
  };
  return [[itemHash, draft]];
}

function readRatings(saved: Readonly<Record<string, unknown>>): Ratings {
  const rating = (criterion: Criterion): number | null => {
    const value = saved[criterion];
    return typeof value === 'number' && [1, 2, 3, 4, 5].includes(value) ? value : null;
  };
  return {
    accuracy: rating('accuracy'),
    completeness: rating('completeness'),
    relevance: rating('relevance'),
    precision: rating('precision'),
  };
}
