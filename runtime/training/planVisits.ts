// Which tasks a train step visits next, and how many rollouts each needs. Pure.
import type { TrainingSettings } from '../contract/trainingSettings.ts';
import { dropStale, emptyQueue, freshNeeded } from './sampleQueue.ts';
import type { OpenStep, PlannedTask, TrainingState } from './trainingState.ts';
import { nextEpoch } from './taskOrder.ts';
import type { Visit } from './visit.ts';

export interface PlannedRound {
  /** With the visits pending. */
  readonly state: TrainingState;
  /** Empty when the step is whole, or nothing is left to visit. */
  readonly visits: readonly Visit[];
}

/**
 * The visits that the step lacks, as far as the epoch under way has tasks for them; what an epoch begins with depends on how the one
 * before ended, so that a new one is begun only when nothing of the old one is left. A task is visited once in a step.
 */
export function planRound(
  state: TrainingState,
  open: OpenStep,
  settings: TrainingSettings,
): PlannedRound {
  const isOver = settings.optimiser.maxSteps !== null && open.step >= settings.optimiser.maxSteps;
  const wanted = isOver ? 0 : visitsWanted(open, settings);
  if (wanted <= 0) return { state, visits: [] };
  const begun = withTasks(state, open, settings);
  const visited = new Set(open.visited);
  const chosen = begun.state.remaining
    .filter(({ taskId }) => !visited.has(taskId))
    .slice(0, wanted);
  const visits = chosen.map((task, index) =>
    visitOf(task, open.visited.length + index, begun, settings),
  );
  const remaining = begun.state.remaining.filter((task) => !chosen.includes(task));
  const asked = withPending(begun.open, visits, settings);
  return { state: { ...begun.state, remaining, open: asked }, visits };
}

/** Visits beyond the places of the step are refills, those that are probes too. */
function withPending(
  open: OpenStep,
  visits: readonly Visit[],
  { optimiser: { groupsPerStep } }: TrainingSettings,
): OpenStep {
  const { counters } = open;
  const visited = [...open.visited, ...visits.map(({ taskId }) => taskId)];
  const probed = counters.probed + visits.filter(({ why }) => why === 'probe').length;
  const refilled = Math.max(0, visited.length - groupsPerStep);
  return { ...open, pending: visits, visited, counters: { ...counters, probed, refilled } };
}

/** With refill as many as groups are missing, up to the cap; without, each place of the step is tried once. */
function visitsWanted(
  { visited, groups }: OpenStep,
  { refill, optimiser: { groupsPerStep } }: TrainingSettings,
): number {
  if (!refill.enabled) return groupsPerStep - visited.length;
  const room = groupsPerStep * refill.maxRounds - visited.length;
  return Math.min(groupsPerStep - groups.length, room);
}

interface Begun {
  readonly state: TrainingState;
  readonly open: OpenStep;
}

/** Begins epochs until one has a task, or all are over. */
function withTasks(state: TrainingState, open: OpenStep, settings: TrainingSettings): Begun {
  let begun: Begun = { state, open };
  while (begun.state.remaining.length === 0 && begun.state.epoch < settings.optimiser.epochs) {
    const { skipped, ...epoch } = nextEpoch(begun.state, settings);
    const allCorrectSkipped = begun.open.counters.allCorrectSkipped + skipped;
    begun = {
      state: { ...begun.state, ...epoch },
      open: { ...begun.open, counters: { ...begun.open.counters, allCorrectSkipped } },
    };
  }
  return begun;
}

/** @param place of the visit in the step, from 0 */
function visitOf(
  { taskId, probe }: PlannedTask,
  place: number,
  { state, open }: Begun,
  settings: TrainingSettings,
): Visit {
  const why = place < settings.optimiser.groupsPerStep ? 'active' : 'refill';
  return {
    taskId,
    epoch: state.epoch,
    why: probe ? 'probe' : why,
    fresh: freshOf(state, taskId, open.step, settings),
  };
}

function freshOf(
  { tasks }: TrainingState,
  taskId: string,
  step: number,
  { queue }: TrainingSettings,
): number {
  if (!queue.enabled) return queue.groupSize;
  const kept = dropStale(tasks.get(taskId)?.queue ?? emptyQueue(), queue, step);
  return freshNeeded(kept.queue, queue);
}
