// The pass rate that people would find, from the rate that a judge finds and how often that judge is right.
import { z95 } from './wilson.ts';

/** How well a judge tells passes from failures, from labelled items. Sizes may be effective ones and need not be whole. */
export interface JudgeAccuracy {
  /** Share of the passes that the judge passes, in 0..1, and how many passes that was seen on. */
  readonly sensitivity: number;
  readonly sensitivityN: number;
  /** Share of the failures that the judge fails, in 0..1, and how many failures that was seen on. */
  readonly specificity: number;
  readonly specificityN: number;
}

export interface ApparentRate extends JudgeAccuracy {
  /** Share of `n` answers that the judge passes, in 0..1. */
  readonly apparent: number;
  readonly n: number;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface CorrectedRate {
  /** (apparent + specificity - 1) / (sensitivity + specificity - 1); outside 0..1 when the judge contradicts its own accuracy. */
  readonly unclipped: number;
  /** The same, moved into 0..1. */
  readonly corrected: number;
  /** By the delta method, of `unclipped`. */
  readonly standardError: number;
  readonly wald: Interval;
  readonly langReiczigel: Interval;
}

/**
 * Estimate of Rogan and Gladen (American Journal of Epidemiology 107, 1978) with the interval of Lang and Reiczigel (Preventive
 * Veterinary Medicine 113, 2014), which covers in small samples where Wald's does not. All ends are moved into 0..1.
 *
 * Null when nothing can be corrected: the judge is no better than chance (sensitivity + specificity <= 1), or a size is 0.
 *
 * @param z quantile of the normal distribution; by default that of a 95 % interval
 */
export function roganGladen(rate: ApparentRate, z = z95): CorrectedRate | null {
  if (!(rate.n > 0 && rate.sensitivityN > 0 && rate.specificityN > 0)) return null;
  const unclipped = correctionOf(rate);
  if (unclipped === null) return null;
  const standardError = Math.sqrt(varianceOf(rate, unclipped));
  return {
    unclipped,
    corrected: intoUnit(unclipped),
    standardError,
    wald: around(unclipped, z * standardError),
    langReiczigel: langReiczigel(rate, z),
  };
}

/** The estimate alone, not moved into 0..1; null when the judge is no better than chance. */
export function correctionOf({
  apparent,
  sensitivity,
  specificity,
}: Pick<ApparentRate, 'apparent' | 'sensitivity' | 'specificity'>): number | null {
  const skill = sensitivity + specificity - 1;
  return skill > 0 ? (apparent + specificity - 1) / skill : null;
}

function varianceOf(rate: ApparentRate, prevalence: number): number {
  const { apparent, n, sensitivity, sensitivityN, specificity, specificityN } = rate;
  const sum =
    (apparent * (1 - apparent)) / n +
    (prevalence ** 2 * sensitivity * (1 - sensitivity)) / sensitivityN +
    ((1 - prevalence) ** 2 * specificity * (1 - specificity)) / specificityN;
  return sum / (sensitivity + specificity - 1) ** 2;
}

function langReiczigel(rate: ApparentRate, z: number): Interval {
  const moved = towardsHalf(rate, z);
  // Above 0 as before: the moved skill is a positive share of the old one, unless the sizes differ widely.
  const prevalence = correctionOf(moved);
  if (prevalence === null) return { low: 0, high: 1 };
  const ofPasses = (prevalence * moved.sensitivity * (1 - moved.sensitivity)) / moved.sensitivityN;
  const ofFailures =
    ((1 - prevalence) * moved.specificity * (1 - moved.specificity)) / moved.specificityN;
  const shift = 2 * z ** 2 * (ofPasses - ofFailures);
  return around(prevalence + shift, z * Math.sqrt(varianceOf(moved, prevalence)));
}

/** Each share as if a few more answers, half of them passes, had been seen. */
function towardsHalf(rate: ApparentRate, z: number): ApparentRate {
  const { apparent, n, sensitivity, sensitivityN, specificity, specificityN } = rate;
  return {
    apparent: (n * apparent + z ** 2 / 2) / (n + z ** 2),
    n: n + z ** 2,
    sensitivity: (sensitivityN * sensitivity + 1) / (sensitivityN + 2),
    sensitivityN: sensitivityN + 2,
    specificity: (specificityN * specificity + 1) / (specificityN + 2),
    specificityN: specificityN + 2,
  };
}

function around(centre: number, half: number): Interval {
  return { low: intoUnit(centre - half), high: intoUnit(centre + half) };
}

function intoUnit(value: number): number {
  return Math.min(1, Math.max(0, value));
}
