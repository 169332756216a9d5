// How far a run is with its tasks at its newest train step. Pure.
import type { Recipe } from '../../contract/recipe.ts';
import type { TaskProgress } from '../../contract/training/runView.ts';
import { isInside } from './queueTotals.ts';
import type { QueueTask } from './queueRow.ts';
import type { Visits } from './visits.ts';

export interface SeenTasks {
  readonly tasks: readonly QueueTask[];
  readonly visits: Visits;
}

export function taskProgress({ tasks, visits }: SeenTasks, recipe: Recipe): TaskProgress {
  const { lastStep } = visits;
  const queue = recipe.training?.queue;
  const hasWindow = queue?.enabled === true && lastStep > 0;
  const isWithin = ({ id }: QueueTask): boolean =>
    hasWindow && isInside(visits.last(id, lastStep)?.passRate ?? null, queue.window);
  return {
    tasks: tasks.length,
    inWindow: hasWindow ? tasks.filter(isWithin).length : null,
    epoch: lastStep === 0 ? null : visits.epochAt(lastStep),
  };
}
