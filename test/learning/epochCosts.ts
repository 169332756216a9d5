// What the first passes over the tasks cost. At the same number of updates a filter saves nothing: it fills each of them with tasks
// that can still teach. What it saves shows over the same passes, as the papers count.
import type { GroupRecord } from '../../runtime/contract/training/runFolder.ts';

export interface EpochCosts {
  readonly groups: number;
  readonly generatedTokens: number;
  /** Of groups that were trained on. */
  readonly updatedTokens: number;
}

/** Null when the run did not get so far: an epoch is whole when a later one began, or when each task was visited in it. */
export function epochCosts(
  records: readonly GroupRecord[],
  epochs: number,
  tasks: number,
): EpochCosts | null {
  const inside = records.filter(({ epoch }) => epoch <= epochs);
  const last = new Set(inside.filter(({ epoch }) => epoch === epochs).map((one) => one.taskId));
  if (inside.length === records.length && last.size < tasks) return null;
  const total = (pick: (one: GroupRecord) => number): number =>
    inside.reduce((sum, one) => sum + pick(one), 0);
  return {
    groups: inside.length,
    generatedTokens: total((one) => one.generatedTokens),
    updatedTokens: total((one) => (one.trained ? one.updatedTokens : 0)),
  };
}
