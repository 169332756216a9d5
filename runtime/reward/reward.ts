// Turns a finished trajectory, its verdict and what its environment says into a reward with visible parts.
import type { EnvironmentOutcome } from '../contract/environment.ts';
import type { Verdict } from '../contract/judge.ts';
import type { Reward } from '../contract/reward.ts';
import type { RewardSettings } from '../contract/rewardSettings.ts';
import type { Step } from '../contract/step.ts';
import type { Task } from '../contract/task.ts';
import type { TrainingSettings } from '../contract/trainingSettings.ts';
import type { StopReason } from '../contract/trajectory.ts';

export interface RewardInput<Settings extends RewardSettings = RewardSettings> {
  readonly recipe: string;
  readonly settings: Settings;
  /** Its reference answer is the truth that calls are compared with. */
  readonly task: Pick<Task, 'referenceAnswer'>;
  readonly steps: readonly Step[];
  readonly stopReason: StopReason;
  /** Null when there is no final answer to judge: the answer part is then 0 by rule. */
  readonly verdict: Verdict | null;
  /** How the tools' state and results compare with those of the true calls; null for protocols without an environment. */
  readonly environment: EnvironmentOutcome | null;
  /** The train step that the trajectory is sampled for, from 1: the ranges of some rewards change with it. */
  readonly trainStep: number;
  /** Least score of a verdict that counts as a pass. */
  readonly passScore: TrainingSettings['passScore'];
}

/** The settings of one kind of reward. */
export type SettingsOf<Kind extends RewardSettings['kind']> = Extract<
  RewardSettings,
  { readonly kind: Kind }
>;

/** Pure. */
export type RewardFunction = (input: RewardInput) => Reward;
