// Which rows a list has under a query, and in which order. Works on the numbers of an index; equal rows stay in the order of
// the file, in both directions.
import type { ListQuery } from '../../contract/viewing.ts';
import type { TrajectoryIndex } from './trajectoryIndex.ts';

/** What a text search found so far. */
export interface Found {
  has(row: number): boolean;
  hasBroken(index: number): boolean;
}

export function matchingRows(
  index: TrajectoryIndex,
  query: ListQuery,
  found: Found | null,
): number[] {
  const filters = filtersOf(index, query);
  if (found !== null) filters.push((row) => found.has(row));
  const rows: number[] = [];
  for (let row = 0; row < index.trajectories; row += 1) {
    if (filters.every((filter) => filter(row))) rows.push(row);
  }
  return rows;
}

type Filter = (row: number) => boolean;

function filtersOf(index: TrajectoryIndex, query: ListQuery): Filter[] {
  const { taskId, stopReason, minReward, maxReward, minSteps, maxSteps } = query;
  const filters: Filter[] = [];
  if (taskId !== null) {
    const task = taskId === '' ? -1 : (index.tasks.find(taskId) ?? Number.NaN);
    filters.push((row) => index.task(row) === task);
  }
  if (stopReason !== null) {
    const wanted = stopReason === 'running' ? null : stopReason;
    filters.push((row) => index.stopReason(row) === wanted);
  }
  // Nothing compares with NaN, so rows without reward are in no range.
  if (minReward !== null) filters.push((row) => index.reward(row) >= minReward);
  if (maxReward !== null) filters.push((row) => index.reward(row) <= maxReward);
  if (minSteps !== null) filters.push((row) => index.steps(row) >= minSteps);
  if (maxSteps !== null) filters.push((row) => index.steps(row) <= maxSteps);
  if (query.verdict !== null) filters.push(verdictFilter(index, query.verdict));
  return filters;
}

function verdictFilter(index: TrajectoryIndex, verdict: NonNullable<ListQuery['verdict']>): Filter {
  switch (verdict) {
    case 'unjudged':
      return (row) => index.level(row) === null;
    case 'disagreement':
      return (row) => index.verdicts.disagree(row);
    case 'Correct':
    case 'Partially Correct':
    case 'Wrong':
      return (row) => index.level(row) === verdict;
  }
}

/** True for a query that only a text, or nothing, narrows: broken lines stand at their place then. */
export function showsBrokenLines(query: ListQuery): boolean {
  const { taskId, stopReason, verdict, minReward, maxReward, minSteps, maxSteps } = query;
  const filters = [taskId, stopReason, verdict, minReward, maxReward, minSteps, maxSteps];
  return filters.every((filter) => filter === null) && query.sort === 'line' && !query.groupByTask;
}

/** Sorts in place and gives the same array. Rows without a value come last in both directions. */
export function sortRows(index: TrajectoryIndex, query: ListQuery, rows: number[]): number[] {
  if (query.sort === 'line') return query.descending ? rows.reverse() : rows;
  const value = sortValue(index, query.sort);
  const sign = query.descending ? -1 : 1;
  const values = new Float64Array(index.trajectories);
  for (const row of rows) values[row] = value(row);
  return rows.sort((a, b) => compare(values[a] ?? NaN, values[b] ?? NaN, sign) || a - b);
}

function compare(a: number, b: number, sign: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return sign * (a - b);
}

function sortValue(
  index: TrajectoryIndex,
  key: Exclude<ListQuery['sort'], 'line'>,
): (row: number) => number {
  switch (key) {
    case 'question': {
      const ranks = questionRanks(index);
      return (row) => ranks[index.question(row)] ?? NaN;
    }
    case 'stopReason':
      return (row) => (index.stopReason(row) === null ? NaN : index.stopRank(row));
    case 'steps':
      return (row) => index.steps(row);
    case 'reward':
      return (row) => index.reward(row);
    case 'tokens':
      return (row) => index.tokens(row);
    case 'seconds':
      return (row) => index.milliseconds(row);
  }
}

/** Place of each question in the alphabet, by its number; numbers in texts count as numbers. */
function questionRanks({ questions }: TrajectoryIndex): Uint32Array {
  const { compare: compareTexts } = new Intl.Collator('en', { numeric: true });
  const numbers = Array.from({ length: questions.size }, (_, number) => number);
  numbers.sort((a, b) => compareTexts(questions.word(a), questions.word(b)) || a - b);
  const ranks = new Uint32Array(questions.size);
  for (const [rank, number] of numbers.entries()) ranks[number] = rank;
  return ranks;
}
