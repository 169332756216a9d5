// Writes chosen trajectories of an opened file into a new file, whole or not at all.
import type { ExportFormat } from '../../contract/viewing.ts';
import { failure } from '../../support/errors.ts';
import { assembleTrajectory } from '../assembleTrajectory.ts';
import type { RecordSource } from '../formats/recordSource.ts';
import type { TrajectoryIndex } from '../viewing/trajectoryIndex.ts';
import { allExporters } from './allExporters.ts';
import type { ExportedTrajectory } from './exporter.ts';
import { writeNewFile } from './writeNewFile.ts';

export interface ExportParts {
  readonly source: RecordSource;
  readonly index: TrajectoryIndex;
}

/** @throws FailureError at boundary `store`; `store/exists` when the file is there already */
export async function exportTrajectories(
  parts: ExportParts,
  rows: readonly number[],
  format: ExportFormat,
  to: string,
): Promise<void> {
  await writeNewFile(to, allExporters[format].write(readWhole(parts, rows)));
}

async function* readWhole(
  { source, index }: ExportParts,
  rows: readonly number[],
): AsyncGenerator<ExportedTrajectory> {
  for (const row of rows) {
    const records = index.records.allRecords(row).map((record) => index.records.place(record));
    const lines = await source.readBytes(records);
    const parsed = lines.map((line) => source.parse(line)).filter((record) => record !== null);
    const { trajectory } = assembleTrajectory(parsed);
    if (trajectory === null) {
      const id = index.id(row);
      throw failure(
        'store',
        'no-trajectory',
        `${id} cannot be exported: its first record is missing in ${source.file}.`,
      );
    }
    yield { trajectory, lines };
  }
}
