// What each judge said about one answer on all trajectories that gave it.
import type { RepeatedVerdict, VerdictLevel } from '../contract/judge.ts';
import type { ItemVerdict } from './population.ts';

interface Tally {
  readonly judge: number;
  readonly counts: Map<VerdictLevel, number>;
  last: VerdictLevel;
  repeats: readonly RepeatedVerdict[];
  isUnstable: boolean;
}

export class VerdictTally {
  readonly #tallies: Tally[] = [];

  add(judge: number, level: VerdictLevel, repeats: readonly RepeatedVerdict[]): void {
    let tally = this.#tallies.find((one) => one.judge === judge);
    if (tally === undefined) {
      tally = { judge, counts: new Map(), last: level, repeats, isUnstable: false };
      this.#tallies.push(tally);
    }
    if (repeats.some((repeat) => repeat.level !== null && repeat.level !== level)) {
      tally.isUnstable = true;
    }
    if (repeats.length > tally.repeats.length) tally.repeats = repeats;
    tally.counts.set(level, (tally.counts.get(level) ?? 0) + 1);
    tally.last = level;
  }

  verdicts(): ItemVerdict[] {
    return this.#tallies.map((tally) => ({
      judge: tally.judge,
      level: usualLevel(tally),
      isUnstable: tally.isUnstable || tally.counts.size > 1,
      repeats: tally.repeats.map(({ level }) => level),
    }));
  }
}

function usualLevel({ counts, last }: Tally): VerdictLevel {
  const most = Math.max(...counts.values());
  if (counts.get(last) === most) return last;
  return [...counts].find(([, count]) => count === most)?.[0] ?? last;
}
