// How a rollout went as machinery. What a policy does badly, down to a reply of nonsense, is `ok`: it is to learn from it. Pure.
import type { RolloutStatus } from '../contract/training/rolloutServer.ts';
import type { Trajectory } from '../contract/trajectory.ts';

export interface RolledOut {
  readonly trajectory: Trajectory;
  /** It was ended because it took too long. */
  readonly timedOut: boolean;
  /** A tool answered that it broke itself, which the policy saw and could do nothing about. */
  readonly toolBroke: boolean;
  /** Codes of failures of the policy that the way to it has, not the model. */
  readonly infrastructureCodes: ReadonlySet<string>;
}

export function rolloutStatus(rolled: RolledOut): RolloutStatus {
  const { trajectory, timedOut, toolBroke, infrastructureCodes } = rolled;
  const { ended } = trajectory;
  if (timedOut) return 'timeout';
  if (ended === null || ended.stopReason === 'cancelled') return 'infra-error';
  if (ended.stopReason !== 'failure') return toolBroke ? 'tool-error' : 'ok';
  const isModel =
    ended.failure?.boundary === 'policy' && !infrastructureCodes.has(ended.failure.code);
  return isModel ? 'model-error' : 'infra-error';
}

/** Whether the rollout counts in the statistics of its group. */
export function counts(status: RolloutStatus): boolean {
  return status === 'ok' || status === 'tool-error';
}
