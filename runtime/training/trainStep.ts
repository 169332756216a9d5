// The decisions of training as a state machine without I/O. A train step is begun; rounds of visits are asked for and their outcomes
// taken in until no visit is lacking; then it is ended, and gives the groups that are updated on. The same state and outcomes give
// the same step, whoever samples and however long it takes.
import type { TrainingGroup } from '../contract/training/rolloutServer.ts';
import type { GroupRecord } from '../contract/training/runFolder.ts';
import type { TrainingSettings } from '../contract/trainingSettings.ts';
import { keyedRandom } from './keyedRandom.ts';
import { planRound, type PlannedRound } from './planVisits.ts';
import type { OpenStep, TrainingState } from './trainingState.ts';
import { endedCounters, noCounts, withVisit, type EndedCounters } from './stepCounters.ts';
import { takeVisit } from './takeVisit.ts';
import type { Visit, VisitOutcome } from './visit.ts';

export interface EndedStep {
  readonly state: TrainingState;
  /** As many as the recipe has groups a step, or fewer; in the order of the visits. */
  readonly groups: readonly TrainingGroup[];
  /** One for each visit, those whose group is left out too. */
  readonly records: readonly GroupRecord[];
  readonly counters: EndedCounters;
  /** No task is left to visit: epochs or train steps are over. */
  readonly finished: boolean;
}

/** @param step train steps that are done */
export function beginStep(state: TrainingState, step: number): TrainingState {
  if (state.open !== null) throw new Error(`Train step ${state.open.step} was not ended.`);
  const open: OpenStep = {
    step,
    pending: [],
    visited: [],
    groups: [],
    records: [],
    counters: noCounts(),
  };
  return { ...state, open };
}

/** The visits of one round, all to be sampled before the next is asked for; none when the step is whole. */
export function nextVisits(state: TrainingState, settings: TrainingSettings): PlannedRound {
  const open = openStep(state);
  if (open.pending.length > 0) return { state, visits: open.pending };
  return planRound(state, open, settings);
}

/** @param outcomes one for each visit of the round, in any order */
export function takeOutcomes(
  state: TrainingState,
  settings: TrainingSettings,
  outcomes: readonly VisitOutcome[],
): TrainingState {
  const { pending } = openStep(state);
  const byTask = new Map(outcomes.map((outcome) => [outcome.taskId, outcome]));
  let taken = state;
  for (const visit of pending) {
    const outcome = byTask.get(visit.taskId);
    if (outcome === undefined) throw new Error(`The visit of ${visit.taskId} has no outcome.`);
    taken = take(taken, settings, visit, outcome);
    byTask.delete(visit.taskId);
  }
  const [stray] = byTask.keys();
  if (stray !== undefined) throw new Error(`Nobody asked for a visit of ${stray}.`);
  return { ...taken, open: { ...openStep(taken), pending: [] } };
}

export function endStep(state: TrainingState): EndedStep {
  const { pending, groups, records, counters, visited } = openStep(state);
  if (pending.length > 0) throw new Error(`${pending.length} visits have no outcome yet.`);
  return {
    state: { ...state, open: null },
    groups,
    records,
    counters: endedCounters(counters),
    finished: visited.length === 0,
  };
}

function take(
  state: TrainingState,
  settings: TrainingSettings,
  visit: Visit,
  outcome: VisitOutcome,
): TrainingState {
  const open = openStep(state);
  const task = state.tasks.get(visit.taskId);
  if (task === undefined) throw new Error(`There is no task ${visit.taskId}.`);
  const { step } = open;
  const random = keyedRandom(state.seed, 'down-sampling', step, visit.taskId);
  const taken = takeVisit({ visit, outcome, task, step, random }, settings);
  return {
    ...state,
    tasks: new Map(state.tasks).set(visit.taskId, taken.task),
    open: {
      ...open,
      groups: taken.group === null ? open.groups : [...open.groups, taken.group],
      records: [...open.records, taken.record],
      counters: withVisit(open.counters, taken, outcome),
    },
  };
}

function openStep({ open }: TrainingState): OpenStep {
  if (open === null) throw new Error('No train step was begun.');
  return open;
}
