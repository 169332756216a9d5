// What is told of one trajectory in the queue of a task. Pure.
import type { QueueCell, QueueRow } from '../../runtime/contract/training/runView.ts';
import { twoPlaces, wholeNumber } from '../format/numbers.ts';

/** A cell among the others of its task. */
export interface PlacedCell {
  readonly cell: QueueCell;
  /** From 0, the oldest first. */
  readonly place: number;
  readonly of: number;
  /** Sampled at the last visit of its task; `cached` is the opposite. */
  readonly isFresh: boolean;
  /** The one that leaves before all others. */
  readonly isFirstToGo: boolean;
  /** Sampled at another visit than the one before it. */
  readonly beginsVisit: boolean;
  /** Percent of the most that the recipe can give; null without a reward. */
  readonly fill: number | null;
}

export function placedCells(
  { cells, lastVisit }: Pick<QueueRow, 'cells' | 'lastVisit'>,
  mostReward: number,
): PlacedCell[] {
  const firstToGo = cells.findIndex(({ leavesNext }) => leavesNext);
  return cells.map((cell, place) => ({
    ...{ cell, place, of: cells.length },
    isFresh: cell.sampledAt === lastVisit,
    isFirstToGo: place === firstToGo,
    beginsVisit: place > 0 && cells[place - 1]?.sampledAt !== cell.sampledAt,
    fill: cell.reward === null ? null : fillOf(cell.reward, mostReward),
  }));
}

function fillOf(reward: number, mostReward: number): number {
  return Math.round(Math.min(1, Math.max(0, reward / mostReward)) * 100);
}

export function ageWords({ cell: { staleness }, isFresh }: PlacedCell): string {
  return `staleness ${wholeNumber(staleness)}, ${isFresh ? 'fresh' : 'cached'}`;
}

export function rewardWords({ reward }: QueueCell): string {
  return reward === null ? 'no reward' : `reward ${twoPlaces(reward)}`;
}

/** Empty for one that stays. */
export function leavingWords({ cell, isFirstToGo }: PlacedCell): string {
  if (!cell.leavesNext) return '';
  return isFirstToGo ? 'leaves first at the next visit' : 'leaves at the next visit';
}

/** Of a cell that is read out. */
export function cellWords(placed: PlacedCell): string {
  const { cell, place, of } = placed;
  const words = [
    `Trajectory ${place + 1} of ${of}`,
    rewardWords(cell),
    ageWords(placed),
    `sampled at step ${wholeNumber(cell.sampledAt)}`,
    leavingWords(placed),
  ];
  return words.filter(Boolean).join(', ');
}

/** Where a pass rate lies; empty without a window, and without a rate. */
export function windowWords(rate: number | null, window: readonly [number, number] | null): string {
  if (rate === null || window === null) return '';
  const [low, high] = window;
  return rate < low ? 'too hard' : rate > high ? 'too easy' : 'in window';
}
