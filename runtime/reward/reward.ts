// Turns a finished trajectory and its verdict into a reward with visible parts.
import type { Verdict } from '../contract/judge.ts';
import type { Reward } from '../contract/reward.ts';
import type { RewardSettings } from '../contract/rewardSettings.ts';
import type { Step } from '../contract/step.ts';
import type { StopReason } from '../contract/trajectory.ts';

export interface RewardInput<Settings extends RewardSettings = RewardSettings> {
  readonly recipe: string;
  readonly settings: Settings;
  readonly steps: readonly Step[];
  readonly stopReason: StopReason;
  /** Null when there is no final answer to judge: the answer part is then 0 by rule. */
  readonly verdict: Verdict | null;
}

/** The settings of one kind of reward. */
export type SettingsOf<Kind extends RewardSettings['kind']> = Extract<
  RewardSettings,
  { readonly kind: Kind }
>;

/** Pure. */
export type RewardFunction = (input: RewardInput) => Reward;
