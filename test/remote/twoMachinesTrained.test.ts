// A run on two ssh hosts with the real processes on the processor: the trainer on the one, the model on the other, which is reached only
// from there and has no folder in common with it as far as the product knows.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { TrainStepMetrics } from '../../runtime/contract/training/runFolder.ts';
import { TrainingWish } from '../../runtime/contract/training/trainingRequests.ts';
import type { MachineServices } from '../../runtime/remote/machineServices.ts';
import { hasEnded, readStatus } from '../../runtime/store/runs/readRun.ts';
import { parseJson } from '../../runtime/support/parseJson.ts';
import { skipBecause } from '../fakes/skip.ts';
import { SupervisedRun } from '../fakes/supervisedRun.ts';
import { guessingSettings, TrainingCase } from '../fakes/trainingCase.ts';
import { until } from '../fakes/until.ts';
import { warmCache } from '../fakes/warmCache.ts';
import { hostServices } from './hostServices.ts';
import { noEnd } from './remoteCase.ts';
import { type SshHost, SshHosts } from './sshHosts.ts';
import { TestNetwork } from './testNetwork.ts';

const patience = 400_000;

describe('a model that is trained on one machine and sampled on another', function () {
  this.timeout(600_000);
  let network: TestNetwork;
  let hosts: SshHosts;
  let trainer: SshHost;
  let services: MachineServices;
  let here: string;
  const started: SupervisedRun[] = [];

  before(async function () {
    if (!existsSync('dist/cli.mjs')) skipBecause(this, 'what machines get is not built');
    network = new TestNetwork();
    hosts = await SshHosts.start();
    here = path.join(hosts.folder, 'workspace');
    const { python } = await TrainingCase.make(here);
    const env = { TOOL_R1_TRAINER_PYTHON: python, OMP_NUM_THREADS: '1' };
    trainer = await hosts.add('a100', { ...network.near, env });
    await mkdir(path.join(trainer.home, '.tool-r1'), { recursive: true });
    await warmCache(path.join(trainer.home, '.tool-r1/cache'));
    const sampler = await hosts.add('b100', { ...network.far, env, client: ['ProxyJump a100'] });
    started.push(await SupervisedRun.at(path.join(trainer.home, '.tool-r1/runs/pair')));
    started.push(await SupervisedRun.at(path.join(sampler.home, '.tool-r1/samplers/pair')));
    services = hostServices(hosts);
  });
  after(async () => {
    await services.close();
    // The run before its sampler.
    for (const run of started) await run.end();
    await hosts.close();
    network.remove();
  });

  it('samples each train step from the newest weights', async () => {
    const wish = TrainingWish.parse({
      machine: 'a100',
      sampler: 'b100',
      workspace: here,
      tasks: 'tasks.jsonl',
      model: 'model',
      device: 'cpu',
      name: 'pair',
      steps: 2,
      seed: 5,
      changes: guessingSettings,
    });
    const { folder } = await services.training.start(wish, {
      signal: noEnd(),
      onProgress: () => undefined,
    });
    await until(async () => {
      const status = await readStatus(folder);
      return status !== null && hasEnded(status);
    }, patience);
    const [run, sampler] = started;
    assert.ok(run !== undefined && sampler !== undefined);
    const { state, step, problem } = await run.status();
    assert.deepEqual([state, step], ['done', 2], problem ?? '');
    const steps = (await run.read('metrics.jsonl')).trimEnd().split('\n');
    for (const line of steps) {
      const parsed = parseJson(TrainStepMetrics, line);
      assert.ok(parsed.ok);
      // Other weights there would have other log-probabilities.
      assert.ok((parsed.value.metrics['policy/logProbGapFresh'] ?? 1) < 1e-5, line);
    }
    await until(async () => (await sampler.status()).state === 'stopped', patience);
    assert.deepEqual([...(await run.living()), ...(await sampler.living())], []);
  });
});
