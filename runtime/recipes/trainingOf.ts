// The training settings of a recipe that must have them.
import type { Recipe } from '../contract/recipe.ts';
import type { TrainingSettings } from '../contract/trainingSettings.ts';
import { HumanError } from '../support/errors.ts';

/** @throws HumanError for a recipe that is only for rollouts */
export function trainingOf({ name, training }: Recipe): TrainingSettings {
  if (training !== undefined) return training;
  throw new HumanError(
    `The recipe ${name} does not say how to train. Let it extend one that does: "extends": "tool-r1".`,
  );
}
