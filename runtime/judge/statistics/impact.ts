// What rewards, pass rates and advantages would be if people were right, from the items that they labelled.
import type { Estimate, RewardImpact } from '../../contract/agreement.ts';
import { accuracyOf, estimateAccuracy, type PassLevel } from './accuracy.ts';
import { advantageImpact } from './advantageImpact.ts';
import { meanScores } from './bias.ts';
import { undefinedEstimate } from './bootstrap.ts';
import { estimateTable } from './estimates.ts';
import type { GradedRow } from './gradedRow.ts';
import type { JudgedTrajectory } from './judgedTrajectory.ts';
import { roganGladen } from './roganGladen.ts';
import { windowImpact, type PassWindow } from './windowImpact.ts';

export interface ImpactInput {
  /** The labelled items that the judge graded: left the judge, right the people. */
  readonly rows: readonly GradedRow[];
  /** All trajectories, labelled or not. */
  readonly trajectories: readonly JudgedTrajectory[];
  readonly window: PassWindow;
  readonly passLevel: PassLevel;
}

export function estimateImpact(input: ImpactInput, seed: number): Omit<RewardImpact, 'judge'> {
  const { rows, trajectories, passLevel } = input;
  return {
    ...estimateAccuracy(rows, passLevel, seed),
    meanReward: correctedMean(rows, trajectories, seed),
    passRate: correctedPassRate(rows, trajectories, passLevel),
    ...windowImpact(trajectories, rows, input, seed),
    ...advantageImpact(trajectories),
  };
}

/**
 * Mean reward as judged, and with the mean difference of people and judge on the labelled items added to every judged answer: the
 * difference estimator (Cochran, Sampling Techniques, 1977, section 7.9), right on average however wrong the judge is.
 */
export function correctedMean(
  rows: readonly GradedRow[],
  trajectories: readonly JudgedTrajectory[],
  seed: number,
): RewardImpact['meanReward'] {
  const rewarded = trajectories.filter(({ reward }) => reward !== null);
  if (rewarded.length === 0) return { judged: null, corrected: undefinedEstimate };
  const mean = (of: (trajectory: JudgedTrajectory) => number): number =>
    rewarded.reduce((sum, trajectory) => sum + of(trajectory), 0) / rewarded.length;
  const judged = mean(({ reward }) => reward ?? 0);
  const perScore = mean((one) => (one.judged === null ? 0 : one.answerWeight));
  const { difference } = estimateTable(rows, { difference: meanScores.difference }, seed);
  const move = (kindness: number | null): number | null =>
    kindness === null ? null : judged - perScore * kindness;
  // The kinder the judge, the lower the corrected mean: the ends change places.
  const [low, high] = [move(difference.high), move(difference.low)];
  return { judged, corrected: { value: move(difference.value), low, high } };
}

/** Pass rate of all judged trajectories, with the correction of Rogan and Gladen and the interval of Lang and Reiczigel. */
export function correctedPassRate(
  rows: readonly GradedRow[],
  trajectories: readonly JudgedTrajectory[],
  passLevel: PassLevel,
): { judged: number | null; corrected: Estimate } {
  const judged = trajectories.map((one) => one.judged).filter((level) => level !== null);
  if (judged.length === 0) return { judged: null, corrected: undefinedEstimate };
  const apparent = judged.filter((level) => level >= passLevel).length / judged.length;
  const accuracy = accuracyOf(rows, passLevel);
  const rate = accuracy && roganGladen({ apparent, n: judged.length, ...accuracy });
  if (rate === null) return { judged: apparent, corrected: undefinedEstimate };
  return { judged: apparent, corrected: { value: rate.corrected, ...rate.langReiczigel } };
}
