import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { GpuRecord } from '../../runtime/contract/training/runFolder.ts';
import { parseJson } from '../../runtime/support/parseJson.ts';
import { skipBecause } from '../fakes/skip.ts';
import { SupervisedRun, type Supervisor, type Wishes } from '../fakes/supervisedRun.ts';
import { temporaryFolder } from '../fakes/temporaryFolder.ts';
import { until } from '../fakes/until.ts';

const endless: Wishes = { trainer: ['--seconds', '0.2'] };
const endlessSteps = 1000;

describe('supervisor and graphics cards', () => {
  let runs: SupervisedRun[] = [];
  before(function () {
    if (process.platform !== 'linux') skipBecause(this, 'processes are looked for in /proc');
  });
  // Before the folder goes.
  afterEach(async () => {
    for (const run of runs) await run.end();
    runs = [];
  });
  const folder = temporaryFolder();

  async function make(name: string, gpus: number[], wishes: Wishes = {}): Promise<SupervisedRun> {
    const cards = { folder: folder('queue'), gpus };
    const steps = wishes.trainer === endless.trainer ? endlessSteps : 2;
    const run = await SupervisedRun.make(folder(name), wishes, steps, cards);
    runs.push(run);
    return run;
  }

  describe('the line', () => {
    it('lets runs wait for the same card in the order of their coming, and others not', async () => {
      const first = await make('first', [0, 1], endless);
      first.start();
      await first.reached(({ state }) => state === 'running');
      const [second, third, other] = [
        await make('second', [1]),
        await make('third', [0, 1, 2]),
        await make('other', [3]),
      ];
      assert.deepEqual(await second.detach(), { code: 0, err: '' });
      assert.deepEqual(await third.detach(), { code: 0, err: '' });
      assert.equal((await other.start().ended).code, 0);
      const { state, waitsFor, activity } = await second.status();
      assert.deepEqual([state, waitsFor], ['queued', { place: 1, gpus: [1] }]);
      assert.equal(activity, 'Waiting for GPU 1: next in line');
      assert.equal((await third.status()).activity, 'Waiting for GPU 0, 1, 2: number 2 in line');
      await first.stop('now');
      const done = [second, third].map((run) => run.reached((now) => now.state === 'done'));
      await Promise.all(done);
      const [ended, began] = [await endOf(second), await startOf(third)];
      assert.ok(ended <= began, `the third began at ${began}, before the second ended at ${ended}`);
      assert.equal((await third.status()).waitsFor, null);
      assert.deepEqual(await readdir(folder('queue')), ['lock']);
    });

    it('does not let a later run on other cards wait, nor pass one that waits for a card of its own', async () => {
      const first = await make('first', [0], endless);
      first.start();
      await first.reached(({ state }) => state === 'running');
      const both = await make('both', [0, 1]);
      await both.detach();
      const behind = await make('behind', [1]);
      await behind.detach();
      assert.equal((await behind.status()).state, 'queued');
      assert.equal((await behind.status()).waitsFor?.place, 2);
      await both.stop('now');
      await both.reached(({ state }) => state === 'stopped');
      await behind.reached(({ state }) => state === 'done');
      assert.equal((await first.status()).state, 'running');
    });

    it('forgets one that was killed while it waited', async () => {
      const first = await make('first', [0], endless);
      first.start();
      await first.reached(({ state }) => state === 'running');
      const killed = await make('killed', [0]);
      const supervisor = killed.start();
      await killed.reached(({ state }) => state === 'queued');
      const last = await make('last', [0]);
      await last.detach();
      assert.equal((await last.status()).waitsFor?.place, 2);
      supervisor.child.kill('SIGKILL');
      await last.reached(({ waitsFor }) => waitsFor?.place === 1);
      await first.stop('now');
      await last.reached(({ state }) => state === 'done');
    });

    it('gives the card of a killed run away when nothing of that run lives any more', async () => {
      const first = await make('first', [0], { ...endless, tokens: ['--deaf', '--children'] });
      const supervisor = first.start();
      await first.reached(({ state }) => state === 'running');
      const next = await make('next', [0]);
      await next.detach();
      supervisor.child.kill('SIGKILL');
      await next.reached(({ state }) => state !== 'queued');
      assert.deepEqual(await first.living(), []);
    });

    it('says so when the port of a run was taken while it waited', async () => {
      const first = await make('first', [0], endless);
      first.start();
      await first.reached(({ state }) => state === 'running');
      const late = await make('late', [0]);
      await late.detach();
      const server = createServer().listen(late.ports[0], '127.0.0.1');
      await first.stop('now');
      const { problem } = await late.reached(({ state }) => state === 'crashed');
      server.close();
      assert.match(problem ?? '', /^Port \d+ of the token server is in use by another program/);
    });
  });

  describe('nvidia-smi', () => {
    /** A program of that name first on the path. */
    async function withDriver(run: SupervisedRun, says: string): Promise<Supervisor> {
      await mkdir(folder('bin'), { recursive: true });
      await writeFile(folder('says'), says);
      const script = `#!/bin/sh\nexec cat ${folder('says')}\n`;
      await writeFile(folder('bin/nvidia-smi'), script, { mode: 0o755 });
      const path = `${folder('bin')}:${process.env['PATH'] ?? ''}`;
      return run.start({ PATH: path, TOOL_R1_GPU_SECONDS: '0.2' });
    }

    it('is asked for the memory and the use of the cards', async () => {
      const run = await make('run', [0], { trainer: ['--hold', '1'] });
      const cards = '0, 1234, 81920, 87\n1, [N/A], 81920, [Not Supported]\n';
      const supervisor = await withDriver(run, cards);
      await until(() => existsSync(folder('run/gpu.jsonl')), 40_000);
      await run.go(1);
      assert.equal((await supervisor.ended).code, 0);
      const lines = (await run.read('gpu.jsonl')).split('\n').slice(0, -1);
      const parsed = parseJson(GpuRecord, lines.at(-1) ?? '');
      assert.ok(parsed.ok);
      assert.deepEqual(parsed.value.gpus, [
        { index: 0, memoryUsedMib: 1234, memoryTotalMib: 81920, utilization: 87 },
        { index: 1, memoryUsedMib: null, memoryTotalMib: 81920, utilization: null },
      ]);
    });

    it('tells of a card that is lost, and a crash after that names it', async () => {
      const says = 'Unable to determine the device handle for GPU 0000:65:00.0: GPU is lost.';
      const wishes = { trainer: ['--hold', '2', '--die-after', '1', '--code', '4'] };
      const run = await make('run', [0], wishes);
      const supervisor = await withDriver(run, `${says}\n`);
      await run.reached(({ step }) => step === 1);
      await until(async () => (await run.eventTypes()).includes('gpu-lost'), 40_000);
      await run.go(2);
      assert.equal((await supervisor.ended).code, 1);
      const told = (await run.events()).filter(({ type }) => type === 'gpu-lost');
      assert.deepEqual(
        told.map(({ message }) => message),
        [`nvidia-smi says: ${says}`],
      );
      const { problem } = await run.status();
      assert.ok(problem?.startsWith(`A graphics card is lost: ${says}\nRestart the machine`));
    });
  });

  describe('--end', () => {
    it('ends a run with all that it started, and says how it ended', async () => {
      const run = await make('run', [0], { ...endless, rollouts: ['--deaf', '--children'] });
      await run.detach();
      await run.reached(({ state }) => state === 'running');
      assert.deepEqual(await run.end(), { code: 0, err: '' });
      assert.deepEqual(await run.living(), []);
      assert.equal((await run.status()).state, 'stopped');
      assert.deepEqual(await run.end(), { code: 0, err: '' });
    });

    it('writes the end of a run whose supervisor was killed', async () => {
      const run = await make('run', [0], endless);
      const supervisor = run.start();
      await run.reached(({ state }) => state === 'running');
      supervisor.child.kill('SIGKILL');
      await supervisor.ended;
      assert.deepEqual(await run.end(), { code: 0, err: '' });
      const { state, processes } = await run.status();
      assert.equal(state, 'stopped');
      assert.ok(processes.every(({ pid }) => pid === null));
      assert.equal((await run.events()).at(-1)?.message, 'The run was ended from outside');
    });
  });

  it('ends its processes when the run folder is deleted', async () => {
    const run = await make('run', [0], endless);
    const supervisor = run.start();
    await run.reached(({ state }) => state === 'running');
    await rm(run.folder, { recursive: true, force: true });
    const { code, err } = await supervisor.ended;
    assert.equal(code, 1);
    assert.match(err, /The run folder was deleted, so the run was ended\./);
    await until(async () => (await run.living()).length === 0, 20_000);
    runs = [];
  });

  it('shows what the trainer says that it is at, and how long it lives', async () => {
    const run = await make('run', [0], endless);
    run.start();
    await run.reached(({ activity }) => activity === 'Training');
    const said = { version: 1, stage: 'sampling', text: 'Sampling: 23 of 64 rollouts' };
    await writeFile(folder('run/activity.json'), JSON.stringify(said));
    const { uptimeSeconds, bootId } = await run.reached(({ activity }) => activity === said.text);
    assert.ok(uptimeSeconds > 0);
    const kernel = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    assert.equal(bootId, kernel.trim());
  });
});

async function endOf(run: SupervisedRun): Promise<string> {
  return (await run.events()).at(-1)?.at ?? '';
}

async function startOf(run: SupervisedRun): Promise<string> {
  return (await run.events()).find(({ type }) => type === 'process-started')?.at ?? '';
}
