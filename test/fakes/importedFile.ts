// A file of another program imported as `tool-r1 import` does it, and read back as the trajectory editor does.
import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import type { ImportedTrajectories } from '../../runtime/contract/importing.ts';
import { TrajectoryRecord, type Trajectory } from '../../runtime/contract/trajectory.ts';
import { assembleTrajectory } from '../../runtime/store/assembleTrajectory.ts';
import type { ForeignFormat } from '../../runtime/store/importers/trajectories/foreignFormat.ts';
import { importTrajectories } from '../../runtime/store/importers/trajectories/importTrajectories.ts';

export interface ImportedFile extends ImportedTrajectories {
  readonly read: readonly Trajectory[];
}

const never = new AbortController().signal;

/**
 * Fails when a record is none of ours or a trajectory cannot be put together.
 * @param to a name that is free; the file is removed again
 */
export async function importedFile(
  format: ForeignFormat,
  file: string,
  to: string,
): Promise<ImportedFile> {
  const host = { signal: never, onProgress: () => undefined };
  const outcome = await importTrajectories({ format, file, to }, host);
  const text = await readFile(to, 'utf8');
  await rm(to);
  const records = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => TrajectoryRecord.parse(JSON.parse(line)));
  const read = [...byTrajectory(records).values()].map(assembled);
  assert.equal(read.length, outcome.trajectories);
  return { ...outcome, read };
}

function byTrajectory(records: readonly TrajectoryRecord[]): Map<string, TrajectoryRecord[]> {
  const groups = new Map<string, TrajectoryRecord[]>();
  for (const record of records) {
    const group = groups.get(record.trajectoryId);
    if (group === undefined) groups.set(record.trajectoryId, [record]);
    else group.push(record);
  }
  return groups;
}

function assembled(records: readonly TrajectoryRecord[]): Trajectory {
  const { trajectory, problems } = assembleTrajectory(records);
  assert.deepEqual(problems, []);
  assert.ok(trajectory !== null);
  return trajectory;
}
