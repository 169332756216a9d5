// Finished rollouts of training, with tokens, to build tests from.
import type { Step } from '../../runtime/contract/step.ts';
import type { Trajectory, TrajectoryEnded } from '../../runtime/contract/trajectory.ts';
import type { RolledOut } from '../../runtime/rolloutServer/rolloutStatus.ts';
import { makeEnded, makeReply, makeStarted, makeStep } from './records.ts';

export interface RolledOutParts {
  readonly id?: string;
  readonly trajectory?: Partial<Trajectory>;
  readonly ended?: Partial<TrajectoryEnded>;
  readonly timedOut?: boolean;
  readonly toolBroke?: boolean;
}

/** A step whose reply has ids, each sampled with the log-probability of minus its position. */
export function tokenStep(index: number, promptIds: number[], completionIds: number[]): Step {
  const completionMask = completionIds.map(() => 1 as const);
  const logProbs = completionIds.map((_, place) => -(place + 1));
  const tokens = { promptIds, completionIds, completionMask, logProbs };
  return makeStep({ index, reply: makeReply({ tokens }) });
}

/** Two turns, right, with a reward of 1.6. */
export function makeRolledOut(parts: RolledOutParts = {}): RolledOut {
  const { id = 't1', trajectory = {}, ended = {}, timedOut = false, toolBroke = false } = parts;
  const second = tokenStep(2, [1, 2, 3, 4, 9], [5]);
  const tokens = { ...second.reply.tokens!, logProbs: [-3] };
  return {
    trajectory: {
      started: makeStarted({ trajectoryId: id, policyVersion: 4 }),
      steps: [tokenStep(1, [1, 2], [3, 4]), { ...second, reply: { ...second.reply, tokens } }],
      ended: makeEnded({ trajectoryId: id, ...ended }),
      verdicts: [],
      reward: {
        recipe: 'tool-r1',
        parts: [{ name: 'answer', score: 1, weight: 1, reason: 'right' }],
        total: 1.6,
        correctness: 1,
      },
      ...trajectory,
    },
    timedOut,
    toolBroke,
    infrastructureCodes: new Set(['policy/unreachable']),
  };
}
