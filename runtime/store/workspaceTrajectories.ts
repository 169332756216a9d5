// What the trajectory files of a workspace say together: counts by task, and what was run lately.
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { RecentTrajectory } from '../contract/requests.ts';
import { systemCode } from '../support/errors.ts';
import { readFailure } from './storeErrors.ts';
import { trajectoryFolder, trajectorySuffix } from './trajectoryStore.ts';
import type { FileSummary, TaskCount, TrajectoryViewer } from './viewing/trajectoryViewer.ts';

type Summaries = Pick<TrajectoryViewer, 'summarise'>;

/** Counts by task id. Files that cannot be read count nothing. */
export async function countByTask(
  workspace: string,
  viewer: Summaries,
): Promise<ReadonlyMap<string, TaskCount>> {
  const counts = new Map<string, TaskCount>();
  for (const { file } of await trajectoryFiles(workspace)) {
    for (const count of (await summaryOf(viewer, file)).tasks) {
      const before = counts.get(count.taskId);
      counts.set(count.taskId, before === undefined ? count : sum(before, count));
    }
  }
  return counts;
}

function sum(a: TaskCount, b: TaskCount): TaskCount {
  return {
    taskId: a.taskId,
    trajectories: a.trajectories + b.trajectories,
    judged: a.judged + b.judged,
    passed: a.passed + b.passed,
  };
}

/** The newest first. Files that were last written before all of these began are not read. */
export async function recentTrajectories(
  workspace: string,
  limit: number,
  viewer: Summaries,
): Promise<RecentTrajectory[]> {
  let recent: RecentTrajectory[] = [];
  for (const { file, modified } of await trajectoryFiles(workspace)) {
    const oldest = recent[limit - 1];
    if (oldest !== undefined && Date.parse(oldest.startedAt) > modified) break;
    const summary = await summaryOf(viewer, file);
    // Later records of a file come first among those that began at the same moment.
    recent = [...recent, ...summary.recent.toReversed()]
      .sort((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt))
      .slice(0, limit);
  }
  return recent;
}

/** A file that vanished or cannot be read says nothing; opening it tells why. */
async function summaryOf(viewer: Summaries, file: string): Promise<FileSummary> {
  return viewer.summarise(file).catch(() => ({ tasks: [], recent: [] }));
}

export interface TrajectoryFile {
  readonly file: string;
  /** When it was last written, in milliseconds. */
  readonly modified: number;
}

/** Last written first; none when the workspace has no such folder. */
export async function trajectoryFiles(workspace: string): Promise<TrajectoryFile[]> {
  const folder = trajectoryFolder(workspace);
  const names = await readdir(folder).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return [];
    throw readFailure(folder, error);
  });
  const files = names.filter((name) => name.endsWith(trajectorySuffix));
  const found = await Promise.all(
    files.map(async (name) => {
      const file = path.join(folder, name);
      const stats = await stat(file).catch(() => null);
      return stats?.isFile() === true ? [{ file, modified: stats.mtimeMs }] : [];
    }),
  );
  return found.flat().sort((a, b) => b.modified - a.modified || (a.file < b.file ? 1 : -1));
}
