// What a group is trained on: the members that are kept, and the advantage of each. Pure.
import type { TrainingSettings } from '../contract/trainingSettings.ts';
import { rewardStatistics, type RewardStatistics } from '../reward/groupAdvantage.ts';
import { downSample } from './downSampling.ts';
import type { TrainingMember } from './trainingMember.ts';

export interface UpdateRow {
  readonly member: TrainingMember;
  readonly advantage: number;
}

export interface GroupUpdate {
  /** Exactly m, in sampling order. */
  readonly rows: readonly UpdateRow[];
  /** Of the rewards of all n. */
  readonly statistics: RewardStatistics;
  /** The advantages are all 0, because what they are made over does not differ. */
  readonly zeroVariance: boolean;
}

type Settings = Pick<TrainingSettings, 'queue' | 'downSampling' | 'advantage'>;

/** m: how many of a group are updated on; without down-sampling the whole group. */
export function updateSize({
  queue,
  downSampling,
}: Pick<Settings, 'queue' | 'downSampling'>): number {
  return downSampling.enabled ? downSampling.keep : queue.groupSize;
}

/** @param members at least m, in sampling order */
export function updateGroup(
  members: readonly TrainingMember[],
  settings: Settings,
  random: () => number,
): GroupUpdate {
  const { downSampling } = settings;
  const statistics = statisticsOf(members, settings);
  const kept = downSampling.enabled
    ? downSample(members.map(rewardOf), downSampling, random)
    : [...members.keys()].slice(-updateSize(settings));
  const selected = pick(members, kept);
  const over =
    downSampling.enabled && downSampling.advantageOver === 'selected'
      ? statisticsOf(selected, settings)
      : { ...statistics, advantages: pick(statistics.advantages, kept) };
  const rows = selected.map((member, index) => ({
    member,
    advantage: over.advantages[index] ?? 0,
  }));
  return { rows, statistics, zeroVariance: over.zeroVariance };
}

function statisticsOf(
  members: readonly TrainingMember[],
  { advantage }: Pick<Settings, 'advantage'>,
): RewardStatistics {
  const rewards = members.map(rewardOf);
  if (advantage.zeroVarianceOn === 'reward') return rewardStatistics(rewards, advantage);
  return rewardStatistics(
    rewards,
    advantage,
    members.map(({ correctness }) => correctness),
  );
}

function rewardOf({ trajectory }: TrainingMember): number {
  return trajectory.reward.total;
}

function pick<Item>(items: readonly Item[], positions: readonly number[]): Item[] {
  return positions.flatMap((position) => items.slice(position, position + 1));
}
