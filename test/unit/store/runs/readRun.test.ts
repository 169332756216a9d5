import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import {
  hasEnded,
  isSupervised,
  newestCheckpoint,
  newestRun,
  readJob,
  readStatus,
} from '../../../../runtime/store/runs/readRun.ts';
import { makeStatus } from '../../../fakes/runRecords.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';

describe('readRun', () => {
  const folder = temporaryFolder();

  it('says what is no run', async () => {
    await assert.rejects(readJob(folder('no')), /no holds no training run\. Name the folder that/);
    await writeFile(folder('run.json'), '{"version": 2}');
    await assert.rejects(readJob(folder('.')), /run\.json is not a training run: version: /);
  });

  it('has no status before the first heartbeat', async () => {
    assert.equal(await readStatus(folder('.')), null);
    await writeFile(folder('status.json'), JSON.stringify(makeStatus({ step: 3 })));
    assert.equal((await readStatus(folder('.')))?.step, 3);
    await writeFile(folder('status.json'), '{');
    await assert.rejects(readStatus(folder('.')), /is not the status of a run: not JSON/);
  });

  it('tells a run that ended from one whose supervisor is gone', () => {
    assert.ok(hasEnded(makeStatus({ state: 'crashed' })));
    assert.ok(!hasEnded(makeStatus({ state: 'stopping' })));
    assert.ok(isSupervised(makeStatus()));
    const gone = 2 ** 22 + 1;
    assert.ok(!isSupervised(makeStatus({ supervisorPid: gone })));
    assert.ok(isSupervised(makeStatus({ supervisorPid: gone, host: 'elsewhere.example' })));
  });

  it('finds the newest checkpoint that is whole', async () => {
    assert.equal(await newestCheckpoint(folder('.')), null);
    for (const [name, file] of [
      ['checkpoint-2', 'rollout_state.jsonl'],
      ['checkpoint-10', 'rollout_state.jsonl'],
      ['checkpoint-11', 'model.safetensors'],
      ['checkpoint-12.tmp', 'rollout_state.jsonl'],
    ] as const) {
      await mkdir(folder('checkpoints', name), { recursive: true });
      await writeFile(folder('checkpoints', name, file), '');
    }
    assert.equal(await newestCheckpoint(folder('.')), 10);
  });

  it('finds the newest run of a workspace', async () => {
    await assert.rejects(newestRun(folder('.')), /There is no run below \S+runs\. Name the folder/);
    for (const name of ['20260301-142530-b', '20260302-000000-a', '20260303-000000-c.x.new']) {
      await mkdir(folder('.tool-r1/runs', name), { recursive: true });
    }
    assert.equal(await newestRun(folder('.')), folder('.tool-r1/runs/20260302-000000-a'));
  });
});
