// The pass rate of one task as judged, and as people would find it.
import type { Estimate } from '../../contract/agreement.ts';
import type { PassLevel } from './accuracy.ts';
import { undefinedEstimate } from './bootstrap.ts';
import type { JudgedTrajectory } from './judgedTrajectory.ts';
import { correctionOf, roganGladen, type JudgeAccuracy } from './roganGladen.ts';

/** Counts of a task's trajectories. What is neither labelled nor judged passed nothing. */
export interface TaskCounts {
  readonly trajectories: number;
  /** That the judge passes. */
  readonly judgedPasses: number;
  /** With a label that is a pass. */
  readonly labelledPasses: number;
  /** Judged but without label, and those of them that the judge passes. */
  readonly open: number;
  readonly openPasses: number;
}

export function taskCounts(
  trajectories: readonly JudgedTrajectory[],
  passLevel: PassLevel,
): TaskCounts {
  const passes = (level: number | null): boolean => level !== null && level >= passLevel;
  const open = trajectories.filter(({ judged, people }) => judged !== null && people === null);
  return {
    trajectories: trajectories.length,
    judgedPasses: trajectories.filter(({ judged }) => passes(judged)).length,
    labelledPasses: trajectories.filter(({ people }) => passes(people)).length,
    open: open.length,
    openPasses: open.filter(({ judged }) => passes(judged)).length,
  };
}

export function judgedRate({ judgedPasses, trajectories }: TaskCounts): number {
  return judgedPasses / trajectories;
}

/**
 * Labels count as they are; the trajectories without one are corrected after Rogan and Gladen. Null when there are such
 * trajectories and the judge's accuracy is not known or no better than chance.
 */
export function correctedRate(
  counts: TaskCounts,
  accuracy: Pick<JudgeAccuracy, 'sensitivity' | 'specificity'> | null,
): number | null {
  const { trajectories, labelledPasses, open, openPasses } = counts;
  if (open === 0) return labelledPasses / trajectories;
  if (accuracy === null) return null;
  const corrected = correctionOf({ apparent: openPasses / open, ...accuracy });
  if (corrected === null) return null;
  return (labelledPasses + open * Math.min(1, Math.max(0, corrected))) / trajectories;
}

/** The same with the interval of Lang and Reiczigel on the trajectories without label. */
export function estimateCorrectedRate(
  counts: TaskCounts,
  accuracy: JudgeAccuracy | null,
): Estimate {
  const value = correctedRate(counts, accuracy);
  if (value === null) return undefinedEstimate;
  const { trajectories, labelledPasses, open, openPasses } = counts;
  if (open === 0 || accuracy === null) return { value, low: value, high: value };
  const rate = roganGladen({ apparent: openPasses / open, n: open, ...accuracy });
  if (rate === null) return { value, low: null, high: null };
  const whole = (share: number): number => (labelledPasses + open * share) / trajectories;
  return { value, low: whole(rate.langReiczigel.low), high: whole(rate.langReiczigel.high) };
}
