// Who is compared in a report, and the rows of each pair.
import type { Grader } from '../../contract/agreement.ts';
import { levelOrder } from '../../contract/agreement.ts';
import type { GradedRow, LevelIndex } from '../../judge/statistics/gradedRow.ts';
import { judgeName, type KnownJudge } from '../judgeTable.ts';
import type { Population } from '../population.ts';
import { judgedLevel, type LabelledItem } from './labelledItems.ts';

export const peopleGrader: Grader = { key: 'people', name: 'people', kind: 'people', judge: null };

export function judgeGrader({ key, identity, kind }: KnownJudge): Grader {
  return { key, name: judgeName(identity), kind, judge: identity };
}

export function personGrader(rater: string): Grader {
  return { key: `person:${rater}`, name: rater, kind: 'person', judge: null };
}

export function baselineGrader(level: LevelIndex): Grader {
  const name = levelOrder[level] ?? '';
  return { key: 'baseline', name: `always ${name}`, kind: 'baseline', judge: null };
}

export interface GraderPair {
  readonly left: Grader;
  readonly right: Grader;
  readonly rows: readonly GradedRow[];
}

/** Every answer was graded by both or not, so nothing is sampled: an answer weighs as many trajectories as gave it. */
export function judgePair(population: Population, left: KnownJudge, right: KnownJudge): GraderPair {
  const rows = population.judged.flatMap((judged, index): GradedRow[] => {
    const a = judgedLevel(judged, left.index);
    const b = judgedLevel(judged, right.index);
    if (a === null || b === null) return [];
    const weight = population.items[index]?.multiplicity ?? 1;
    return [{ left: a, right: b, weight, stratum: 'all' }];
  });
  return { left: judgeGrader(left), right: judgeGrader(right), rows };
}

/** The items that both people labelled. */
export function personPair(
  [left, leftItems]: readonly [string, readonly LabelledItem[]],
  [right, rightItems]: readonly [string, readonly LabelledItem[]],
): GraderPair {
  const byIndex = new Map(rightItems.map((item) => [item.index, item.people]));
  const rows = leftItems.flatMap(({ index, people, weight, stratum }): GradedRow[] => {
    const other = byIndex.get(index);
    return other === undefined ? [] : [{ left: people, right: other, weight, stratum }];
  });
  return { left: personGrader(left), right: personGrader(right), rows };
}

export function pairsOf<Value>(values: readonly Value[]): [Value, Value][] {
  return values.flatMap((left, index) =>
    values.slice(index + 1).map((right): [Value, Value] => [left, right]),
  );
}
