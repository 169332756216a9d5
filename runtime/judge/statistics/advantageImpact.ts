// What labels in place of verdicts do to the advantages of groups: whom training pushed the wrong way.
import type { RewardImpact } from '../../contract/agreement.ts';
import { rewardStatistics } from '../../reward/groupAdvantage.ts';
import { labelledReward, trajectoriesBy, type JudgedTrajectory } from './judgedTrajectory.ts';

export type AdvantageImpact = Pick<RewardImpact, 'advantages' | 'wrongWay'>;

interface Pushed {
  readonly policyVersion: number;
  readonly wrongWay: boolean;
}

/**
 * Compares the advantages of each group that holds a label, once with rewards as judged and once as labelled, where members without
 * label keep their verdict. A trajectory was pushed the wrong way when the two advantages have opposite signs; one of 0 has none.
 * `wrongWay` ascends by policy version.
 */
export function advantageImpact(trajectories: readonly JudgedTrajectory[]): AdvantageImpact {
  const groups = [...trajectoriesBy(trajectories, ({ group }) => group).values()]
    .filter((members) => members.some(({ people }) => people !== null))
    .map(compareGroup);
  const pushed = groups.flatMap((group) => group.pushed);
  return {
    advantages: {
      groups: groups.length,
      trajectories: pushed.length,
      otherSign: pushed.filter(({ wrongWay }) => wrongWay).length,
      varianceLost: groups.filter(({ judged, labelled }) => judged && !labelled).length,
      varianceGained: groups.filter(({ judged, labelled }) => !judged && labelled).length,
    },
    wrongWay: byPolicyVersion(pushed),
  };
}

/** `judged` and `labelled` tell whether the group has variance. */
function compareGroup(members: readonly JudgedTrajectory[]): {
  judged: boolean;
  labelled: boolean;
  pushed: Pushed[];
} {
  const scored = members.filter(({ reward }) => reward !== null);
  const judged = rewardStatistics(scored.map(({ reward }) => reward));
  const labelled = rewardStatistics(scored.map(labelledReward));
  return {
    judged: scored.length > 0 && !judged.zeroVariance,
    labelled: scored.length > 0 && !labelled.zeroVariance,
    pushed: scored.map(({ policyVersion }, at) => ({
      policyVersion,
      wrongWay: (judged.advantages[at] ?? 0) * (labelled.advantages[at] ?? 0) < 0,
    })),
  };
}

function byPolicyVersion(pushed: readonly Pushed[]): RewardImpact['wrongWay'] {
  const counts = new Map<number, { trajectories: number; wrongWay: number }>();
  for (const { policyVersion, wrongWay } of pushed) {
    const count = counts.get(policyVersion) ?? { trajectories: 0, wrongWay: 0 };
    count.trajectories += 1;
    if (wrongWay) count.wrongWay += 1;
    counts.set(policyVersion, count);
  }
  return [...counts]
    .sort(([one], [other]) => one - other)
    .map(([policyVersion, count]) => ({ policyVersion, ...count }));
}
