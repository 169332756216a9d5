// What can be read off a group before it is drawn: who is fresh, which parts its rewards have, what the numbers mean in words.
import type { Reward } from '../../runtime/contract/reward.ts';
import type { GroupMember, GroupView } from '../../runtime/contract/viewing.ts';
import { counted, twoPlaces } from '../format/numbers.ts';
import { fullReward, partValue } from '../format/rewardSum.ts';

export interface NumberedMember {
  /** From 1, in the order of the file. */
  readonly number: number;
  readonly member: GroupMember;
  /** Train steps since it was sampled, by the newest of the group; 0 is fresh. */
  readonly age: number;
}

export function numberedMembers({ members }: GroupView): readonly NumberedMember[] {
  const newest = Math.max(0, ...members.map(({ policyVersion }) => policyVersion));
  return members.map((member, index) => ({
    number: index + 1,
    member,
    age: newest - member.policyVersion,
  }));
}

/** True when the group mixes policies: then some of it was sampled before the last train step. */
export function hasCached(members: readonly NumberedMember[]): boolean {
  return members.some(({ age }) => age > 0);
}

export function ageWords(age: number): string {
  return age === 0 ? 'fresh' : `cached, ${counted(age, 'train step')} old`;
}

/** `Group of 16: 8 fresh, 8 cached`, or `16 rollouts` when one policy made them all. */
export function sizeWords(members: readonly NumberedMember[]): string {
  if (!hasCached(members)) return counted(members.length, 'rollout');
  const fresh = members.filter(({ age }) => age === 0).length;
  return `Group of ${members.length}: ${fresh} fresh, ${members.length - fresh} cached`;
}

export interface PartColumn {
  readonly name: string;
  readonly words: string;
  readonly weight: number;
}

const partWords: Readonly<Record<string, string>> = {
  answer: 'Answer part',
  parse: 'Parse',
  exec: 'Run',
};

/** The parts that the rewards of the group have, in their order, with the largest weight of each. */
export function partColumns(members: readonly GroupMember[]): readonly PartColumn[] {
  const weights = new Map<string, number>();
  for (const { name, weight } of members.flatMap(({ reward }) => reward?.parts ?? [])) {
    weights.set(name, Math.max(weight, weights.get(name) ?? 0));
  }
  return [...weights].map(([name, weight]) => ({ name, weight, words: partWords[name] ?? name }));
}

/** In the running text: the part of the code that ran is called so. */
export function partName(name: string): string {
  return name === 'exec' ? 'run' : name;
}

/** The most that any of the rewards could have earned; the height of the strip stands for it. */
export function highestReward(members: readonly GroupMember[]): number {
  const rewards = members.flatMap(({ reward }) => (reward === null ? [] : [fullReward(reward)]));
  return Math.max(1e-9, ...rewards);
}

export function partOf(reward: Reward | null, name: string): string {
  const part = reward?.parts.find((one) => one.name === name);
  if (part === undefined) return '–';
  return part.score === null ? 'open' : twoPlaces(partValue(part));
}

/** Mean total of those that have one; null when none has. */
export function meanOf(members: readonly NumberedMember[]): number | null {
  const totals = members.flatMap(({ member }) => member.reward?.total ?? []);
  if (totals.length === 0) return null;
  return totals.reduce((sum, total) => sum + total, 0) / totals.length;
}

/** `0.44, 7 of 16 correct`. */
export function passWords({ passRate, passed, judged, members }: GroupView): string {
  if (passRate === null) return 'not judged yet';
  const unjudged = members.length - judged;
  const rest = unjudged > 0 ? `, ${unjudged} not judged` : '';
  return `${twoPlaces(passRate)}, ${passed} of ${judged} correct${rest}`;
}

export type Place = 'inside' | 'below' | 'above';

/** Where the pass rate is against the window in which a task trains. */
export function placeOf(passRate: number): Place {
  if (passRate < 0.2) return 'below';
  return passRate > 0.8 ? 'above' : 'inside';
}

export const placeWords: Readonly<Record<Place, string>> = {
  inside: 'inside 0.2–0.8',
  below: 'below 0.2, too hard',
  above: 'above 0.8, too easy',
};

export interface VarianceWords {
  readonly trains: boolean;
  /** Stands out; empty when there is nothing to stand out. */
  readonly strong: string;
  readonly sentence: string;
}

/** What the spread of the rewards means for training, as a sentence. */
export function varianceWords(view: GroupView): VarianceWords {
  const rewarded = view.members.filter(({ reward }) => (reward?.total ?? null) !== null);
  const [first] = rewarded;
  if (first === undefined || view.rewardDeviation === null) {
    const sentence =
      'No rollout of this task has a reward yet, so nothing can be said on training.';
    return { trains: false, strong: '', sentence };
  }
  if (rewarded.length === 1) {
    const sentence =
      'Only one rollout has a reward. A group needs two that differ before it can train.';
    return { trains: false, strong: '', sentence };
  }
  if (view.zeroVariance) {
    const all = `All ${rewarded.length} rewards are ${twoPlaces(first.reward?.total ?? 0)}`;
    return {
      trains: false,
      strong: 'Zero variance: this group teaches nothing.',
      sentence: `${all}, so every advantage is 0 and the group adds no gradient.`,
    };
  }
  const spread = `The rewards differ (σ = ${twoPlaces(view.rewardDeviation)})`;
  return {
    trains: true,
    strong: '',
    sentence: `${spread}, so this group trains. With equal rewards every advantage would be 0.`,
  };
}

/** `advantage = (reward − 1.03) / 0.50`; empty without rewards. */
export function advantageFormula({ meanReward, rewardDeviation, zeroVariance }: GroupView): string {
  if (meanReward === null || rewardDeviation === null) return '';
  const formula = `advantage = (reward − ${twoPlaces(meanReward)}) / ${twoPlaces(rewardDeviation)}`;
  return zeroVariance ? `${formula}, which is 0 for all` : formula;
}
