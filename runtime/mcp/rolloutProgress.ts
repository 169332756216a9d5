// How far a rollout is, for whoever waits for it.
import type { RunEvent } from '../contract/events.ts';
import type { Progress } from '../support/progress.ts';

/** What a person would want to know of: steps, calls of tools, what is loaded before the first step. Null for other facts. */
export function rolloutProgress(event: RunEvent, maxSteps: number): Progress | null {
  const inStep = (step: number, activity: string, done = step - 1): Progress => {
    return { activity: `Step ${step}${activity}`, done, total: maxSteps, unit: 'steps' };
  };
  if (event.type === 'step-started') return inStep(event.step, '');
  if (event.type === 'tool-called') return inStep(event.step, `: ${event.name}`);
  if (event.type === 'step-ended') return inStep(event.step.index, ' ended', event.step.index);
  if (event.type !== 'progress-reported') return null;
  const { activity, done, total, unit } = event;
  return { activity, done, total, unit };
}
