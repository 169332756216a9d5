// Puts the records of one trajectory together. Pure; says in words what does not fit.
import type { Step } from '../contract/step.ts';
import type { Trajectory, TrajectoryRecord, TrajectoryStarted } from '../contract/trajectory.ts';

export interface Assembled {
  /** Null when its first record is missing, because nothing can be shown without the task. */
  readonly trajectory: Trajectory | null;
  readonly problems: readonly string[];
}

/**
 * Takes the records in the order of the file. Of records that may come once, the first `trajectory-started` and the
 * last `trajectory-ended` and `reward-assigned` count; steps are ordered by index and the first of each index counts.
 */
export function assembleTrajectory(records: readonly TrajectoryRecord[]): Assembled {
  const problems: string[] = [];
  const started = records.find((record) => record.kind === 'trajectory-started');
  if (started === undefined) {
    return { trajectory: null, problems: ['its first record is missing'] };
  }
  const starts = records.filter((record) => record.kind === 'trajectory-started').length;
  if (starts > 1) problems.push(`it is started ${starts} times`);
  return { trajectory: build(started, records, problems), problems };
}

function build(
  started: TrajectoryStarted,
  records: readonly TrajectoryRecord[],
  problems: string[],
): Trajectory {
  return {
    started,
    steps: orderSteps(records, problems),
    ended: records.findLast((record) => record.kind === 'trajectory-ended') ?? null,
    verdicts: records.flatMap((record) =>
      record.kind === 'verdict-given' ? [record.verdict] : [],
    ),
    reward: records.findLast((record) => record.kind === 'reward-assigned')?.reward ?? null,
  };
}

function orderSteps(records: readonly TrajectoryRecord[], problems: string[]): Step[] {
  const byIndex = new Map<number, Step>();
  for (const record of records) {
    if (record.kind !== 'step-ended') continue;
    const { step } = record;
    if (byIndex.has(step.index)) problems.push(`step ${step.index} is there twice`);
    else byIndex.set(step.index, step);
  }
  const steps = [...byIndex.values()].sort((a, b) => a.index - b.index);
  for (let index = 1; index <= (steps.at(-1)?.index ?? 0); index += 1) {
    if (!byIndex.has(index)) problems.push(`step ${index} is missing`);
  }
  return steps;
}
