// Runs one rollout for training. Composed from the parts that run rollouts everywhere else.
import type { Id } from '../contract/ids.ts';
import type { TrajectorySink } from '../rollout/trajectorySink.ts';
import type { CurrentPolicy } from './policyGate.ts';
import type { RolledOut } from './rolloutStatus.ts';
import type { TrainingTask } from './trainingTask.ts';

export interface RolloutWish extends TrainingTask {
  readonly trajectoryId: Id;
  readonly seed: number;
  readonly policy: CurrentPolicy;
  readonly sink: TrajectorySink;
}

export interface RolloutMaker {
  /** Rollouts that may run at a time. */
  readonly limit: number;
  /** What breaks is told by the trajectory. @throws the signal's abort reason */
  rollOut(wish: RolloutWish, signal: AbortSignal): Promise<RolledOut>;
}
