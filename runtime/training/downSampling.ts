// Which m of the n rollouts of a group are updated on. Pure.
import type { DownSamplingSettings } from '../contract/trainingSettings.ts';
import { shuffled } from './keyedRandom.ts';

/**
 * Positions of the m that are kept, in rising order.
 * @param rewards of all n, where n is at least `keep`
 */
export function downSample(
  rewards: readonly number[],
  { rule, keep }: Pick<DownSamplingSettings, 'rule' | 'keep'>,
  random: () => number,
): number[] {
  switch (rule) {
    case 'max-variance':
      return maxVariance(rewards, keep);
    case 'max-reward':
      return rising(byReward(rewards).slice(-keep));
    case 'random':
      return rising(shuffled([...rewards.keys()], random).slice(0, keep));
  }
}

/**
 * The m rewards of largest variance: for some k the k lowest and the m - k highest ones (PODS, arXiv 2504.13818, theorem 1). All
 * m + 1 values of k are tried with running sums, so that the sort is what costs: O(n log n). Of equals the smallest k is taken.
 */
export function maxVariance(rewards: readonly number[], keep: number): number[] {
  const order = byReward(rewards);
  const sorted = order.map((position) => rewards[position] ?? 0);
  const lowest = lowestOfBestSplit(sorted, keep);
  const highest = keep - lowest;
  return rising([...order.slice(0, lowest), ...order.slice(order.length - highest)]);
}

/** Relative difference below which two sums of squares are rounding of the same one. */
const sameSquares = 1e-12;

function lowestOfBestSplit(sorted: readonly number[], keep: number): number {
  // Around the middle of the range, so that large rewards close together keep their digits.
  const middle = ((sorted[0] ?? 0) + (sorted.at(-1) ?? 0)) / 2;
  const sums = runningSums(sorted.map((reward) => reward - middle));
  let best = { lowest: 0, squares: -1 };
  for (let lowest = 0; lowest <= keep; lowest += 1) {
    const start = sorted.length - (keep - lowest);
    const sum = at(sums.values, lowest) + at(sums.values, sorted.length) - at(sums.values, start);
    const all =
      at(sums.squares, lowest) + at(sums.squares, sorted.length) - at(sums.squares, start);
    const squares = all - (sum * sum) / keep;
    if (squares > best.squares + sameSquares * best.squares) best = { lowest, squares };
  }
  return best.lowest;
}

/** Sums of the first 0, 1, 2, ... values and of their squares. */
function runningSums(values: readonly number[]): Record<'values' | 'squares', readonly number[]> {
  const sums = { values: [0], squares: [0] };
  let [sum, squares] = [0, 0];
  for (const value of values) {
    sums.values.push((sum += value));
    sums.squares.push((squares += value * value));
  }
  return sums;
}

/** Positions by reward, lowest first; of equals the older one first. */
function byReward(rewards: readonly number[]): number[] {
  return [...rewards.keys()].toSorted((a, b) => at(rewards, a) - at(rewards, b));
}

function rising(positions: readonly number[]): number[] {
  return positions.toSorted((a, b) => a - b);
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? 0;
}
