// One item that two graders graded, as the statistics read it.
import { levelOrder } from '../../contract/agreement.ts';
import type { VerdictLevel } from '../../contract/judge.ts';

/** Position in `levelOrder`: 0 Wrong, 1 Partially Correct, 2 Correct. */
export type LevelIndex = 0 | 1 | 2;

export interface GradedRow {
  /** The judge, where one is compared with people. */
  readonly left: LevelIndex;
  /** The people, where a judge is compared with them. */
  readonly right: LevelIndex;
  /** How many trajectories of the population the item stands for, see weights.ts; above 0. */
  readonly weight: number;
  /** Rows are drawn anew within their stratum. */
  readonly stratum: string;
}

export function levelIndex(level: VerdictLevel): LevelIndex {
  return levelOrder.indexOf(level) as LevelIndex;
}

/** Score of a level: 0, 0.5 or 1, as in `verdictScores`. */
export function scoreOf(level: LevelIndex): number {
  return level / 2;
}
