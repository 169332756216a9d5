// The rows of a list under a query, in order: trajectories, broken lines at their places, or tasks with their trajectories
// below them when those are open. Made anew when the index or a search went on.
import type { ListQuery } from '../../contract/viewing.ts';
import { matchingRows, showsBrokenLines, sortRows, type Found } from './listOrder.ts';
import { taskGroups, type TaskGroup } from './taskGroups.ts';
import type { TrajectoryIndex } from './trajectoryIndex.ts';

export type ListEntry =
  | { readonly kind: 'trajectory'; readonly row: number }
  /**
   * `position` in the index's broken lines; one behind the last stands for those that are not kept, two behind it for a last
   * line that is unfinished.
   */
  | { readonly kind: 'broken-line'; readonly position: number }
  | { readonly kind: 'task'; readonly group: TaskGroup };

/** Tasks are numbered from here, so that one number names any entry. */
const firstTask = 2 ** 40;

export class ListEntries {
  readonly matches: number;
  /** Trajectories as they are numbered, broken lines as -1 and below, tasks from `firstTask`. */
  readonly #codes: readonly number[];
  readonly #groups: readonly TaskGroup[];

  constructor(
    index: TrajectoryIndex,
    query: ListQuery,
    found: Found | null,
    torn: { readonly line: number; readonly message: string } | null,
  ) {
    const rows = sortRows(index, query, matchingRows(index, query, found));
    this.matches = rows.length;
    this.#groups = query.groupByTask ? taskGroups(index, rows) : [];
    this.#codes = query.groupByTask
      ? groupedCodes(this.#groups, new Set(query.openTasks))
      : showsBrokenLines(query)
        ? withBrokenLines(query, index, rows, brokenPositions(index, query, found, torn))
        : rows;
  }

  get length(): number {
    return this.#codes.length;
  }

  slice(offset: number, limit: number): ListEntry[] {
    return this.#codes.slice(offset, offset + limit).map((code) => this.#entry(code));
  }

  /** Where a trajectory stands; null when it is not listed. */
  find(row: number): number | null {
    const place = this.#codes.indexOf(row);
    return place < 0 ? null : place;
  }

  #entry(code: number): ListEntry {
    const group = code >= firstTask ? this.#groups[code - firstTask] : undefined;
    if (group !== undefined) return { kind: 'task', group };
    return code < 0
      ? { kind: 'broken-line', position: -1 - code }
      : { kind: 'trajectory', row: code };
  }
}

function groupedCodes(groups: readonly TaskGroup[], open: ReadonlySet<string>): number[] {
  const codes: number[] = [];
  for (const [place, group] of groups.entries()) {
    codes.push(firstTask + place);
    if (open.has(group.taskId)) for (const row of group.rows) codes.push(row);
  }
  return codes;
}

interface BrokenPosition {
  readonly position: number;
  readonly line: number;
}

/** Both are in the order of the file; a descending list is turned round at the end. */
function withBrokenLines(
  query: ListQuery,
  index: TrajectoryIndex,
  rows: readonly number[],
  broken: readonly BrokenPosition[],
): readonly number[] {
  if (broken.length === 0) return rows;
  const ascending = query.descending ? rows.toReversed() : rows;
  const codes: number[] = [];
  let next = 0;
  for (const { position, line } of broken) {
    for (; next < ascending.length; next += 1) {
      const row = ascending[next] ?? 0;
      if (index.line(row) > line) break;
      codes.push(row);
    }
    codes.push(-1 - position);
  }
  for (; next < ascending.length; next += 1) codes.push(ascending[next] ?? 0);
  return query.descending ? codes.reverse() : codes;
}

function brokenPositions(
  { brokenLines, brokenCount }: TrajectoryIndex,
  query: ListQuery,
  found: Found | null,
  torn: { readonly line: number; readonly message: string } | null,
): BrokenPosition[] {
  const listed = brokenLines
    .map(({ line }, position) => ({ position, line }))
    .filter(({ position }) => found === null || found.hasBroken(position));
  const behind = brokenLines.length;
  if (brokenCount > behind && found === null) listed.push({ position: behind, line: Infinity });
  const isFound = found === null || torn?.message.toLowerCase().includes(query.text.toLowerCase());
  if (torn !== null && isFound === true) listed.push({ position: behind + 1, line: Infinity });
  return listed;
}
