import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import {
  ProcessCommand,
  type RunJob,
  type StopWish,
} from '../../../../runtime/contract/training/runFolder.ts';
import type { LookedAt } from '../../../../runtime/remote/link/machineLink.ts';
import type { HeldCard } from '../../../../runtime/remote/stop/heldCards.ts';
import { stopTraining } from '../../../../runtime/remote/stop/stopTraining.ts';
import { type Clock, systemClock } from '../../../../runtime/support/clock.ts';
import { failure, HumanError } from '../../../../runtime/support/errors.ts';
import { parseJson } from '../../../../runtime/support/parseJson.ts';
import type { Progress } from '../../../../runtime/support/progress.ts';
import { FolderMachine } from '../../../fakes/folderMachine.ts';
import { SampledRun } from '../../../fakes/sampledRun.ts';
import { skipBecause } from '../../../fakes/skip.ts';
import { SupervisedRun, type Wishes } from '../../../fakes/supervisedRun.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { makeJob, makeStatus } from '../../../fakes/trainingRecords.ts';
import { until } from '../../../fakes/until.ts';

const recorded = path.resolve(import.meta.dirname, '../../../fixtures/nvidia-smi');
const AskedCommands = z.object({ processes: z.object({ commands: z.array(ProcessCommand) }) });
const slow = ['--seconds', '0.6'];

describe('stopping a run on its machine', () => {
  const folder = temporaryFolder();
  let progress: Progress[] = [];
  let runs: SupervisedRun[] = [];
  let linkOf: () => FolderMachine;
  before(function () {
    if (process.platform !== 'linux') skipBecause(this, 'processes are looked for in /proc');
  });
  beforeEach(() => {
    [progress, runs] = [[], []];
    linkOf = () => new FolderMachine(folder(''), {}, 'b100');
  });
  // Before the folder goes.
  afterEach(async () => {
    for (const run of runs) await run.end();
  });

  /** One whose run.json is as our own command line writes it. */
  async function startedRun(wishes: Wishes): Promise<SupervisedRun> {
    const run = await SupervisedRun.make(folder('run'), wishes, 40);
    runs.push(run);
    const { processes, ...job } = makeJob({ totalSteps: 40 });
    const asked = parseJson(AskedCommands, await run.read('run.json'));
    assert.ok(asked.ok);
    const whole = { ...job, processes: { ...processes, ...asked.value.processes } };
    await writeFile(path.join(run.folder, 'run.json'), JSON.stringify(whole));
    assert.equal((await run.detach()).code, 0);
    return run;
  }

  function stop(
    wish: StopWish,
    { env = {}, clock = systemClock }: { env?: Record<string, string>; clock?: Clock } = {},
  ): Promise<HeldCard[]> {
    const link = new FolderMachine(folder(''), env);
    const parts = { link, linkOf, trainerFolder: path.resolve('runtime/trainer'), clock };
    const { signal } = new AbortController();
    const options = { signal, onProgress: (one: Progress) => progress.push(one) };
    return stopTraining({ ...parts, pollMilliseconds: 50 }, folder('run'), wish, options);
  }

  it('lets the train step end, and nothing of the run lives afterwards', async () => {
    const run = await startedRun({ trainer: slow });
    await run.reached(({ step }) => step >= 1);
    assert.deepEqual(await stop('after-step'), []);
    const status = await run.status();
    assert.equal(status.state, 'stopped');
    assert.ok(status.step < 40);
    assert.deepEqual(await run.living(), []);
    assert.ok(progress.some(({ activity }) => activity === 'Ending the train step and saving'));
  });

  it('ends at once what is deaf to being asked', async () => {
    const run = await startedRun({ rollouts: ['--children', '--deaf'], trainer: slow });
    await run.reached(({ step }) => step >= 1);
    await stop('now');
    assert.equal((await run.status()).state, 'stopped');
    assert.deepEqual(await run.living(), []);
  });

  it('ends a run whose supervisor shows no sign of life', async () => {
    const run = await startedRun({ trainer: slow });
    const { supervisorPid } = await run.reached(({ step }) => step >= 1);
    process.kill(supervisorPid, 'SIGSTOP');
    await stop('after-step', { clock: fastClock(60) });
    await until(async () => (await run.living()).length === 0, 20_000);
    assert.equal((await run.status()).state, 'stopped');
  });

  it('says who holds the cards of a run that has ended', async () => {
    const { processes } = makeJob();
    const queue = { folder: folder('queue'), gpus: [5] };
    const job = makeJob({ device: 'cuda', processes: { ...processes, queue } });
    await mkdir(folder('run'), { recursive: true });
    await writeFile(folder('run/run.json'), JSON.stringify(job));
    const status = makeStatus({ state: 'crashed', supervisorPid: 4_000_000 });
    await writeFile(folder('run/status.json'), JSON.stringify(status));
    const env = await machineWithCards(folder('bin'));
    assert.deepEqual(await stop('now', { env, clock: fastClock(100) }), [
      { gpu: 5, pid: 41_822, name: '/home/kim/miniconda3/bin/python', mib: 1224 },
    ]);
    assert.equal(await readFile(folder('run/stop'), 'utf8').catch(() => 'none'), 'none');
  });

  describe('that another machine samples for', () => {
    let both: SampledRun;
    afterEach(() => both.end());

    /** The run has ended, and its sampler was not told. */
    async function endedRun(cards: number[] = []): Promise<void> {
      both = await SampledRun.make(folder(''));
      await complete(both.sampler, { ...makeJob({ totalSteps: null }), ...samplerFacts, cards });
      await complete(both.run, makeJob());
      const status = makeStatus({ state: 'crashed', supervisorPid: 4_000_000 });
      await writeFile(folder('run/status.json'), JSON.stringify(status));
      both.startSampler();
      await both.sampler.reached(({ state }) => state === 'running');
    }

    it('ends that one too', async () => {
      await endedRun();
      assert.deepEqual(await stop('now'), []);
      assert.equal((await both.sampler.status()).state, 'stopped');
      assert.deepEqual(await both.sampler.living(), []);
    });

    it('says who holds the cards there', async () => {
      await endedRun([5]);
      const env = await machineWithCards(folder('bin'));
      linkOf = () => new FolderMachine(folder(''), env, 'b100');
      assert.deepEqual(await stop('now', { clock: fastClock(100) }), [
        { gpu: 5, pid: 41_822, name: '/home/kim/miniconda3/bin/python on b100', mib: 1224 },
      ]);
    });

    it('says that it cannot be reached, and that its servers end by themselves', async () => {
      await endedRun();
      linkOf = () => new AwayMachine(folder(''), {}, 'b100');
      await assert.rejects(
        stop('now'),
        /The run is stopped, but b100, .* cannot be reached: No route to host\. Its servers end by themselves/,
      );
    });
  });

  it('refuses a folder without a run, and makes none', async () => {
    await assert.rejects(stop('now'), HumanError);
    await assert.rejects(readFile(folder('run/stop')), { code: 'ENOENT' });
  });
});

/** The real time, so many times as fast. */
function fastClock(factor: number): Clock {
  return { now: () => systemClock.now(), monotonic: () => systemClock.monotonic() * factor };
}

const samplerFacts = { kind: 'sampler', host: '127.0.0.1', silenceSeconds: 600 };

/** Adds what our own command line would have written. */
async function complete(run: SupervisedRun, facts: Partial<RunJob>): Promise<void> {
  const asked = parseJson(
    z.looseObject({ processes: z.looseObject({}) }),
    await run.read('run.json'),
  );
  assert.ok(asked.ok);
  const ports = { tokenPort: 8000, receiverPort: 8001 };
  const processes = { ...facts.processes, ...ports, ...asked.value.processes };
  await writeFile(
    path.join(run.folder, 'run.json'),
    JSON.stringify({ ...facts, ...asked.value, processes }),
  );
}

class AwayMachine extends FolderMachine {
  override look(): Promise<LookedAt> {
    return Promise.reject(failure('remote', 'offline', 'No route to host.'));
  }
}

/** Environment of a machine whose nvidia-smi prints recorded cards. */
async function machineWithCards(bin: string): Promise<Record<string, string>> {
  const [cards, apps] = ['eight-a100.csv', 'eight-a100.apps.csv'].map((name) =>
    path.join(recorded, name),
  );
  const program = `#!/bin/sh\ncase "$1" in *compute-apps*) cat '${apps}';; *) cat '${cards}';; esac\n`;
  await mkdir(bin, { recursive: true });
  await writeFile(path.join(bin, 'nvidia-smi'), program);
  await chmod(path.join(bin, 'nvidia-smi'), 0o755);
  return { PATH: `${bin}:${process.env['PATH'] ?? ''}` };
}
