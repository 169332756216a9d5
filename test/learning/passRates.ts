// The pass rates that the difficulty filter of a recipe goes by, out of groups that a run sampled. The token server of the CPU takes
// tokens alone, where `tool-r1 filter` asks in chat; so the rollouts are made by a run that moves no weight.
import type { TaskPassRate } from '../../runtime/contract/task.ts';
import type { GroupRecord } from '../../runtime/contract/training/runFolder.ts';

/** @param by what is written beside each rate. Tasks without a scored rollout have none. */
export function passRatesOf(
  groups: readonly GroupRecord[],
  by: Pick<TaskPassRate, 'model' | 'recipe' | 'measuredAt'>,
): ReadonlyMap<string, TaskPassRate> {
  return new Map(
    groups.flatMap(({ taskId, passRate, rewards }) => {
      const samples = rewards.filter((reward) => reward !== null).length;
      if (samples === 0 || passRate === null) return [];
      const passed = Math.round(passRate * samples);
      return [[taskId, { passed, samples, unscored: rewards.length - samples, ...by }]];
    }),
  );
}
