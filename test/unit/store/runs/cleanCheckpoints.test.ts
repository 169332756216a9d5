import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { tidyCheckpoints } from '../../../../runtime/rolloutServer/tidyCheckpoints.ts';
import { cleanCheckpoints } from '../../../../runtime/store/runs/cleanCheckpoints.ts';
import type { Log } from '../../../../runtime/support/log.ts';
import { silentLog } from '../../../../runtime/support/log.ts';
import { RunFolderFixture } from '../../../fakes/runFolders.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';

const { signal } = new AbortController();
const keep = { last: 1, best: 1 };

describe('tidying up after a save', () => {
  const folder = temporaryFolder();
  let run: RunFolderFixture;
  beforeEach(async () => {
    run = await RunFolderFixture.make(folder('run'));
    for (const step of [1, 2, 3, 4]) {
      await run.measure(step, { 'reward/total': step === 1 ? 20 : step });
      await run.write(`checkpoints/checkpoint-${step}/model/weights.bin`, 'weights');
      await run.save(step);
    }
  });

  function left(): Promise<string[]> {
    return readdir(folder('run/checkpoints'));
  }

  it('deletes whole folders, and leaves the newest, the best and the pinned', async () => {
    await run.write('checkpoints/checkpoint-2/pinned', '');
    assert.deepEqual(await cleanCheckpoints(folder('run'), keep, signal), [3]);
    assert.deepEqual((await left()).sort(), ['checkpoint-1', 'checkpoint-2', 'checkpoint-4']);
  });

  it('touches nothing that is no checkpoint of the run, nor the one that is being written', async () => {
    await run.write('checkpoints/aside-9-1/rollout_state.jsonl', '');
    await run.write('checkpoints/checkpoint-5/model.safetensors', '');
    await cleanCheckpoints(folder('run'), { last: 1, best: 0 }, signal);
    assert.deepEqual((await left()).sort(), ['aside-9-1', 'checkpoint-4', 'checkpoint-5']);
  });

  it('does nothing for a run without checkpoints, or one that keeps all', async () => {
    const empty = await RunFolderFixture.make(folder('empty'));
    assert.deepEqual(await cleanCheckpoints(empty.folder, keep, signal), []);
    await tidyCheckpoints(folder('run'), { keep: null, log: silentLog, signal });
    assert.equal((await left()).length, 4);
  });

  it('says when it cannot, and training goes on', async () => {
    const warned: string[] = [];
    const log: Log = { ...silentLog, warn: (message) => void warned.push(message) };
    await run.remove();
    const broken = await RunFolderFixture.make(folder('run'));
    await broken.write('metrics.jsonl/x', '');
    await tidyCheckpoints(folder('run'), { keep, log, signal });
    assert.deepEqual(warned, ['Checkpoints could not be deleted']);
  });
});
