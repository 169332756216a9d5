// Whether two series of scores on the same items differ in the mean.
import { seededRandom } from '../../support/seededRandom.ts';

export interface PermutationTest {
  /** Of first minus second. */
  readonly meanDifference: number;
  /** Two-sided, in (0, 1]. */
  readonly p: number;
  /** Assignments of signs that were looked at: all 2^n, or the drawn ones and the observed one. */
  readonly assignments: number;
}

const mostExact = 20;
const drawn = 100_000;
/** Sums closer than this are the same: their order of adding differs. */
const rounding = 1e-12;

/**
 * Paired permutation test on the mean difference (Fisher 1935; Edgington and Onghena, Randomization Tests, 2007). Up to 20 pairs
 * all sign flips are counted; above, 100,000 are drawn with the seed, and the observed one counts as drawn, so that p is never 0.
 * Null without pairs.
 *
 * @throws RangeError when the series differ in length
 */
export function pairedPermutation(
  first: readonly number[],
  second: readonly number[],
  seed: number,
): PermutationTest | null {
  if (first.length !== second.length) {
    throw new RangeError(`${first.length} and ${second.length} scores cannot be paired`);
  }
  if (first.length === 0) return null;
  const differences = first.map((value, at) => value - (second[at] ?? 0));
  const sum = differences.reduce((total, difference) => total + difference, 0);
  const found =
    differences.length <= mostExact
      ? allFlips(differences, Math.abs(sum))
      : drawnFlips(differences, Math.abs(sum), seededRandom(seed));
  return { meanDifference: sum / differences.length, ...found };
}

type Found = Pick<PermutationTest, 'p' | 'assignments'>;

function allFlips(differences: readonly number[], observed: number): Found {
  const extreme = (at: number, sum: number): number => {
    const difference = differences[at];
    if (difference === undefined) return Math.abs(sum) >= observed - rounding ? 1 : 0;
    return extreme(at + 1, sum + difference) + extreme(at + 1, sum - difference);
  };
  const assignments = 2 ** differences.length;
  return { p: extreme(0, 0) / assignments, assignments };
}

function drawnFlips(differences: readonly number[], observed: number, random: () => number): Found {
  let extreme = 1;
  for (let draw = 0; draw < drawn; draw += 1) {
    let sum = 0;
    for (const difference of differences) sum += random() < 0.5 ? difference : -difference;
    if (Math.abs(sum) >= observed - rounding) extreme += 1;
  }
  return { p: extreme / (drawn + 1), assignments: drawn + 1 };
}
