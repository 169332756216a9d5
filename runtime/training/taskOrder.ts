// In which order tasks come: epoch after epoch, each in a random order of its own that seed and epoch decide. Pure.
import type { TrainingSettings } from '../contract/trainingSettings.ts';
import { keyedRandom, shuffled } from './keyedRandom.ts';
import type { PlannedTask, TrainingState } from './trainingState.ts';
import { epochTasks, type TaskStreak } from './streakFilter.ts';

export interface Epoch {
  readonly epoch: number;
  readonly remaining: readonly PlannedTask[];
  /** Cooling tasks that are not looked at. */
  readonly skipped: number;
}

/** The epoch after the one that is under way. All tasks are shuffled and then filtered, so that the filter does not change the order. */
export function nextEpoch(
  { seed, epoch: before, tasks }: Pick<TrainingState, 'seed' | 'epoch' | 'tasks'>,
  { streakFilter }: Pick<TrainingSettings, 'streakFilter'>,
): Epoch {
  const epoch = before + 1;
  const streaks = new Map<string, TaskStreak>();
  for (const [taskId, { streak }] of tasks) streaks.set(taskId, streak);
  const { active, cooling, probes } = epochTasks(streaks, streakFilter, epoch);
  const isVisited = new Set([...active, ...probes]);
  const isProbe = new Set(probes);
  const remaining = shuffled([...tasks.keys()], keyedRandom(seed, 'order', epoch))
    .filter((taskId) => isVisited.has(taskId))
    .map((taskId) => ({ taskId, probe: isProbe.has(taskId) }));
  return { epoch, remaining, skipped: cooling.length - probes.length };
}
