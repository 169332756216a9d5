// The verdicts of an index: the last one of each judge, kept compact because most trajectories have one judge at most.
import { VerdictLevel } from '../../contract/judge.ts';
import { bytes, counts } from './numberColumn.ts';
import { WordTable } from './wordTable.ts';

export interface JudgeVerdict {
  readonly judge: string;
  /** Null for a judge that failed. */
  readonly level: VerdictLevel | null;
}

const levels = VerdictLevel.options;
/** Stands for a judge that failed; 0 for no judge at all. */
const failed = levels.length + 1;

export class VerdictTable {
  readonly #judges = new WordTable();
  /** First judge and its level, by row. */
  readonly #firstJudge = counts();
  readonly #firstLevel = bytes();
  /** The level that was given last, by any judge; 0 for none. */
  readonly #lastLevel = bytes();
  /** Rows with more than one judge. */
  readonly #more = new Map<number, Map<number, number>>();

  add(row: number, judgeName: string, level: VerdictLevel | null): void {
    while (this.#firstLevel.length <= row) this.#grow();
    const judge = this.#judges.number(judgeName);
    const code = level === null ? failed : levels.indexOf(level) + 1;
    if (level !== null) this.#lastLevel.set(row, code);
    if (this.#firstLevel.at(row) === 0) this.#firstJudge.set(row, judge);
    if (this.#firstJudge.at(row) === judge) {
      this.#firstLevel.set(row, code);
      return;
    }
    const more = this.#more.get(row) ?? new Map<number, number>();
    this.#more.set(row, more.set(judge, code));
  }

  /** The last verdict of each judge, in the order they first judged. */
  of(row: number): JudgeVerdict[] {
    const first = row < this.#firstLevel.length ? this.#firstLevel.at(row) : 0;
    if (first === 0) return [];
    const more = [...(this.#more.get(row) ?? [])];
    const all: [number, number][] = [[this.#firstJudge.at(row), first], ...more];
    return all.map(([judge, code]) => ({
      judge: this.#judges.word(judge),
      level: levels[code - 1] ?? null,
    }));
  }

  /** The level that was given last; null where no judge gave one. */
  level(row: number): VerdictLevel | null {
    return row < this.#lastLevel.length ? (levels[this.#lastLevel.at(row) - 1] ?? null) : null;
  }

  /** True when two judges gave different levels; one that failed disagrees with no one. */
  disagree(row: number): boolean {
    if (!this.#more.has(row)) return false;
    const given = this.of(row).flatMap(({ level }) => (level === null ? [] : [level]));
    return new Set(given).size > 1;
  }

  #grow(): void {
    this.#firstJudge.push(0);
    this.#firstLevel.push(0);
    this.#lastLevel.push(0);
  }
}
