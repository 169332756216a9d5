// What a list of trajectories shows of each one, gathered record by record without keeping the records.
import type { StopReason, TrajectoryRecord, TrajectoryStarted } from '../contract/trajectory.ts';

export interface TrajectorySummary {
  readonly id: string;
  readonly taskId: string | null;
  readonly question: string | null;
  readonly model: string | null;
  readonly startedAt: string | null;
  readonly steps: number;
  /** Lines of the file that belong to it. */
  readonly records: number;
  /** Null while it runs, or when its process died. */
  readonly stopReason: StopReason | null;
  readonly finalAnswer: string | null;
  readonly totalReward: number | null;
}

/** Of a trajectory of which nothing was read yet. */
export function emptySummary(id: string): TrajectorySummary {
  return {
    id,
    taskId: null,
    question: null,
    model: null,
    startedAt: null,
    steps: 0,
    records: 0,
    stopReason: null,
    finalAnswer: null,
    totalReward: null,
  };
}

/** Adds what a record says. Pure. */
export function summarise(before: TrajectorySummary, record: TrajectoryRecord): TrajectorySummary {
  const summary = { ...before, records: before.records + 1 };
  switch (record.kind) {
    case 'trajectory-started':
      return summary.question === null ? { ...summary, ...startOf(record) } : summary;
    case 'step-ended':
      return { ...summary, steps: summary.steps + 1 };
    case 'trajectory-ended':
      return { ...summary, stopReason: record.stopReason, finalAnswer: record.finalAnswer };
    case 'verdict-given':
      return summary;
    case 'reward-assigned':
      return { ...summary, totalReward: record.reward.total };
  }
}

function startOf(record: TrajectoryStarted): Partial<TrajectorySummary> {
  const { task, model, startedAt } = record;
  return { taskId: task.id, question: task.question, model, startedAt };
}
