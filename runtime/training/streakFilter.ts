// Leaves out tasks that every rollout solved in the last epochs, and looks at some of them again now and then (arXiv 2606.00135, with
// the set of each epoch built from all tasks, so that a task can come back). Tasks that no rollout solved are never left out. Pure.
import * as z from 'zod';
import type { StreakFilterSettings } from '../contract/trainingSettings.ts';

export const GroupOutcome = z.enum(['all-correct', 'mixed', 'all-wrong']);
export type GroupOutcome = z.infer<typeof GroupOutcome>;

export const TaskStreak = z.object({
  /** Evaluations in a row in which all rollouts passed, and in which none did. */
  allCorrect: z.int().nonnegative(),
  allWrong: z.int().nonnegative(),
  /** Null before the first evaluation. */
  lastEpoch: z.int().positive().nullable(),
  lastOutcome: GroupOutcome.nullable(),
});
export type TaskStreak = z.infer<typeof TaskStreak>;

export const noStreak: TaskStreak = {
  allCorrect: 0,
  allWrong: 0,
  lastEpoch: null,
  lastOutcome: null,
};

export interface EpochTasks {
  readonly active: readonly string[];
  readonly cooling: readonly string[];
  /** Those of the cooling ones that are looked at in this epoch. */
  readonly probes: readonly string[];
}

/** Null when nothing was scored. */
export function outcomeOf(passes: readonly boolean[]): GroupOutcome | null {
  if (passes.length === 0) return null;
  if (passes.every((pass) => pass)) return 'all-correct';
  return passes.some((pass) => pass) ? 'mixed' : 'all-wrong';
}

/** @param epoch from 1 */
export function epochTasks(
  streaks: ReadonlyMap<string, TaskStreak>,
  settings: StreakFilterSettings,
  epoch: number,
): EpochTasks {
  const ids = [...streaks.keys()];
  const cools = (id: string) => (streaks.get(id)?.allCorrect ?? 0) >= settings.allCorrectEpochs;
  if (!settings.enabled) return { active: ids, cooling: [], probes: [] };
  const cooling = ids.filter(cools);
  return {
    active: ids.filter((id) => !cools(id)),
    cooling,
    probes: epoch % settings.probePeriodEpochs === 0 ? probesOf(cooling, streaks, settings) : [],
  };
}

/** Those not looked at for longest, ties by id: the share of the recipe, at least one. */
function probesOf(
  cooling: readonly string[],
  streaks: ReadonlyMap<string, TaskStreak>,
  { probeShare }: StreakFilterSettings,
): string[] {
  const lastEpoch = (id: string) => streaks.get(id)?.lastEpoch ?? 0;
  const byAge = cooling.toSorted((a, b) => lastEpoch(a) - lastEpoch(b) || (a < b ? -1 : 1));
  return byAge.slice(0, Math.max(1, Math.floor(probeShare * cooling.length)));
}

/** After an evaluation. A probe that goes well makes the streak longer; anything else than all right ends it. */
export function streakAfter(
  { allCorrect, allWrong }: TaskStreak,
  outcome: GroupOutcome,
  epoch: number,
): TaskStreak {
  return {
    allCorrect: outcome === 'all-correct' ? allCorrect + 1 : 0,
    allWrong: outcome === 'all-wrong' ? allWrong + 1 : 0,
    lastEpoch: epoch,
    lastOutcome: outcome,
  };
}

export interface Transition {
  readonly from: GroupOutcome;
  readonly to: GroupOutcome;
}

/** From the epoch before to this one; null for a task that was not evaluated in the one before. */
export function transitionTo(
  before: TaskStreak,
  outcome: GroupOutcome,
  epoch: number,
): Transition | null {
  if (before.lastOutcome === null || before.lastEpoch !== epoch - 1) return null;
  return { from: before.lastOutcome, to: outcome };
}
