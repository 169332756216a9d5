// When a rollout ends, as values: each condition looks at the steps so far and gives a stop reason or null. Pure.
import type { AgentSettings } from '../contract/recipe.ts';
import type { Step } from '../contract/step.ts';
import type { StopReason } from '../contract/trajectory.ts';

export type StopCondition = (steps: readonly Step[]) => StopReason | null;

export const finalAnswerGiven: StopCondition = (steps) =>
  steps.at(-1)?.observation.kind === 'final-answer' ? 'final-answer' : null;

export const stoppedByPerson: StopCondition = (steps) =>
  steps.at(-1)?.observation.kind === 'cancelled' ? 'cancelled' : null;

/** So many replies in a row without code that may run. */
export function repliesWithoutCode(limit: number): StopCondition {
  return (steps) => {
    const last = steps.slice(-limit);
    const allWithout = last.every((step) => step.observation.kind === 'no-code');
    return last.length === limit && allWithout ? 'no-code' : null;
  };
}

export function stepLimit(limit: number): StopCondition {
  return (steps) => (steps.length >= limit ? 'max-steps' : null);
}

/** The conditions of a recipe; an earlier one wins, so an answer in the last step is an answer. */
export function stopConditions(settings: AgentSettings): readonly StopCondition[] {
  return [
    finalAnswerGiven,
    stoppedByPerson,
    repliesWithoutCode(settings.maxUnparsedReplies),
    stepLimit(settings.maxSteps),
  ];
}

/** The reason of the first condition that holds. */
export function firstStop(
  conditions: readonly StopCondition[],
  steps: readonly Step[],
): StopReason | null {
  for (const condition of conditions) {
    const reason = condition(steps);
    if (reason !== null) return reason;
  }
  return null;
}
