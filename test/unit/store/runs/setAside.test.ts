import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { setAsideAfter } from '../../../../runtime/store/runs/setAside.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';

describe('going on from an earlier checkpoint', () => {
  const folder = temporaryFolder();

  async function checkpoint(step: number, isWhole = true): Promise<void> {
    const place = folder('checkpoints', `checkpoint-${step}`);
    await mkdir(place, { recursive: true });
    if (isWhole) await writeFile(`${place}/rollout_state.jsonl`, '');
  }

  it('puts the later ones aside, torn ones too, and keeps what was put aside before', async () => {
    for (const step of [5, 10, 15]) await checkpoint(step);
    await checkpoint(20, false);
    assert.deepEqual(await setAsideAfter(folder('.'), 10), [15, 20]);
    await checkpoint(15);
    assert.deepEqual(await setAsideAfter(folder('.'), 10), [15]);
    assert.deepEqual((await readdir(folder('checkpoints'))).sort(), [
      'aside-15-1',
      'aside-15-2',
      'aside-20-1',
      'checkpoint-10',
      'checkpoint-5',
    ]);
    assert.deepEqual(await setAsideAfter(folder('.'), 10), []);
  });

  it('is refused, with nothing moved, where there is nothing to go on from', async () => {
    await checkpoint(10);
    await checkpoint(5, false);
    await assert.rejects(setAsideAfter(folder('.'), 7), /no checkpoint of train step 7/);
    await assert.rejects(setAsideAfter(folder('.'), 5), /no state of the queue/);
    assert.deepEqual((await readdir(folder('checkpoints'))).length, 2);
  });
});
