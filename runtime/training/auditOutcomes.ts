// How the tasks of a run went from epoch to epoch, and how well the streak filter's rule foretold it
// ("On Effectiveness and Efficiency of Agentic Tool-calling and RL Training", arXiv 2606.00135). Pure.
import type { OutcomeCounts, RulePrecision, Transition } from '../contract/training/audit.ts';
import type { GroupRecord } from '../contract/training/runFolder.ts';
import { wilsonInterval } from '../judge/statistics/wilson.ts';

export type Outcome = NonNullable<GroupRecord['outcome']>;

/** Outcome of each task by epoch, of tasks that were scored in it; the last group of the epoch counts. */
export type OutcomeHistory = ReadonlyMap<string, ReadonlyMap<number, Outcome>>;

export function outcomeHistory(groups: readonly GroupRecord[]): OutcomeHistory {
  const history = new Map<string, Map<number, Outcome>>();
  for (const { taskId, epoch, outcome } of groups) {
    if (outcome === null) continue;
    const before = history.get(taskId) ?? new Map<number, Outcome>();
    history.set(taskId, before.set(epoch, outcome));
  }
  return history;
}

export function countOutcomes(groups: readonly GroupRecord[]): OutcomeCounts {
  const number = (wanted: Outcome | null) =>
    groups.filter(({ outcome }) => outcome === wanted).length;
  return {
    allCorrect: number('all-correct'),
    mixed: number('mixed'),
    allWrong: number('all-wrong'),
    unscored: number(null),
  };
}

const outcomes = ['all-correct', 'mixed', 'all-wrong'] as const;

/** @param lastEpoch may be still going on, so a task that is not in it may come yet */
export function transitions(history: OutcomeHistory, lastEpoch: number): Transition[] {
  const steps = [...history.values()].flatMap((byEpoch) =>
    [...byEpoch].map(([epoch, from]) => ({ from, epoch, to: byEpoch.get(epoch + 1) ?? null })),
  );
  return outcomes.map((from) => {
    const of = steps.filter((step) => step.from === from);
    const number = (to: Outcome) => of.filter((step) => step.to === to).length;
    return {
      from,
      allCorrect: number('all-correct'),
      mixed: number('mixed'),
      allWrong: number('all-wrong'),
      notSeen: of.filter(({ to, epoch }) => to === null && epoch + 1 < lastEpoch).length,
    };
  });
}

/** Every time that a task was all right `streak` times in a row and was sampled again. */
export function rulePrecision(history: OutcomeHistory, streak: number): RulePrecision {
  const next = [...history.values()].flatMap((byEpoch) => {
    const inOrder = [...byEpoch].sort(([a], [b]) => a - b).map(([, outcome]) => outcome);
    return inOrder.filter((_, index) => isPredicted(inOrder, index, streak));
  });
  const right = next.filter((outcome) => outcome === 'all-correct').length;
  return {
    streak,
    predictions: next.length,
    right,
    precision: next.length === 0 ? null : right / next.length,
    interval: wilsonInterval(right, next.length),
  };
}

function isPredicted(inOrder: readonly Outcome[], index: number, streak: number): boolean {
  const before = inOrder.slice(Math.max(0, index - streak), index);
  return before.length === streak && before.every((outcome) => outcome === 'all-correct');
}
