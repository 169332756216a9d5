// The settings of ToolRL's reward under one name for its files, and how its ranges move with the train step. Pure.
// Source: qiancheng0/ToolRL at 8cee13ec, verl/utils/reward_score/rlla.py.
import type { SettingsOf } from '../reward.ts';

export type ToolRlSettings = SettingsOf<'toolrl'>;

/** Least and largest score. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/** Train steps over which `dynamic` moves, and at which `two-stage` switches. */
const rampSteps = 150;
const secondStage = 30;

/** [0, 1]; in two stages half of it from step 30 on; dynamic from [-2, 2] towards [-1, 1]. */
export function formatRange({ scale }: ToolRlSettings, trainStep: number): Range {
  switch (scale) {
    case 'fixed':
      return { least: 0, most: 1 };
    case 'two-stage':
      return { least: 0, most: trainStep < secondStage ? 1 : 0.5 };
    case 'dynamic':
      return {
        least: Math.min(-2 + (2 * trainStep) / rampSteps, -1),
        most: Math.max(2 - trainStep / rampSteps, 1),
      };
  }
}

/** [-r, r]; in two stages a third of it before step 30; dynamic from [-2, 2] towards [-r, r], never beyond [-3, 3]. */
export function correctnessRange(
  { scale, correctnessRange: most }: ToolRlSettings,
  trainStep: number,
): Range {
  switch (scale) {
    case 'fixed':
      return { least: -most, most };
    case 'two-stage':
      return trainStep < secondStage
        ? { least: -most / 3, most: most / 3 }
        : { least: -most, most };
    case 'dynamic': {
      const moved = ((most - 2) * trainStep) / rampSteps + 2;
      return { least: Math.max(-moved, -3), most: Math.min(moved, 3) };
    }
  }
}
