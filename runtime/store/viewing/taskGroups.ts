// The trajectories of a list put together by task. Rates count samples of the policy only: follow-ups and retries are listed
// and not counted.
import type { TrajectoryIndex } from './trajectoryIndex.ts';

export interface TaskGroup {
  /** Empty for trajectories whose first record is missing. */
  readonly taskId: string;
  /** In the order of the list. */
  readonly rows: readonly number[];
  readonly judged: number;
  readonly passed: number;
  readonly meanReward: number | null;
}

/** Tasks stand in the order of their first trajectory in the list. */
export function taskGroups(index: TrajectoryIndex, rows: readonly number[]): TaskGroup[] {
  const byTask = new Map<number, number[]>();
  for (const row of rows) {
    const task = index.task(row);
    const members = byTask.get(task);
    if (members === undefined) byTask.set(task, [row]);
    else members.push(row);
  }
  return [...byTask.values()].map((members) => taskGroup(index, members));
}

function taskGroup(index: TrajectoryIndex, rows: readonly number[]): TaskGroup {
  let [judged, passed, rewarded, sum] = [0, 0, 0, 0];
  for (const row of rows) {
    if (index.isBranch(row)) continue;
    const level = index.level(row);
    if (level !== null) judged += 1;
    if (level === 'Correct') passed += 1;
    const reward = index.reward(row);
    if (Number.isNaN(reward)) continue;
    rewarded += 1;
    sum += reward;
  }
  const taskId = rows[0] === undefined ? '' : (index.taskId(rows[0]) ?? '');
  return { taskId, rows, judged, passed, meanReward: rewarded === 0 ? null : sum / rewarded };
}
