// The sample queues of a run at any train step, filtered, sorted and cut to what is looked at. Pure.
import type { Recipe } from '../../contract/recipe.ts';
import type { trainingRequests } from '../../contract/training/trainingRequests.ts';
import type { QueuePage, QueueRow } from '../../contract/training/runView.ts';
import type * as z from 'zod';
import { mostReward } from './mostReward.ts';
import {
  queueCells,
  queueState,
  stateDetail,
  type QueueRules,
  type QueueState,
  type QueueTask,
  type Standing,
} from './queueRow.ts';
import { queueTotals } from './queueTotals.ts';
import type { Visits } from './visits.ts';

export type QueueQuery = Omit<
  z.output<(typeof trainingRequests)['read-queue']['params']>,
  'handle'
>;

export interface QueueInput {
  readonly tasks: readonly QueueTask[];
  readonly visits: Visits;
  readonly recipe: Recipe;
}

/** Null for a recipe that does not train. */
export function queuePage(input: QueueInput, query: QueueQuery): QueuePage | null {
  const { tasks, visits, recipe } = input;
  const { training } = recipe;
  if (training === undefined) return null;
  const { lastStep } = visits;
  const step = Math.min(query.step ?? lastStep, lastStep);
  const standings = tasks.map((task): Standing => {
    const last = visits.last(task.id, step);
    return { task, last, state: queueState(last, step, training) };
  });
  const matching = sorted(standings.filter(filterOf(query, step)), query.sort);
  const { window, groupSize } = training.queue;
  return {
    step,
    lastStep,
    epochs: visits.epochs,
    window: training.queue.enabled ? [window.low, window.high] : null,
    groupSize,
    mostReward: mostReward(recipe.reward),
    totals: queueTotals(standings, { step, epoch: visits.epochAt(step), window }),
    matching: matching.length,
    followedAt: placeOf(matching, query.follow),
    rows: matching
      .slice(query.offset, query.offset + query.limit)
      .map((standing) => rowOf(standing, visits, step, training)),
  };
}

function placeOf(standings: readonly Standing[], taskId: string | null): number | null {
  const place = taskId === null ? -1 : standings.findIndex(({ task }) => task.id === taskId);
  return place < 0 ? null : place;
}

function rowOf(
  { task, last, state }: Standing,
  visits: Visits,
  step: number,
  rules: QueueRules,
): QueueRow {
  const history = { visits: visits.upTo(task.id, step), step, epoch: visits.epochAt(step) };
  return {
    taskId: task.id,
    question: task.question,
    files: [...task.files],
    passRates: history.visits.map(({ step: visited, passRate }) => ({
      step: visited,
      rate: passRate,
    })),
    state,
    detail: stateDetail(state, history, rules),
    lastVisit: last?.step ?? null,
    cells: queueCells(last, step, rules),
  };
}

function filterOf({ filter, show }: QueueQuery, step: number): (standing: Standing) => boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return (standing) => isShown(standing, show, step) && words.every((word) => has(standing, word));
}

function isShown({ last, state }: Standing, show: QueueQuery['show'], step: number): boolean {
  switch (show) {
    case 'all':
      return true;
    case 'this-step':
      return last?.step === step && step > 0;
    case 'cooling':
      return state === 'cooling';
    case 'skipped':
      return isSkipped(state);
  }
}

export function isSkipped(state: QueueState): boolean {
  return state === 'skipped' || state === 'outside-window';
}

/** `@cooling` asks for a state; other words for a part of the id, the question or a file. */
function has({ task, state }: Standing, word: string): boolean {
  if (word.startsWith('@')) return state.startsWith(word.slice(1));
  const texts = [task.id, task.question, ...task.files];
  return texts.some((text) => text.toLowerCase().includes(word));
}

/** Ties, and tasks without a visit, by id. */
function sorted(standings: readonly Standing[], by: QueueQuery['sort']): Standing[] {
  const key = ({ last }: Standing): number =>
    by === 'task' ? 0 : by === 'pass-rate' ? (last?.passRate ?? 2) : -(last?.step ?? 0);
  return standings.toSorted((a, b) => key(a) - key(b) || (a.task.id < b.task.id ? -1 : 1));
}
