// How far a rollout is, told to whoever waits for it.
import type { RunEvent } from '../contract/events.ts';
import type { OnProgress } from '../support/progress.ts';

/** Tells of what a person would want to know: steps, calls of tools, and what is loaded before the first step. */
export function rolloutProgress(event: RunEvent, maxSteps: number, onProgress: OnProgress): void {
  switch (event.type) {
    case 'step-started': {
      const { step } = event;
      onProgress({ activity: `Step ${step}`, done: step - 1, total: maxSteps, unit: 'steps' });
      return;
    }
    case 'tool-called': {
      const { step, name } = event;
      const activity = `Step ${step}: ${name}`;
      onProgress({ activity, done: step - 1, total: maxSteps, unit: 'steps' });
      return;
    }
    case 'step-ended': {
      const { index } = event.step;
      onProgress({ activity: `Step ${index} ended`, done: index, total: maxSteps, unit: 'steps' });
      return;
    }
    case 'progress-reported': {
      const { activity, done, total, unit } = event;
      onProgress({ activity, done, total, unit });
      return;
    }
    default:
      return;
  }
}
