// The outlines of trajectories, read from the file when they are asked for and kept for the last few. A trajectory that grows
// has only its new steps read.
import type { StepRow } from '../../contract/stepRow.ts';
import type { RecordSource } from '../formats/recordSource.ts';
import type { TrajectoryIndex } from './trajectoryIndex.ts';

const keptTrajectories = 4;
const pieceBytes = 8 * 1024 * 1024;

export class StepRows {
  readonly #source: RecordSource;
  readonly #index: TrajectoryIndex;
  /** Rows by record, of the trajectories asked for last; the newest last. */
  readonly #kept = new Map<number, Map<number, StepRow>>();

  constructor(source: RecordSource, index: TrajectoryIndex) {
    this.#source = source;
    this.#index = index;
  }

  async of(trajectory: number): Promise<StepRow[]> {
    const known = this.#take(trajectory);
    const records = [...this.#index.records.stepRecords(trajectory).values()];
    const missing = records.filter((record) => !known.has(record));
    for (const piece of this.#pieces(missing)) await this.#read(piece, known);
    return records.flatMap((record) => known.get(record) ?? []);
  }

  #take(trajectory: number): Map<number, StepRow> {
    const known = this.#kept.get(trajectory) ?? new Map<number, StepRow>();
    this.#kept.delete(trajectory);
    this.#kept.set(trajectory, known);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > keptTrajectories && oldest !== undefined) this.#kept.delete(oldest);
    return known;
  }

  async #read(records: readonly number[], into: Map<number, StepRow>): Promise<void> {
    const places = records.map((record) => this.#index.records.place(record));
    const lines = await this.#source.readBytes(places);
    for (const [place, line] of lines.entries()) {
      const row = this.#source.stepRow(line);
      const record = records[place];
      if (row !== null && record !== undefined) into.set(record, row);
    }
  }

  *#pieces(records: readonly number[]): Generator<number[]> {
    let piece: number[] = [];
    let size = 0;
    for (const record of records) {
      piece.push(record);
      size += this.#index.records.place(record).bytes;
      if (size < pieceBytes) continue;
      yield piece;
      piece = [];
      size = 0;
    }
    if (piece.length > 0) yield piece;
  }
}
