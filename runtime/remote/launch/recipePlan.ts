// How a recipe reads in a plan: which fields differ from it, and every field as the run would use it.
import type { TrainingPlan } from '../../contract/training/trainingRequests.ts';
import { settingLeaves, type RecipeReading } from '../../recipes/recipeReading.ts';
import { rolloutsPerStep } from '../estimate/diskEstimate.ts';

/**
 * @param reading with the changes of the run
 * @param plain the same recipe without them
 */
export function recipePlan(
  { recipe, sources }: RecipeReading,
  plain: RecipeReading,
  totalSteps: number,
): TrainingPlan['recipe'] {
  const before = new Map(settingLeaves(plain.recipe).map(([path, value]) => [path, shown(value)]));
  const all = settingLeaves(recipe).map(([path, value]) => ({
    path,
    value: shown(value),
    source: sources.get(path) ?? 'own',
  }));
  const changed = all
    .filter(({ path, value }) => before.get(path) !== value)
    .map(({ path, value }) => ({ path, here: value, recipe: before.get(path) ?? 'none' }));
  return { name: recipe.name, changed, all, summary: summary(recipe.training, totalSteps) };
}

function summary(training: RecipeReading['recipe']['training'], totalSteps: number): string {
  if (training === undefined) return '';
  const { queue, optimiser } = training;
  const parts = [
    `groups of ${queue.groupSize}`,
    queue.enabled ? `${queue.freshPerVisit} fresh a visit` : 'all fresh',
    `${optimiser.groupsPerStep} tasks and ${rolloutsPerStep(training)} rollouts a train step`,
    `${totalSteps.toLocaleString('en')} train steps`,
  ];
  return `${parts.join(', ')}.`.replace(/^./, (first) => first.toUpperCase());
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
