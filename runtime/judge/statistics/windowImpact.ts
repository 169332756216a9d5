// Which tasks the difficulty window would hold if people were right. Left is the judge, right the people.
import type { Estimate, RewardImpact } from '../../contract/agreement.ts';
import { accuracyOf, sharesOf, type PassLevel, type Shares } from './accuracy.ts';
import { bootstrap } from './bootstrap.ts';
import { tableOfGroups } from './estimates.ts';
import type { GradedRow } from './gradedRow.ts';
import { trajectoriesBy, type JudgedTrajectory } from './judgedTrajectory.ts';
import { groupRows } from './rowGroups.ts';
import {
  correctedRate,
  estimateCorrectedRate,
  judgedRate,
  taskCounts,
  type TaskCounts,
} from './taskPassRate.ts';

/** Lowest and highest pass rate that is worth training on, both inside. */
export type PassWindow = readonly [low: number, high: number];

export type WindowImpact = Pick<RewardImpact, 'window' | 'moving'>;

interface WindowTask {
  readonly taskId: string;
  readonly question: string;
  readonly counts: TaskCounts;
  readonly judged: number;
  readonly corrected: Estimate;
}

/** Rates are counts divided: 0.8 of a sum may lie a rounding above 0.8. */
const rounding = 1e-9;

/**
 * Counts tasks with a pass rate inside the window, as judged and corrected, and lists those that cross an end, in the order of the
 * trajectories. A task whose rate cannot be corrected moves nowhere, and one such task leaves the corrected number undefined.
 *
 * The interval of the corrected number tells how far it depends on which items were labelled; the trajectories are taken as they are.
 *
 * @param rows the labelled items, for the judge's accuracy
 */
export function windowImpact(
  trajectories: readonly JudgedTrajectory[],
  rows: readonly GradedRow[],
  { window, passLevel }: { readonly window: PassWindow; readonly passLevel: PassLevel },
  seed: number,
): WindowImpact {
  const accuracy = accuracyOf(rows, passLevel);
  const tasks = [...trajectoriesBy(trajectories, ({ taskId }) => taskId)].map(
    ([taskId, members]): WindowTask => {
      const counts = taskCounts(members, passLevel);
      const corrected = estimateCorrectedRate(counts, accuracy);
      const question = members[0]?.question ?? '';
      return { taskId, question, counts, judged: judgedRate(counts), corrected };
    },
  );
  const moving = tasks.flatMap((task) => movingOf(task, window));
  return {
    window: {
      tasks: tasks.length,
      judged: tasks.filter(({ judged }) => isInside(judged, window)).length,
      corrected: estimateInside(tasks, rows, { window, passLevel }, seed),
      enter: moving.filter(({ moves }) => moves === 'enters').length,
      leave: moving.filter(({ moves }) => moves === 'leaves').length,
    },
    moving,
  };
}

export function isInside(rate: number, [low, high]: PassWindow): boolean {
  return rate >= low - rounding && rate <= high + rounding;
}

function movingOf(task: WindowTask, window: PassWindow): RewardImpact['moving'] {
  const { taskId, question, counts, judged, corrected } = task;
  if (corrected.value === null) return [];
  const [before, after] = [isInside(judged, window), isInside(corrected.value, window)];
  if (before === after) return [];
  const moves = after ? 'enters' : 'leaves';
  return [{ taskId, question, trajectories: counts.trajectories, judged, corrected, moves }];
}

function estimateInside(
  tasks: readonly WindowTask[],
  rows: readonly GradedRow[],
  { window, passLevel }: { readonly window: PassWindow; readonly passLevel: PassLevel },
  seed: number,
): Estimate {
  const groups = groupRows(rows, ({ left, right }) => `${left}${right}`);
  const inside = ({ sensitivity, specificity }: Shares): number | null => {
    const unknown = sensitivity === null || specificity === null;
    const accuracy = unknown ? null : { sensitivity, specificity };
    let count = 0;
    for (const { counts } of tasks) {
      const rate = correctedRate(counts, accuracy);
      if (rate === null) return null;
      if (isInside(rate, window)) count += 1;
    }
    return count;
  };
  const sharesIn = (weights: Float64Array): Shares =>
    sharesOf(tableOfGroups(groups, weights), passLevel);
  return bootstrap(groups, sharesIn, { inside }, seed).inside;
}
