// Where trajectories are written: `<workspace>/.tool-r1/trajectories/<run>.trajectories.jsonl`, append-only.
// Reading them back is trajectoryReader.ts.
import path from 'node:path';
import type { TrajectoryRecord } from '../contract/trajectory.ts';
import { JsonLinesWriter } from './jsonLinesWriter.ts';

export const trajectorySuffix = '.trajectories.jsonl';

/** The folder of a workspace that holds its trajectory files. */
export function trajectoryFolder(workspace: string): string {
  return path.join(workspace, '.tool-r1', 'trajectories');
}

/** The trajectory file of a run in a workspace. */
export function trajectoryFile(workspace: string, run: string): string {
  return path.join(trajectoryFolder(workspace), `${run}${trajectorySuffix}`);
}

/** Where a workspace keeps the files that the agent's code wrote in a run. */
export function outputFolder(workspace: string, run: string): string {
  return path.join(workspace, '.tool-r1', 'outputs', run);
}

/** A name for a run that sorts by time and does not repeat: `20260301-142530-1f3a9c`. */
export function runName(now: string, randomHex: string): string {
  const digits = now.replace(/\D/g, '');
  return `${digits.slice(0, 8)}-${digits.slice(8, 14)}-${randomHex.slice(0, 6)}`;
}

/** Appends the records of one or more trajectories to one file. */
export class TrajectoryStore {
  readonly #writer: JsonLinesWriter;

  private constructor(writer: JsonLinesWriter) {
    this.#writer = writer;
  }

  /**
   * Opens or creates the file. A last line that an earlier process left unfinished stays as it is; the next record
   * starts on a line of its own.
   * @throws FailureError at boundary `store`
   */
  static async open(file: string): Promise<TrajectoryStore> {
    return new TrajectoryStore(await JsonLinesWriter.open(file));
  }

  get file(): string {
    return this.#writer.file;
  }

  /**
   * Resolves when the record is on disk.
   * @throws FailureError at boundary `store`
   */
  append(record: TrajectoryRecord): Promise<void> {
    return this.#writer.append(record);
  }

  close(): Promise<void> {
    return this.#writer.close();
  }
}
