import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { CliProcess, type Ended } from '../fakes/cliProcess.ts';
import { RunFolderFixture } from '../fakes/runFolders.ts';
import { skipBecause } from '../fakes/skip.ts';
import { temporaryFolder } from '../fakes/temporaryFolder.ts';

describe('tool-r1 machine checkpoints, clean, pin and download', () => {
  const folder = temporaryFolder();
  before(function () {
    if (process.platform === 'win32') skipBecause(this, 'training machines are Unix');
  });
  beforeEach(async () => {
    const run = await RunFolderFixture.make(folder('.tool-r1/runs/first'));
    await run.beat({ state: 'stopped' });
    for (const step of [2, 4, 6]) {
      await run.measure(step, { 'reward/total': step === 2 ? 5 : 1 });
      const inside = `checkpoints/checkpoint-${step}`;
      await run.write(`${inside}/model.safetensors`, 'w'.repeat(2000));
      await run.write(`${inside}/optimizer.pt`, 'o');
      await run.write(`${inside}/trainer_state.json`, '{}');
      await run.save(step);
    }
  });

  function machine(...args: string[]): Promise<Ended> {
    const env = { HOME: folder(''), TOOL_R1_CACHE: folder('cache') };
    return new CliProcess(['machine', ...args], folder(''), env).ended;
  }

  it('lists, pins, tidies up and fetches the checkpoints of a run', async () => {
    const listed = await machine('checkpoints', 'first');
    assert.equal(listed.code, 0, listed.err);
    assert.deepEqual(
      listed.out.split('\n').map((line) => line.trim().split(/\s+/)[0]),
      ['step', '6', '4', '2', ''],
    );
    assert.equal((await machine('pin', 'first', '2')).code, 0);
    const would = await machine('clean', 'first', '--keep', '1', '--dry-run');
    assert.match(would.err, /Would delete checkpoints 4: /);
    const cleaned = await machine('clean', 'first', '--keep', '1');
    assert.match(cleaned.err, /Deleted checkpoints 4: /);
    const left = await readdir(folder('.tool-r1/runs/first/checkpoints'));
    assert.deepEqual(left.sort(), ['checkpoint-2', 'checkpoint-6']);
    const fetched = await machine('download', 'first', '6', 'here');
    assert.equal(fetched.code, 0, fetched.err);
    assert.equal((await readFile(folder('here/model.safetensors'), 'utf8')).length, 2000);
  });

  it('says which checkpoints there are where one is not', async () => {
    const refused = await machine('pin', 'first', '5');
    assert.match(refused.err, /no checkpoint of train step 5. It has: 6, 4, 2./);
    assert.equal(refused.code, 2);
    assert.match((await machine('checkpoints', 'second')).err, /There is no run second/);
  });
});
