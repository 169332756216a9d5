import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  TrajectoryStore,
  runName,
  trajectoryFile,
} from '../../../runtime/store/trajectoryStore.ts';
import { TrajectoryReader } from '../../../runtime/store/trajectoryReader.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';
import { asLines, makeTrajectoryRecords } from '../../fakes/trajectoryRecords.ts';

describe('TrajectoryStore', () => {
  const inFolder = temporaryFolder();

  it('keeps the files of a workspace in .tool-r1/trajectories', () => {
    assert.equal(
      trajectoryFile('/w', 'r1'),
      path.join('/w', '.tool-r1', 'trajectories', 'r1.trajectories.jsonl'),
    );
  });

  it('names runs so that they sort by time', () => {
    assert.equal(runName('2026-03-01T14:25:30.123Z', 'a1b2c3d4'), '20260301-142530-a1b2c3');
    assert.ok(
      runName('2026-03-01T14:25:31.000Z', '000000') > runName('2026-03-01T14:25:30.999Z', 'ffffff'),
    );
  });

  it('writes records as they are', async () => {
    const records = makeTrajectoryRecords('t1');
    const store = await TrajectoryStore.open(inFolder('run.trajectories.jsonl'));
    for (const record of records) await store.append(record);
    await store.close();
    assert.equal(await readFile(store.file, 'utf8'), asLines(records));
  });

  it('keeps trajectories apart that are written to one file at once', async () => {
    const store = await TrajectoryStore.open(inFolder('run.trajectories.jsonl'));
    const ids = Array.from({ length: 12 }, (_, n) => `t${n}`);
    await Promise.all(
      ids.map(async (id) => {
        for (const record of makeTrajectoryRecords(id)) await store.append(record);
      }),
    );
    await store.close();
    const reader = await TrajectoryReader.open(store.file);
    assert.equal(reader.summaries.length, 12);
    for (const id of ids) {
      const { trajectory, problems } = await reader.load(id);
      assert.deepEqual(problems, []);
      assert.equal(trajectory.steps.length, 2);
    }
  });
});
