// Summaries of whole trajectory files, for lists of tasks and of what was run lately. A file is read again only when it
// changed.
import { stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RecentTrajectory } from '../../contract/requests.ts';
import type { RecordSource } from '../formats/recordSource.ts';
import { readFailure } from '../storeErrors.ts';
import { readRows } from './rowReader.ts';
import { taskGroups } from './taskGroups.ts';
import { TrajectoryIndex } from './trajectoryIndex.ts';
import type { FileSummary } from './trajectoryViewer.ts';

const mostRecent = 500;
const keptFiles = 20_000;

interface Kept {
  readonly size: number;
  readonly modified: number;
  readonly summary: Promise<FileSummary>;
}

export class FileSummaries {
  readonly #kept = new Map<string, Kept>();

  /** @throws FailureError at boundary `store` */
  async of(file: string, open: (file: string) => Promise<RecordSource>): Promise<FileSummary> {
    const { size, mtimeMs: modified } = await stat(file).catch((error: unknown) => {
      throw readFailure(file, error);
    });
    const known = this.#kept.get(file);
    if (known?.size === size && known.modified === modified) return known.summary;
    const summary = open(file).then(summarise);
    if (this.#kept.size >= keptFiles) this.#kept.clear();
    this.#kept.set(file, { size, modified, summary });
    // A failure is not remembered.
    summary.catch(() => this.#kept.delete(file));
    return summary;
  }
}

async function summarise(source: RecordSource): Promise<FileSummary> {
  try {
    const index = new TrajectoryIndex();
    while (!source.progress.complete) {
      await source.advance(index);
      await nextTurn();
    }
    const rows = Array.from({ length: index.trajectories }, (_, row) => row);
    const tasks = taskGroups(index, rows).map(({ taskId, rows: own, judged, passed }) => ({
      taskId,
      trajectories: own.length,
      judged,
      passed,
    }));
    return { tasks, recent: await recentOf(source, index, rows.slice(-mostRecent)) };
  } finally {
    await source.close();
  }
}

async function recentOf(
  source: RecordSource,
  index: TrajectoryIndex,
  rows: readonly number[],
): Promise<RecentTrajectory[]> {
  const found = await readRows(source, index, rows);
  return found.flatMap((row) =>
    row.taskId === null || row.startedAt === null
      ? []
      : {
          file: source.file,
          id: row.id,
          taskId: row.taskId,
          question: row.question,
          startedAt: row.startedAt,
          stopReason: row.stopReason,
          finalAnswer: row.finalAnswer,
          steps: row.steps,
          reward: row.reward?.total ?? null,
        },
  );
}
