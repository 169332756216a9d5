// One page of a list: the entries that are asked for, filled with what the file says of them.
import type {
  BrokenLineRow,
  ListPage,
  ListQuery,
  ListRow,
  TaskRow,
} from '../../contract/viewing.ts';
import type { RecordSource } from '../formats/recordSource.ts';
import { clipLine } from './clipText.ts';
import type { ListEntries, ListEntry } from './listEntries.ts';
import { readFacts, readRows } from './rowReader.ts';
import type { TaskGroup } from './taskGroups.ts';
import type { TrajectoryIndex } from './trajectoryIndex.ts';

export interface PageParts {
  readonly source: RecordSource;
  readonly index: TrajectoryIndex;
  readonly torn: RecordSource['torn'];
}

const questionCharacters = 500;

export async function listPage(
  parts: PageParts,
  list: ListEntries,
  query: ListQuery,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<Omit<ListPage, 'searching'>> {
  const entries = list.slice(offset, limit);
  return {
    totalRows: list.length,
    matches: list.matches,
    offset,
    rows: await listRows(parts, entries, new Set(query.openTasks)),
    highestReward: parts.index.highestReward,
    highestSteps: parts.index.highestSteps,
  };
}

async function listRows(
  parts: PageParts,
  entries: readonly ListEntry[],
  open: ReadonlySet<string>,
): Promise<ListRow[]> {
  const { source, index } = parts;
  const rows = entries.flatMap((entry) => (entry.kind === 'trajectory' ? [entry.row] : []));
  const trajectories = await readRows(source, index, rows);
  const tasks = await taskRows(parts, entries, open);
  let [nextTrajectory, nextTask] = [0, 0];
  return entries.flatMap((entry): ListRow[] => {
    switch (entry.kind) {
      case 'trajectory':
        return trajectories.slice(nextTrajectory, ++nextTrajectory);
      case 'task':
        return tasks.slice(nextTask, ++nextTask);
      case 'broken-line':
        return [brokenLineRow(parts, entry.position)];
    }
  });
}

async function taskRows(
  { source, index }: PageParts,
  entries: readonly ListEntry[],
  open: ReadonlySet<string>,
): Promise<TaskRow[]> {
  const groups = entries.flatMap((entry) => (entry.kind === 'task' ? [entry.group] : []));
  const facts = await readFacts(
    source,
    index,
    groups.flatMap(({ rows }) => rows.slice(0, 1)),
  );
  return groups.map((group, place) =>
    taskRow(group, facts[place]?.started?.task.question ?? '', open.has(group.taskId)),
  );
}

function taskRow(group: TaskGroup, question: string, open: boolean): TaskRow {
  const { taskId, rows, judged, passed, meanReward } = group;
  return {
    kind: 'task',
    taskId,
    question: clipLine(question, questionCharacters),
    trajectories: rows.length,
    passRate: judged === 0 ? null : passed / judged,
    judged,
    meanReward,
    open,
  };
}

function brokenLineRow({ index, torn }: PageParts, position: number): BrokenLineRow {
  const { brokenLines, brokenCount } = index;
  const broken = brokenLines[position];
  if (broken !== undefined)
    return { kind: 'broken-line', line: broken.line, message: broken.message };
  if (position > brokenLines.length && torn !== null) {
    return { kind: 'broken-line', line: torn.line, message: torn.message };
  }
  const more = (brokenCount - brokenLines.length).toLocaleString('en-US');
  const line = (brokenLines.at(-1)?.line ?? 0) + 1;
  return {
    kind: 'broken-line',
    line,
    message: `${more} more lines could not be read. They are not listed one by one.`,
  };
}
