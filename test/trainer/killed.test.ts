import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { RunActivity } from '../../runtime/contract/training/runFolder.ts';
import { readStatus } from '../../runtime/store/runs/readRun.ts';
import type { CliProcess } from '../fakes/cliProcess.ts';
import { skipBecause } from '../fakes/skip.ts';
import { livingProcesses } from '../fakes/supervisedRun.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../fakes/temporaryFolder.ts';
import { TrainingCase, type TrainingRun } from '../fakes/trainingCase.ts';

const steps = 4;

describe('training with the real processes, each killed with -9 in the middle of a train step', function () {
  this.timeout(900_000);
  let folder: TemporaryFolder;
  let training: TrainingCase;
  let straight: TrainingRun;
  let killed: TrainingRun;
  /** It goes on beside the other run, because both mostly wait for their processes to start. */
  let undisturbed: CliProcess;

  before(async function () {
    if (process.platform !== 'linux') skipBecause(this, 'processes are looked for in /proc');
    folder = await makeTemporaryFolder();
    training = await TrainingCase.make(folder.path);
    straight = training.run('straight');
    killed = training.run('killed');
    undisturbed = training.start('straight', steps);
  });
  after(() => folder.remove());

  it('starts the run again when the token server, then when the trainer is killed', async () => {
    const first = training.start('killed', steps);
    await kill('tokens', 1);
    await kill('trainer', 2);
    await killed.sampling(3);
    assert.deepEqual(await killed.restarts(), { tokens: 1, rollouts: 0, trainer: 1 });
    process.kill(await killed.pidOf('supervisor'), 'SIGKILL');
    const { code, err } = await first.ended;
    assert.equal(code, 8, err);
    assert.match(err, /The supervisor of the run was killed, and the run with it\. Go on: /);
  });

  it('goes on with --resume after the supervisor was killed, and after the rollout server', async () => {
    const second = training.call('--resume', '--out', 'killed', '--json');
    await kill('rollouts', 4);
    const { code, out, err } = await second.ended;
    assert.equal(code, 0, `${out}\n${err}`);
    const status = await readStatus(killed.folder);
    assert.deepEqual([status?.state, status?.step], ['done', steps]);
    assert.equal((await killed.restarts())['rollouts'], 1);
  });

  it('trains without a kill, and the weights change with each train step', async () => {
    const { code, out, err } = await undisturbed.ended;
    assert.equal(code, 0, `${out}\n${err}`);
    const weights = [];
    for (let step = 1; step <= steps; step += 1) weights.push(await straight.weights(step));
    assert.equal(new Set(weights).size, steps, weights.join('\n'));
    const activity = await readFile(path.join(straight.folder, 'activity.json'), 'utf8');
    const { stage, step } = RunActivity.parse(JSON.parse(activity));
    assert.deepEqual([stage, step], ['saving', steps]);
  });

  it('visits the same tasks in the same order, and ends with the same weights bit for bit', async () => {
    assert.deepEqual(await killed.groups(), await straight.groups());
    for (let step = 1; step <= steps; step += 1) {
      assert.equal(await killed.weights(step), await straight.weights(step), `step ${step}`);
    }
  });

  it('leaves no process', async () => {
    assert.deepEqual(await livingProcesses(straight.folder), []);
    assert.deepEqual(await livingProcesses(killed.folder), []);
  });

  async function kill(name: 'tokens' | 'rollouts' | 'trainer', step: number): Promise<void> {
    await killed.sampling(step);
    process.kill(await killed.pidOf(name), 'SIGKILL');
  }
});
