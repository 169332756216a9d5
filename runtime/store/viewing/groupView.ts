// The rollouts of one task beside each other, as far as they are samples of the policy: follow-ups and retries belong to a
// conversation and are left out, unless there is nothing else.
import type { GroupMember, GroupView } from '../../contract/viewing.ts';
import { wilsonInterval } from '../../judge/statistics/wilson.ts';
import { rewardStatistics } from '../../reward/groupAdvantage.ts';
import { failure } from '../../support/errors.ts';
import type { RecordSource } from '../formats/recordSource.ts';
import { clipText } from './clipText.ts';
import { readFacts, trajectoryRow, type TrajectoryFacts } from './rowReader.ts';
import type { TrajectoryIndex } from './trajectoryIndex.ts';

/** @throws FailureError `store/no-task` when the file has no trajectory of that task */
export async function readGroup(
  source: RecordSource,
  index: TrajectoryIndex,
  taskId: string,
): Promise<GroupView> {
  const rows = groupRows(index, taskId);
  const facts = await readFacts(source, index, rows);
  const task = facts.find(({ started }) => started !== null)?.started?.task;
  if (task === undefined) {
    throw failure('store', 'no-task', `${source.file} has no trajectory of the task ${taskId}.`);
  }
  const judged = rows.filter((row) => index.level(row) !== null).length;
  const passed = rows.filter((row) => index.level(row) === 'Correct').length;
  const rewards = rewardStatistics(rows.map((row) => numberOrNull(index.reward(row))));
  return {
    taskId,
    question: clipText(task.question),
    referenceAnswer: task.referenceAnswer === null ? null : clipText(task.referenceAnswer),
    members: rows.map((row, place) =>
      member(index, row, facts[place], rewards.advantages[place] ?? null),
    ),
    judged,
    passed,
    passRate: judged === 0 ? null : passed / judged,
    interval: wilsonInterval(passed, judged),
    meanReward: rewards.mean,
    rewardDeviation: rewards.deviation,
    zeroVariance: rewards.zeroVariance,
  };
}

function groupRows(index: TrajectoryIndex, taskId: string): number[] {
  const task = index.tasks.find(taskId);
  const rows: number[] = [];
  if (task === null) return rows;
  for (let row = 0; row < index.trajectories; row += 1) {
    if (index.task(row) === task) rows.push(row);
  }
  const samples = rows.filter((row) => !index.isBranch(row));
  return samples.length > 0 ? samples : rows;
}

function member(
  index: TrajectoryIndex,
  row: number,
  facts: TrajectoryFacts | undefined,
  advantage: number | null,
): GroupMember {
  const policyVersion = facts?.started?.policyVersion ?? 0;
  return { ...trajectoryRow(index, row, facts), advantage, policyVersion };
}

function numberOrNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
