// Turns a file of trajectories of another program into a new trajectory file: read one after the other, written whole or not at
// all, with a list of everything that found no place.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { ImportedTrajectories } from '../../../contract/importing.ts';
import { TrajectoryRecord } from '../../../contract/trajectory.ts';
import { HumanError } from '../../../support/errors.ts';
import { check } from '../../../support/parseJson.ts';
import type { OnProgress } from '../../../support/progress.ts';
import { writeNewFile } from '../../exporters/writeNewFile.ts';
import { readFailure } from '../../storeErrors.ts';
import type { ForeignFormat, ForeignTrajectory } from './foreignFormat.ts';
import { foreignRecords } from './foreignRecords.ts';
import { ImportTally } from './importTally.ts';
import { TrajectoryIds } from './trajectoryIds.ts';

export interface TrajectoryImport {
  readonly file: string;
  readonly format: ForeignFormat;
  /** The new file. */
  readonly to: string;
}

export interface ImportHost {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

/**
 * @throws HumanError for a file that holds no trajectories of the format, FailureError at boundary `store` when a file cannot be
 * read or written (`store/exists` when the new one is there already), AbortError when the signal says so
 */
export async function importTrajectories(
  wish: TrajectoryImport,
  { signal, onProgress }: ImportHost,
): Promise<ImportedTrajectories> {
  const fileTime = await timeOf(wish.file);
  const tally = new ImportTally();
  const ids = new TrajectoryIds(wish.format.id);
  await writeNewFile(wish.to, lines());
  return tally.result(wish.format.title);

  async function* lines(): AsyncGenerator<string> {
    for await (const item of wish.format.read(wish.file, signal)) {
      signal.throwIfAborted();
      if (item.kind === 'problem') tally.problem(item.where, item.message);
      else if (item.kind === 'note') tally.note(item.where, item.message);
      else yield linesOf(item.trajectory);
      onProgress({ activity: 'Importing', done: tally.trajectories, total: null, unit: 'items' });
    }
    if (tally.trajectories === 0) throw new HumanError(nothingIn(wish, tally));
  }

  /** Empty for a trajectory that makes no records, which is told. */
  function linesOf(trajectory: ForeignTrajectory): string {
    const trajectoryId = ids.next(trajectory.id);
    const origin = { format: wish.format.id, file: path.basename(wish.file), fileTime };
    const text = recordLines(foreignRecords(trajectory, { ...origin, trajectoryId }));
    if (typeof text !== 'string') {
      tally.problem(trajectoryId, text.problem);
      return '';
    }
    tally.trajectory(trajectory);
    return text;
  }
}

/** What an importer makes of strange input need not be a record; nothing else is written. */
function recordLines(records: readonly TrajectoryRecord[]): string | { problem: string } {
  const lines: string[] = [];
  for (const record of records) {
    const checked = check(TrajectoryRecord, record);
    if (!checked.ok) return { problem: `it makes no trajectory: ${checked.problem}` };
    const line = lineOf(record);
    if (line === null) return { problem: 'its values are nested too deeply to be written down' };
    lines.push(line);
  }
  return lines.join('');
}

function lineOf(record: TrajectoryRecord): string | null {
  try {
    return `${JSON.stringify(record)}\n`;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

async function timeOf(file: string): Promise<string> {
  const { mtime } = await stat(file).catch((error: unknown) => {
    throw readFailure(file, error);
  });
  return mtime.toISOString();
}

function nothingIn({ file, format }: TrajectoryImport, tally: ImportTally): string {
  const [first] = tally.problems;
  const why = first === undefined ? '' : ` ${first.where}: ${first.message}.`;
  return `${path.basename(file)} holds no trajectory that can be imported as ${format.title}.${why}`;
}
