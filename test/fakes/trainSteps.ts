// Train steps with a policy whose rollouts go as a test says.
import type { TrainingSettings } from '../../runtime/contract/trainingSettings.ts';
import {
  beginStep,
  endStep,
  nextVisits,
  takeOutcomes,
  type EndedStep,
} from '../../runtime/training/trainStep.ts';
import type { TrainingState } from '../../runtime/training/trainingState.ts';
import type { Visit } from '../../runtime/training/visit.ts';
import { sampleVisits, type FakePolicy } from './trainingMembers.ts';

export interface DoneStep extends EndedStep {
  /** The visits of each round. */
  readonly rounds: readonly (readonly Visit[])[];
}

/** @param between is given the state after each round, for example to write and read it */
export function doStep(
  state: TrainingState,
  settings: TrainingSettings,
  step: number,
  policy: FakePolicy,
  between: (state: TrainingState) => TrainingState = (same) => same,
): DoneStep {
  const rounds: (readonly Visit[])[] = [];
  let current = beginStep(state, step);
  for (;;) {
    const planned = nextVisits(current, settings);
    current = between(planned.state);
    if (planned.visits.length === 0) return { ...endStep(current), rounds };
    rounds.push(planned.visits);
    current = takeOutcomes(current, settings, sampleVisits(planned.visits, step, policy));
  }
}

/** Steps until the run is finished. @param most after which a run that does not end fails */
export function doRun(
  start: TrainingState,
  settings: TrainingSettings,
  policy: FakePolicy,
  most = 100,
): DoneStep[] {
  const done: DoneStep[] = [];
  let state = start;
  for (let step = 0; step < most; step += 1) {
    const ended = doStep(state, settings, step, policy);
    if (ended.finished) return done;
    done.push(ended);
    state = ended.state;
  }
  throw new Error(`The run did not end within ${most} train steps.`);
}

/** Tasks in the order in which they were visited. */
export function visitedBy(steps: readonly DoneStep[]): string[] {
  return steps.flatMap(({ rounds }) => rounds.flat().map(({ taskId }) => taskId));
}
