// How much a share changes between two models that were asked the same tasks, with an interval that is honest for few tasks too: where
// every task changes alike, drawing tasks again would never vary. Pure.
import { wilsonInterval } from './wilson.ts';
import type { PairedChange } from './pairedChange.ts';

export interface SharesChange extends PairedChange {
  readonly low: number;
  readonly high: number;
}

/**
 * The score interval for the difference of paired proportions (R. G. Newcombe, Statistics in Medicine 17, 1998, method 10): Wilson's
 * intervals of both shares, put together by how much the two go along with each other.
 *
 * @param pairs whether the first model passed the task, and the second; null when there is none
 */
export function pairedShares(
  pairs: readonly (readonly [first: boolean, second: boolean])[],
): SharesChange | null {
  const count = (...wanted: readonly [boolean, boolean]): number =>
    pairs.filter(([first, second]) => first === wanted[0] && second === wanted[1]).length;
  const [both, lost] = [count(true, true), count(true, false)];
  const [won, neither] = [count(false, true), count(false, false)];
  const [one, other] = [shareOf(both + lost, pairs.length), shareOf(both + won, pairs.length)];
  if (one === null || other === null) return null;
  const along = correlation({ both, lost, won, neither });
  const change = other.share - one.share;
  return {
    first: one.share,
    second: other.share,
    change,
    low: change - together(other.share - other.low, one.high - one.share, along),
    high: change + together(other.high - other.share, one.share - one.low, along),
    tasks: pairs.length,
  };
}

function shareOf(passed: number, tasks: number) {
  const interval = wilsonInterval(passed, tasks);
  if (interval === null) return null;
  const [low, high] = interval;
  return { share: passed / tasks, low, high };
}

function together(one: number, other: number, along: number): number {
  return Math.sqrt(Math.max(0, one ** 2 - 2 * along * one * other + other ** 2));
}

interface Counts {
  readonly both: number;
  readonly lost: number;
  readonly won: number;
  readonly neither: number;
}

/** Phi of the four counts, drawn towards 0 where it is positive (the continuity correction of the paper); 0 where a margin is empty. */
function correlation({ both, lost, won, neither }: Counts): number {
  const tasks = both + lost + won + neither;
  const margins = (both + lost) * (won + neither) * (both + won) * (lost + neither);
  if (margins === 0) return 0;
  const product = both * neither - lost * won;
  const drawn = product > 0 ? Math.max(0, product - tasks / 2) : product;
  return drawn / Math.sqrt(margins);
}
