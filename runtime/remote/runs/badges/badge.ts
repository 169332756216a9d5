// What the badges of health have in common: the train steps that they judge by, how figures read, and when one is worth a look.
import type { Recipe } from '../../../contract/recipe.ts';
import type { TrainStepMetrics } from '../../../contract/training/runFolder.ts';
import type { HealthBadge } from '../../../contract/training/runView.ts';

export interface BadgeInput {
  /** Each train step once, in order. */
  readonly steps: readonly TrainStepMetrics[];
  readonly recipe: Recipe;
}

export type Level = HealthBadge['level'];

/** From `watch` on it is worth a look, from `alarm` on the run is worth less than its time. */
export interface Limits {
  readonly watch: number;
  readonly alarm: number;
}

/** Train steps that a badge takes together: one alone is noise, many hide what has begun. */
export const recentSteps = 10;

export function levelOf(value: number, { watch, alarm }: Limits): Level {
  if (value >= alarm) return 'alarm';
  return value >= watch ? 'watch' : 'ok';
}

/** Sum of a figure; null where no step has it. */
export function total(steps: readonly TrainStepMetrics[], name: string): number | null {
  const values = valuesOf(steps, name);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
}

export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length;
}

export function valuesOf(steps: readonly TrainStepMetrics[], name: string): number[] {
  return steps.flatMap(({ metrics }) => metrics[name] ?? []);
}

/** The newest train step where the figure is above 0; null where there is none. */
export function newestWith(steps: readonly TrainStepMetrics[], name: string): number | null {
  return steps.findLast(({ metrics }) => (metrics[name] ?? 0) > 0)?.step ?? null;
}

/** `6.3 %`; small shares with one digit, so that what is not nothing does not read as nothing. */
export function percent(share: number): string {
  const value = 100 * share;
  return `${value >= 10 || value === 0 ? Math.round(value) : value.toFixed(1)} %`;
}

export const unknownValue = '–';
