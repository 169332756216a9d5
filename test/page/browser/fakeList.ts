// Lists the rows of a fake file under a query, as the runtime would: filter, sort, group, page.
import {
  ListQuery,
  type ListPage,
  type ListRow,
  type TaskRow,
  type TrajectoryRow,
} from '../../../runtime/contract/viewing.ts';
import type { FakeFile } from './fakeRows.ts';

type Position = number | TaskRow;

export class FakeList {
  readonly #file: FakeFile;
  #key = '';
  #positions: Position[] | null = null;
  #matches = 0;

  constructor(file: FakeFile) {
    this.#file = file;
  }

  page(query: ListQuery, offset: number, limit: number): ListPage {
    this.#find(query);
    const total = this.#positions?.length ?? this.#file.rows;
    const count = Math.max(0, Math.min(limit, total - offset));
    return {
      totalRows: total,
      matches: this.#matches,
      offset,
      rows: Array.from({ length: count }, (_, at) => this.#row(offset + at)),
      highestReward: 1.6,
      highestSteps: 12,
      searching: false,
    };
  }

  find(query: ListQuery, id: string): number | null {
    this.#find(query);
    const total = this.#positions?.length ?? this.#file.rows;
    for (let at = 0; at < total; at += 1) {
      const row = this.#row(at);
      if (row.kind === 'trajectory' && row.id === id) return at;
    }
    return null;
  }

  #row(at: number): ListRow {
    const position = this.#positions === null ? at : this.#positions[at];
    return typeof position === 'object' ? position : this.#file.row(position ?? at);
  }

  #find(query: ListQuery): void {
    const key = `${this.#file.rows} ${JSON.stringify(query)}`;
    if (key === this.#key) return;
    this.#key = key;
    if (isEverything(query)) {
      this.#positions = null;
      this.#matches = this.#file.rows - this.#file.broken;
      return;
    }
    const found = this.#matching(query);
    this.#matches = found.length;
    this.#positions = query.groupByTask ? this.#grouped(found, query) : found;
  }

  #matching(query: ListQuery): number[] {
    const keys = new Map<number, number | string>();
    const found: number[] = [];
    for (let at = 0; at < this.#file.rows; at += 1) {
      const row = this.#file.row(at);
      if (row.kind !== 'trajectory' || !matches(row, query)) continue;
      found.push(at);
      keys.set(at, sortKey(row, query));
    }
    const sign = query.descending ? -1 : 1;
    return found.sort((a, b) => sign * compare(keys.get(a) ?? 0, keys.get(b) ?? 0));
  }

  #grouped(found: readonly number[], query: ListQuery): Position[] {
    const byTask = new Map<string, number[]>();
    for (const at of found) {
      const row = this.#file.row(at);
      const task = row.kind === 'trajectory' ? (row.taskId ?? '') : '';
      const members = byTask.get(task);
      if (members === undefined) byTask.set(task, [at]);
      else members.push(at);
    }
    return [...byTask].flatMap(([taskId, members]): Position[] => {
      const open = query.openTasks.includes(taskId);
      return [this.#task(taskId, members, open), ...(open ? members : [])];
    });
  }

  #task(taskId: string, members: readonly number[], open: boolean): TaskRow {
    const rows = members.flatMap((at) => {
      const row = this.#file.row(at);
      return row.kind === 'trajectory' ? [row] : [];
    });
    const right = rows.filter(({ verdicts }) => verdicts[0]?.level === 'Correct').length;
    const rewards = rows.map(({ reward }) => reward?.total ?? 0);
    return {
      kind: 'task',
      taskId,
      question: rows[0]?.question ?? '',
      trajectories: rows.length,
      passRate: right / rows.length,
      judged: rows.length,
      meanReward: rewards.reduce((sum, one) => sum + one, 0) / rows.length,
      open,
    };
  }
}

/** Without filter, order and groups the rows are those of the file. */
function isEverything(query: ListQuery): boolean {
  return JSON.stringify(query) === JSON.stringify(ListQuery.parse({}));
}

function matches(row: TrajectoryRow, query: ListQuery): boolean {
  const { minReward, maxReward, minSteps, maxSteps } = query;
  const text = `${row.question} ${row.finalAnswer ?? ''}`.toLowerCase();
  const total = row.reward?.total ?? 0;
  return (
    text.includes(query.text.toLowerCase()) &&
    (query.taskId === null || row.taskId === query.taskId) &&
    (query.stopReason === null || row.stopReason === query.stopReason) &&
    matchesVerdict(row, query.verdict) &&
    total >= (minReward ?? -1) &&
    total <= (maxReward ?? 100) &&
    row.steps >= (minSteps ?? 0) &&
    row.steps <= (maxSteps ?? 1e9)
  );
}

function matchesVerdict(row: TrajectoryRow, verdict: ListQuery['verdict']): boolean {
  if (verdict === null) return true;
  if (verdict === 'disagreement') return row.judgesDisagree;
  if (verdict === 'unjudged') return row.verdicts.length === 0;
  return row.verdicts.at(-1)?.level === verdict;
}

function sortKey(row: TrajectoryRow, { sort }: ListQuery): number | string {
  switch (sort) {
    case 'line':
      return row.line;
    case 'question':
      return row.question;
    case 'stopReason':
      return row.stopReason ?? '';
    case 'steps':
      return row.steps;
    case 'reward':
      return row.reward?.total ?? -1;
    case 'tokens':
      return row.tokens ?? -1;
    case 'seconds':
      return row.milliseconds;
  }
}

function compare(a: number | string, b: number | string): number {
  if (typeof a === 'string' || typeof b === 'string') return String(a).localeCompare(String(b));
  return a - b;
}
