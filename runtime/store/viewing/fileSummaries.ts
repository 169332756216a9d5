// Summaries of whole trajectory files, for lists of tasks and of what was run lately. A file is read again only when it
// changed; whether the writer of one without an end is still there is asked each time.
import { stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RecentTrajectory } from '../../contract/requests.ts';
import type { Writer } from '../../contract/trajectory.ts';
import type { TrajectoryRow } from '../../contract/viewing.ts';
import { isWriterAlive } from '../../support/writerProcess.ts';
import type { RecordSource } from '../formats/recordSource.ts';
import { readFailure } from '../storeErrors.ts';
import { readFacts, trajectoryRow } from './rowReader.ts';
import { taskGroups } from './taskGroups.ts';
import { TrajectoryIndex } from './trajectoryIndex.ts';
import type { FileSummary } from './trajectoryViewer.ts';

const mostRecent = 500;
const keptFiles = 20_000;

interface Kept {
  readonly size: number;
  readonly modified: number;
  readonly summary: Promise<Summary>;
}

interface Summary extends FileSummary {
  /** Of those that had no end when the file was read, by trajectory; none is known of some. */
  readonly unended: ReadonlyMap<string, Writer | undefined>;
}

export class FileSummaries {
  readonly #kept = new Map<string, Kept>();

  /** @throws FailureError at boundary `store` */
  async of(file: string, open: (file: string) => Promise<RecordSource>): Promise<FileSummary> {
    const { size, mtimeMs: modified } = await stat(file).catch((error: unknown) => {
      throw readFailure(file, error);
    });
    const known = this.#kept.get(file);
    if (known?.size === size && known.modified === modified) return asOfNow(await known.summary);
    const summary = open(file).then(summarise);
    if (this.#kept.size >= keptFiles) this.#kept.clear();
    this.#kept.set(file, { size, modified, summary });
    // A failure is not remembered.
    summary.catch(() => this.#kept.delete(file));
    return asOfNow(await summary);
  }
}

function asOfNow({ tasks, recent, unended }: Summary): FileSummary {
  if (unended.size === 0) return { tasks, recent };
  return {
    tasks,
    recent: recent.map((one) =>
      unended.has(one.id) ? { ...one, interrupted: !isWriterAlive(unended.get(one.id)) } : one,
    ),
  };
}

async function summarise(source: RecordSource): Promise<Summary> {
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
    return { tasks, ...(await recentOf(source, index, rows.slice(-mostRecent))) };
  } finally {
    await source.close();
  }
}

async function recentOf(
  source: RecordSource,
  index: TrajectoryIndex,
  rows: readonly number[],
): Promise<Pick<Summary, 'recent' | 'unended'>> {
  const facts = await readFacts(source, index, rows);
  const recent = rows.flatMap((row, place) =>
    recentRow(source.file, trajectoryRow(index, row, facts[place])),
  );
  const unended = facts.flatMap(({ started }, place) => {
    const isOpen = started !== null && index.stopReason(rows[place] ?? -1) === null;
    return isOpen ? [[started.trajectoryId, started.writer] as const] : [];
  });
  return { recent, unended: new Map(unended) };
}

function recentRow(file: string, row: TrajectoryRow): RecentTrajectory[] {
  return row.taskId === null || row.startedAt === null
    ? []
    : [
        {
          file,
          id: row.id,
          taskId: row.taskId,
          question: row.question,
          startedAt: row.startedAt,
          stopReason: row.stopReason,
          interrupted: row.interrupted,
          finalAnswer: row.finalAnswer,
          steps: row.steps,
          reward: row.reward?.total ?? null,
        },
      ];
}
