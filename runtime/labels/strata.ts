// Why an item is worth a label: the first reason that fits, as contract/label.ts orders them. Pure.
import type { VerdictLevel } from '../contract/judge.ts';
import type { Stratum } from '../contract/label.ts';
import type { GraderKind } from './judgeTable.ts';

export interface StratumInput {
  /** What each judge says, in the version that counts. */
  readonly verdicts: readonly {
    readonly kind: GraderKind;
    readonly level: VerdictLevel;
    readonly isUnstable: boolean;
  }[];
  /** The largest |advantage| among the trajectories that gave the answer; 0 where none is known. */
  readonly advantage: number;
}

/** A trajectory this far from its group, in standard deviations of the group, is pushed hard. */
export const largeAdvantage = 1;

export function stratumOf({ verdicts, advantage }: StratumInput): Stratum {
  const levels = new Set(verdicts.map(({ level }) => level));
  if (levels.size > 1) {
    if (Math.abs(advantage) >= largeAdvantage) return 'advantage';
    const models = verdicts.filter(({ kind }) => kind !== 'rule');
    return new Set(models.map(({ level }) => level)).size > 1 ? 'judge-judge' : 'judge-rule';
  }
  if (levels.has('Partially Correct')) return 'partial';
  return verdicts.some(({ isUnstable }) => isUnstable) ? 'unstable' : 'random';
}
