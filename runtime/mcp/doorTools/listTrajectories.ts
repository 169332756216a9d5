// Trajectories of a file, or the newest of the open folders, for other agents.
import * as z from 'zod';
import type { RecentTrajectory } from '../../contract/requests.ts';
import { ListQuery, type ListRow } from '../../contract/viewing.ts';
import { recentTrajectories } from '../../store/workspaceTrajectories.ts';
import { HumanError } from '../../support/errors.ts';
import { oneLine, pageOf, rowsText } from '../answerText.ts';
import type { DoorFolders } from '../doorFolders.ts';
import type { DoorCallOptions, DoorHost } from '../doorHost.ts';
import { rowLimit, rowOffset, trajectoryFile } from '../doorInputs.ts';
import { doorTool } from '../doorTool.ts';
import { withTrajectories } from '../openTrajectories.ts';
import { recentWords, trajectoryWords } from '../trajectoryWords.ts';

/** Looked at where no file is named. */
const mostRecent = 300;

const { taskId, stopReason, verdict, minReward, maxReward, minSteps, maxSteps, sort, descending } =
  ListQuery.shape;

const input = z.object({
  file: trajectoryFile.optional(),
  taskId: taskId.describe('Only trajectories of this task.'),
  stopReason: stopReason.describe('Only those that ended so; `running` for those without an end.'),
  verdict: verdict.describe('Only those of which a judge said so.'),
  ...{ minReward, maxReward, minSteps, maxSteps },
  sort: sort.describe('`line` is the order of the file.'),
  descending,
  ...{ offset: rowOffset, limit: rowLimit },
});

export const listTrajectories = doorTool({
  name: 'toolr1_list_trajectories',
  title: 'List Trajectories',
  description:
    'Lists trajectories with id, task, how they ended, steps, reward and verdicts. With `file`: those of that file, filtered and sorted. Without: the newest of the open folder, where filters are refused. What models said in them is not given; toolr1_read_trajectory and toolr1_read_step give it.',
  effect: 'reads',
  input,
  activity: ({ file }) =>
    file === undefined ? 'Listing the newest trajectories' : `Listing the trajectories of ${file}`,
  call: (wish, host, options) =>
    wish.file === undefined ? newest(wish, host) : ofFile(wish.file, wish, host, options),
});

async function newest(
  wish: z.output<typeof input>,
  { folders, viewer }: DoorHost,
): Promise<string> {
  refuseFilters(wish);
  const lists = await Promise.all(
    folders.paths.map((folder) => recentTrajectories(folder, mostRecent, viewer)),
  );
  const inside = await Promise.all(lists.flat().map((row) => insideOnly(row, folders)));
  const recent = inside
    .flat()
    .sort((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt))
    .filter((row) => wish.taskId === null || row.taskId === wish.taskId);
  const rows = pageOf(recent, wish, (row) => recentWords(row, folders.shown(row.file)));
  return rowsText({ what: 'trajectories', ...rows });
}

/** @throws HumanError when there are some that only a file can answer */
function refuseFilters(wish: z.output<typeof input>): void {
  const { stopReason: end, verdict: level, sort: order } = wish;
  const figures = [wish.minReward, wish.maxReward, wish.minSteps, wish.maxSteps];
  const isFiltered = [end, level, ...figures].some((value) => value !== null);
  if (!isFiltered && !wish.descending && order === 'line') return;
  throw new HumanError(
    'Without a file only taskId chooses among the newest trajectories. Name a file to filter and sort.',
  );
}

/** None for a file that a link in the folder made of one outside. */
async function insideOnly(
  row: RecentTrajectory,
  folders: DoorFolders,
): Promise<RecentTrajectory[]> {
  const file = await folders.findFile(row.file).catch(() => null);
  return file === null ? [] : [{ ...row, file }];
}

async function ofFile(
  name: string,
  { offset, limit, ...filters }: z.output<typeof input>,
  { folders, viewer }: DoorHost,
  { signal }: DoorCallOptions,
): Promise<string> {
  const file = await folders.findFile(name);
  const query = ListQuery.parse(filters);
  return withTrajectories(viewer, file, signal, async (opened) => {
    const { rows, totalRows } = await opened.list(query, offset, limit);
    const words = rows.map(rowWords);
    return rowsText({ what: 'trajectories', rows: words, offset, total: totalRows });
  });
}

function rowWords(row: ListRow): string {
  switch (row.kind) {
    case 'trajectory':
      return trajectoryWords(row);
    case 'broken-line':
      return `line ${row.line} cannot be read: ${oneLine(row.message)}`;
    case 'task':
      return `task ${row.taskId}`;
  }
}
