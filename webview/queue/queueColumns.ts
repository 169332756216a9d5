// The columns of the queue's grid that keys come to: the task, its pass rate, its state, then a trajectory each. Pure.

export const taskColumn = 0;
export const rateColumn = 1;
export const stateColumn = 2;
/** The oldest trajectory; of an empty queue, the words that say so. */
export const firstCell = 3;

/** @param cells trajectories in the queue of a row */
export function columnsOf(cells: number): number {
  return firstCell + Math.max(1, cells);
}

/** Place in the queue, from 0; null for a column that is of the task itself. */
export function cellOf(column: number, cells: number): number | null {
  const place = column - firstCell;
  return place < 0 || place >= cells ? null : place;
}

/** @param cell place in the queue, from 0; null for the task itself */
export function columnOf(cell: number | null): number {
  return cell === null ? taskColumn : firstCell + cell;
}
