// What follows for a run from its recipe and device.
import type { Recipe } from '../contract/recipe.ts';
import type { RunJob } from '../contract/training/runFolder.ts';
import type { TrainingSettings } from '../contract/trainingSettings.ts';

/** What the recipe says, or as many as its epochs make when no task is left out. */
export function totalSteps({ optimiser }: TrainingSettings, tasks: number): number {
  const { maxSteps, epochs, groupsPerStep } = optimiser;
  return maxSteps ?? Math.ceil((epochs * tasks) / groupsPerStep);
}

export function policySync(
  device: RunJob['device'],
  { training }: Pick<Recipe, 'training'>,
): RunJob['policySync'] {
  if (training?.optimiser.lora != null) return 'lora_disk';
  return device === 'cpu' ? 'weights_disk' : 'gathered';
}
