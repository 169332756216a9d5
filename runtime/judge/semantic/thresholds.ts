// The two cosines that part three levels, and how they are found from labels. Pure.
import type { VerdictLevel } from '../../contract/judge.ts';
import { cohenKappa, rawAgreement } from '../statistics/kappa.ts';

export interface Thresholds {
  /** From here on at least Partially Correct. */
  readonly partial: number;
  /** From here on Correct; not below `partial`. */
  readonly correct: number;
}

export interface LabelledCosine {
  readonly cosine: number;
  readonly level: VerdictLevel;
  /** How many trajectories of the population it stands for; above 0. */
  readonly weight: number;
}

/** What a fit makes as large as it can: Cohen's kappa with squared weights, or the share of equal levels. */
export type FitObjective = 'kappa' | 'accuracy';

export interface ThresholdFit extends Thresholds {
  /** Of the labels that were fitted on; null for a kappa that is not defined because all labels are equal. */
  readonly value: number | null;
  readonly n: number;
}

/**
 * Fitted on the 53 answers of test/fixtures/judge/answers.jsonl with the pinned model, by quadratic kappa (0.40 there), and
 * rounded to two decimals. Fit your own on labels: they move with the questions.
 */
export const defaultThresholds: Thresholds = { partial: 0.38, correct: 0.6 };

export function levelAt(cosine: number, { partial, correct }: Thresholds): VerdictLevel {
  if (cosine >= correct) return 'Correct';
  return cosine >= partial ? 'Partially Correct' : 'Wrong';
}

/** More cuts than this are thinned out evenly; all pairs of them are looked at. */
const maxCuts = 150;

/**
 * Looks at every pair of cuts halfway between neighbouring cosines and takes the best; of equally good pairs the one with the
 * widest gaps, so that a new answer near a cut is the least likely to fall on the wrong side. Null without labels.
 */
export function fitThresholds(
  points: readonly LabelledCosine[],
  objective: FitObjective,
): ThresholdFit | null {
  if (points.length === 0) return null;
  const sorted = points.toSorted((a, b) => a.cosine - b.cosine);
  const cuts = thin(cutsBetween(sorted));
  let best: { readonly fit: ThresholdFit; readonly gap: number } | null = null;
  for (const [index, low] of cuts.entries()) {
    for (const high of cuts.slice(index)) {
      const value = valueOf(low.below, high.below, cuts, objective);
      const gap = Math.min(low.gap, high.gap);
      const isBetter =
        best === null ||
        better(value, best.fit.value) ||
        (value === best.fit.value && gap > best.gap);
      if (!isBetter) continue;
      best = { fit: { partial: low.at, correct: high.at, value, n: points.length }, gap };
    }
  }
  return best?.fit ?? null;
}

function better(value: number | null, than: number | null): boolean {
  return value !== null && (than === null || value > than + 1e-12);
}

/** Weight of each level: Wrong, Partially Correct, Correct. */
type Counts = readonly [wrong: number, partial: number, correct: number];

interface Cut {
  readonly at: number;
  /** Of the labels whose cosine is lower. */
  readonly below: Counts;
  readonly gap: number;
}

/** One cut below all, one between each two neighbours that differ, one above all. */
function cutsBetween(sorted: readonly LabelledCosine[]): readonly Cut[] {
  const cuts: Cut[] = [];
  let below: Counts = [0, 0, 0];
  let previous = -1;
  for (const { cosine, level, weight } of sorted) {
    if (cosine > previous || cuts.length === 0) {
      cuts.push({ at: (cosine + previous) / 2, below, gap: cosine - previous });
    }
    below = add(below, level, weight);
    previous = cosine;
  }
  // Nothing reaches a cosine above 1, so this cut gives the level to nobody.
  return [...cuts, { at: 1.000_001, below, gap: 1 - previous }];
}

function add([wrong, partial, correct]: Counts, level: VerdictLevel, weight: number): Counts {
  switch (level) {
    case 'Wrong':
      return [wrong + weight, partial, correct];
    case 'Partially Correct':
      return [wrong, partial + weight, correct];
    case 'Correct':
      return [wrong, partial, correct + weight];
  }
}

/** The last cut stays: its counts are the totals. */
function thin(cuts: readonly Cut[]): readonly Cut[] {
  if (cuts.length <= maxCuts) return cuts;
  const step = (cuts.length - 1) / (maxCuts - 1);
  return Array.from({ length: maxCuts }, (_, index) => cuts[Math.round(index * step)]).filter(
    (cut) => cut !== undefined,
  );
}

function valueOf(
  low: Counts,
  high: Counts,
  cuts: readonly Cut[],
  objective: FitObjective,
): number | null {
  const total = cuts.at(-1)?.below ?? low;
  // Rows: what the thresholds say; columns: the labels.
  const rows = [low, minus(high, low), minus(total, high)];
  const table = { size: 3, cells: Float64Array.from(rows.flat()) };
  return objective === 'kappa' ? cohenKappa(table, 'quadratic') : rawAgreement(table);
}

function minus(a: Counts, b: Counts): Counts {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}
