// The training settings of a recipe that must have them.
import type { Recipe } from '../contract/recipe.ts';
import type { TrainingSettings } from '../contract/trainingSettings.ts';
import { HumanError } from '../support/errors.ts';

/** @throws HumanError for a recipe that is only for rollouts, or whose rollouts cannot be trained on */
export function trainingOf({ name, agent, training }: Recipe): TrainingSettings {
  if (training === undefined) {
    throw new HumanError(
      `The recipe ${name} does not say how to train. Let it extend one that does: "extends": "tool-r1".`,
    );
  }
  const { history = 'native', thinking = 'thought' } = agent;
  if (history === 'native' && thinking === 'thought') return training;
  throw new HumanError(
    `The recipe ${name} tells earlier turns otherwise than they were sampled, so that they cannot be trained on. Take agent.history and agent.thinking out.`,
  );
}
