// How often a judge changes its mind when it is asked again.
import type { RepeatedVerdict, Verdict } from '../contract/judge.ts';

export interface FlipCount {
  /** Further asks that gave a level. */
  readonly asked: number;
  /** Of these, those whose level is not the first one's. */
  readonly flipped: number;
  /** Further asks that gave none. */
  readonly unscored: number;
}

export type FlipCounts = Readonly<Record<RepeatedVerdict['variant'], FlipCount>>;

/** Counts by what was varied. Verdicts without a level of their own are left out, since nothing can flip from them. */
export function countFlips(verdicts: readonly Verdict[]): FlipCounts {
  const of = (variant: RepeatedVerdict['variant']): FlipCount => {
    let [asked, flipped, unscored] = [0, 0, 0];
    for (const verdict of verdicts) {
      if (verdict.outcome === 'unscored') continue;
      for (const repeat of verdict.repeats ?? []) {
        if (repeat.variant !== variant) continue;
        if (repeat.level === null) unscored += 1;
        else asked += 1;
        if (repeat.level !== null && repeat.level !== verdict.level) flipped += 1;
      }
    }
    return { asked, flipped, unscored };
  };
  return { same: of('same'), swapped: of('swapped'), paraphrased: of('paraphrased') };
}

/** Flips over all further asks, in 0..1; null when there was none. */
export function flipRate(counts: FlipCounts): number | null {
  const all = Object.values(counts);
  const asked = all.reduce((sum, count) => sum + count.asked, 0);
  const flipped = all.reduce((sum, count) => sum + count.flipped, 0);
  return asked === 0 ? null : flipped / asked;
}
