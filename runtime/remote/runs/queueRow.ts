// One task of the queue view at a train step: how it stands, its queue as cells, and its pass rates so far. Pure.
import type { Task } from '../../contract/task.ts';
import type { TrainingSettings } from '../../contract/trainingSettings.ts';
import type { QueueCell, QueueRow } from '../../contract/training/runView.ts';
import type { TaskVisit } from './visits.ts';

export type QueueState = QueueRow['state'];

export type QueueRules = Pick<TrainingSettings, 'queue' | 'streakFilter'>;

export type QueueTask = Pick<Task, 'id' | 'question' | 'files'>;

/** A task with what filters and totals ask for; the rest is made for the rows of a page alone. */
export interface Standing {
  readonly task: QueueTask;
  /** Up to the train step that is shown; null when it was not visited yet. */
  readonly last: TaskVisit | null;
  readonly state: QueueState;
}

/** Visits of one task up to the train step that is shown. */
export interface TaskHistory {
  readonly visits: readonly TaskVisit[];
  readonly step: number;
  /** The epoch that the train step is in, from 1. */
  readonly epoch: number;
}

/** @param last visit up to the train step; null when the task was not seen yet */
export function queueState(
  last: TaskVisit | null,
  step: number,
  { streakFilter }: QueueRules,
): QueueState {
  if (last === null) return 'unseen';
  if (last.why === 'probe' && last.step === step) return 'probe';
  if (streakFilter.enabled && last.streak >= streakFilter.allCorrectEpochs) return 'cooling';
  if (last.skipped === 'outside-window') return 'outside-window';
  return last.skipped === null ? 'active' : 'skipped';
}

/** When the state changes, or why it is so; for a person. */
export function stateDetail(
  state: QueueState,
  { visits, step, epoch }: TaskHistory,
  { queue: { window }, streakFilter }: QueueRules,
): string {
  const last = visits.at(-1);
  switch (state) {
    case 'unseen':
      return 'not visited yet';
    case 'active':
      return last?.step === step ? 'in this step' : `last at step ${last?.step ?? 0}`;
    case 'probe':
      return probeDetail(visits, streakFilter.allCorrectEpochs);
    case 'cooling': {
      const period = streakFilter.probePeriodEpochs;
      return `some probed in epoch ${(Math.floor(epoch / period) + 1) * period}`;
    }
    case 'outside-window':
      return (last?.passRate ?? 0) < window.low ? `below ${window.low}` : `above ${window.high}`;
    case 'skipped':
      return last?.skipped === 'unscored' ? 'no score' : 'all rewards the same';
  }
}

/** Where it stopped being visited in each epoch. */
function probeDetail(visits: readonly TaskVisit[], streak: number): string {
  const before = visits.slice(0, -1);
  const start = before.findLastIndex((visit) => visit.streak < streak) + 1;
  const first = before[start];
  return first === undefined ? 'looked at again' : `cool since step ${first.step}`;
}

/** Oldest first, as they are after the last visit; staleness as of the train step. */
export function queueCells(
  last: TaskVisit | null,
  step: number,
  { queue }: QueueRules,
): QueueCell[] {
  if (last === null) return [];
  const leaving = leavingNext(last, step, queue);
  return last.staleness.map((staleness, place) => {
    const sampledAt = last.step - staleness;
    return {
      reward: last.rewards[place] ?? null,
      staleness: step - sampledAt,
      leavesNext: leaving[place] ?? false,
      trajectoryId: last.trajectoryIds?.[place] ?? null,
      sampledAt,
    };
  });
}

/**
 * Too old at the next train step, or pushed out by the fresh ones of the next visit: g, or as many as are missing from G. What
 * swaps with the archive will do then nobody knows.
 */
function leavingNext(
  { staleness, step: visited }: TaskVisit,
  step: number,
  queue: QueueRules['queue'],
): boolean[] {
  if (!queue.enabled) return staleness.map(() => true);
  const stale = staleness.map((age) => age + step - visited + 1 > queue.maxStalenessSteps);
  const left = stale.filter((isStale) => !isStale).length;
  const fresh = Math.max(queue.freshPerVisit, queue.groupSize - left);
  let pushed = Math.max(0, left + fresh - queue.groupSize);
  return stale.map((isStale) => isStale || pushed-- > 0);
}
