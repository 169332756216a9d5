// Puts the steps of two trajectories beside each other by what they did, not by their number. Steps keep their order; a step
// that the other side lacks stands alone; a failed attempt and what was tried after it are one band.
import { type Doing, similarity } from './similarity.ts';

/** Steps by their place in the trajectory, from 0. One side may be empty, never both. */
export interface Band {
  readonly left: readonly number[];
  readonly right: readonly number[];
}

/** Less alike than this is not the same step. */
const leastAlike = 0.35;

export function alignSteps(left: readonly Doing[], right: readonly Doing[]): readonly Band[] {
  return joinAttempts(pairUp(left, right), left, right);
}

/** The order-keeping pairing with the largest sum of similarities (Needleman and Wunsch, 1970, gaps free of cost). */
function pairUp(left: readonly Doing[], right: readonly Doing[]): Band[] {
  const worth = left.map((a) => right.map((b) => Math.max(0, similarity(a, b) - leastAlike)));
  const best = sums(worth, left.length, right.length);
  const bands: Band[] = [];
  let i = 0;
  let j = 0;
  while (i < left.length || j < right.length) {
    const pair = worth[i]?.[j] ?? 0;
    const here = at(best, i, j);
    if (pair > 0 && here === pair + at(best, i + 1, j + 1)) {
      bands.push({ left: [i++], right: [j++] });
    } else if (i < left.length && here === at(best, i + 1, j))
      bands.push({ left: [i++], right: [] });
    else bands.push({ left: [], right: [j++] });
  }
  return bands;
}

/** `best[i][j]`: the largest sum for the steps from `i` and `j` on. */
function sums(worth: readonly (readonly number[])[], rows: number, columns: number): number[][] {
  const best = Array.from({ length: rows + 1 }, () => Array<number>(columns + 1).fill(0));
  for (let i = rows - 1; i >= 0; i -= 1) {
    for (let j = columns - 1; j >= 0; j -= 1) {
      const pair = worth[i]?.[j] ?? 0;
      const paired = pair > 0 ? pair + at(best, i + 1, j + 1) : 0;
      const row = best[i];
      if (row !== undefined) row[j] = Math.max(paired, at(best, i + 1, j), at(best, i, j + 1));
    }
  }
  return best;
}

function at(best: readonly (readonly number[])[], i: number, j: number): number {
  return best[i]?.[j] ?? 0;
}

/** A step alone on its side that follows a failed one, or is a failed one before its next attempt, joins that band. */
function joinAttempts(
  bands: readonly Band[],
  left: readonly Doing[],
  right: readonly Doing[],
): readonly Band[] {
  const joined: Band[] = [];
  for (const band of bands) {
    const last = joined.at(-1);
    if (last !== undefined && isNextAttempt(last, band, left, right)) {
      joined[joined.length - 1] = {
        left: [...last.left, ...band.left],
        right: [...last.right, ...band.right],
      };
    } else joined.push(band);
  }
  return joined;
}

function isNextAttempt(
  last: Band,
  band: Band,
  left: readonly Doing[],
  right: readonly Doing[],
): boolean {
  const onLeft = band.right.length === 0 || last.right.length === 0;
  const onRight = band.left.length === 0 || last.left.length === 0;
  return (
    (onLeft && follows(last.left, band.left, left)) ||
    (onRight && follows(last.right, band.right, right))
  );
}

function follows(
  before: readonly number[],
  after: readonly number[],
  steps: readonly Doing[],
): boolean {
  const last = before.at(-1);
  if (last === undefined || after.length === 0) return false;
  const outcome = steps[last]?.outcome;
  return outcome !== undefined && failed.has(outcome);
}

const failed: ReadonlySet<Doing['outcome']> = new Set([
  'no-code',
  'syntax-error',
  'refused',
  'python-error',
  'timeout',
  'aborted',
]);
