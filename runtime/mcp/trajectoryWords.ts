// Trajectories in lists, a line each: what they are, never what a model said in them. That is read on request.
import type { RecentTrajectory } from '../contract/requests.ts';
import type { StepRow } from '../contract/stepRow.ts';
import type { TrajectoryRow } from '../contract/viewing.ts';
import { twoDecimals } from '../support/twoDecimals.ts';
import { facts, oneLine } from './answerText.ts';

export function trajectoryWords(row: TrajectoryRow): string {
  const verdicts = row.verdicts.map(({ judge, level }) => `${judge}: ${level ?? 'no verdict'}`);
  return facts(
    row.id,
    row.taskId === null ? null : `task ${row.taskId}`,
    endingWords(row),
    `${row.steps} steps`,
    rewardWords(row.reward?.total ?? null),
    verdicts.join(', '),
    row.judgesDisagree ? 'judges disagree' : null,
    row.model === null ? null : `model ${oneLine(row.model, 60)}`,
    row.startedAt,
    `asked: ${oneLine(row.question, 80)}`,
  );
}

/** With its file, for lists over several files. */
export function recentWords(row: RecentTrajectory, shownFile: string): string {
  return facts(
    row.id,
    `file ${shownFile}`,
    `task ${row.taskId}`,
    endingWords(row),
    `${row.steps} steps`,
    rewardWords(row.reward),
    row.startedAt,
    `asked: ${oneLine(row.question, 80)}`,
  );
}

export function endingWords(row: {
  readonly stopReason: string | null;
  readonly interrupted: boolean;
}): string {
  if (row.stopReason !== null) return `ended: ${row.stopReason}`;
  return row.interrupted ? 'interrupted' : 'running';
}

export function rewardWords(total: number | null): string | null {
  return total === null ? null : `reward ${twoDecimals(total)}`;
}

export function stepWords(row: StepRow): string {
  return facts(
    `step ${row.index}`,
    row.errorType === null ? row.outcome : `${row.outcome} (${oneLine(row.errorType, 60)})`,
    row.parsed ? null : 'not parsed',
    row.executed ? null : 'not executed',
    row.refused.length === 0
      ? null
      : `refused ${row.refused.map((name) => oneLine(name, 40)).join(', ')}`,
    row.toolCalls === 0 ? null : `${row.toolCalls} tool calls`,
    row.toolErrors === 0 ? null : `${row.toolErrors} of them failed`,
    row.tokens === null ? null : `${row.tokens} tokens`,
    `${(row.milliseconds / 1000).toFixed(1)} s`,
    row.origin === undefined ? null : `from ${row.origin}`,
  );
}
