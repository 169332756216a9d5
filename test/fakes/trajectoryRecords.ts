// The records of whole trajectories, as a trajectory file holds them.
import type { TrajectoryRecord } from '../../runtime/contract/trajectory.ts';
import { makeEnded, makeStarted, makeStep, makeTask } from './records.ts';

/** A finished trajectory with verdict and reward, in the order in which its records are written. */
export function makeTrajectoryRecords(trajectoryId: string, steps = 2): TrajectoryRecord[] {
  const base = { version: 1, trajectoryId } as const;
  return [
    makeStarted({
      trajectoryId,
      task: makeTask({ id: 'visits', question: 'Visits in März — 😀?', referenceAnswer: '42' }),
    }),
    ...Array.from({ length: steps }, (_, index): TrajectoryRecord => ({
      ...base,
      kind: 'step-ended',
      step: makeStep({ index: index + 1 }),
    })),
    makeEnded({ trajectoryId }),
    {
      ...base,
      kind: 'verdict-given',
      verdict: {
        outcome: 'scored',
        judge: { name: 'rule', version: '1' },
        level: 'Correct',
        score: 1,
        reason: 'the numbers are equal',
      },
    },
    {
      ...base,
      kind: 'reward-assigned',
      reward: {
        recipe: 'tool-r1',
        total: 1.6,
        parts: [
          { name: 'answer', score: 1, weight: 1, reason: 'Correct' },
          { name: 'parse', score: 1, weight: 0.3, reason: `${steps} of ${steps} steps` },
          { name: 'exec', score: 1, weight: 0.3, reason: `${steps} of ${steps} steps` },
        ],
      },
    },
  ];
}

/** The lines of a trajectory file. */
export function asLines(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}
