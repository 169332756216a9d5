import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { skipBecause } from '../fakes/skip.ts';
import { SupervisedRun } from '../fakes/supervisedRun.ts';
import { temporaryFolder } from '../fakes/temporaryFolder.ts';
import { until } from '../fakes/until.ts';

describe('supervisor', () => {
  let run: SupervisedRun;
  before(function () {
    if (process.platform !== 'linux') skipBecause(this, 'processes are looked for in /proc');
  });
  // Before the folder goes.
  afterEach(async () => {
    await run.stop('now').catch(() => undefined);
    await until(async () => (await run.living()).length === 0, 20_000);
  });
  const folder = temporaryFolder();

  it('runs the processes in their order to the end and leaves none', async () => {
    run = await SupervisedRun.make(folder('run'));
    assert.equal((await run.start().ended).code, 0);
    const status = await run.status();
    assert.deepEqual([status.state, status.step, status.problem], ['done', 4, null]);
    assert.ok(status.processes.every(({ pid }) => pid === null));
    const types = await run.eventTypes();
    assert.deepEqual(
      types.filter((type) => type.startsWith('process') || type.startsWith('run')),
      [
        'run-started',
        ...['process-started', 'process-ready', 'process-started', 'process-ready'],
        ...['process-started', 'process-ready'],
        'run-ended',
      ],
    );
    assert.equal(types.filter((type) => type === 'step-ended').length, 4);
    assert.equal(types.filter((type) => type === 'checkpoint-saved').length, 4);
    assert.match(await run.read('logs/trainer.log'), /trainer of run-1 starts/);
    assert.deepEqual(await run.living(), []);
  });

  it('ends what its processes started, also in sessions of their own', async () => {
    run = await SupervisedRun.make(folder('run'), {
      rollouts: ['--children', '--deaf'],
      trainer: ['--children'],
    });
    const supervisor = run.start();
    await until(async () => (await run.living()).length >= 7, 20_000);
    assert.equal((await supervisor.ended).code, 0);
    assert.deepEqual(await run.living(), []);
  });

  it('returns from --detach after the first heartbeat, and the run goes on', async () => {
    run = await SupervisedRun.make(folder('run'), { tokens: ['--hold', '0'] });
    assert.deepEqual(await run.detach(), { code: 0, err: '' });
    assert.equal((await run.status()).state, 'starting');
    await run.go(0);
    await run.reached(({ state }) => state === 'done');
    assert.match(await run.read('logs/supervisor.log'), /run-ended The run is done/);
  });

  describe('asked to stop', () => {
    it('lets the train step end and goes on later where it was', async () => {
      run = await SupervisedRun.make(folder('run'), { trainer: ['--hold', '2'] });
      const first = run.start();
      await run.reached(({ step }) => step === 1);
      await run.stop('after-step');
      assert.equal((await first.ended).code, 0);
      const stopped = await run.status();
      assert.deepEqual([stopped.state, stopped.step], ['stopped', 2]);
      assert.equal((await run.start().ended).code, 0);
      assert.equal((await run.status()).state, 'done');
      const steps = (await run.events()).filter(({ type }) => type === 'step-ended');
      assert.deepEqual(
        steps.map((event) => event['step']),
        [1, 2, 3, 4],
      );
    });

    it('understands TERM, and a second one as at once', async () => {
      run = await SupervisedRun.make(folder('run'), { trainer: ['--seconds', '30', '--deaf'] });
      const supervisor = run.start();
      await run.reached(({ state }) => state === 'running');
      supervisor.child.kill('SIGTERM');
      const { activity } = await run.reached(({ state }) => state === 'stopping');
      assert.equal(activity, 'Ending the train step and saving');
      supervisor.child.kill('SIGTERM');
      assert.equal((await supervisor.ended).code, 0);
      assert.equal((await run.status()).state, 'stopped');
      assert.deepEqual(await run.living(), []);
    });

    it('stops at once before there is anything to save', async () => {
      run = await SupervisedRun.make(folder('run'), { tokens: ['--never-ready'] });
      const supervisor = run.start();
      await run.reached(({ state }) => state === 'starting');
      await run.stop('after-step');
      assert.equal((await supervisor.ended).code, 0);
      assert.equal((await run.status()).state, 'stopped');
    });
  });

  describe('when a process dies', () => {
    for (const name of ['tokens', 'rollouts', 'trainer'] as const) {
      it(`starts again after the ${name} was killed`, async () => {
        run = await SupervisedRun.make(folder('run'), { trainer: ['--hold', '2'] });
        const supervisor = run.start();
        await run.reached(({ step }) => step === 1);
        const kept = await pids(run);
        process.kill(kept[name], 'SIGKILL');
        await run.reached(({ state, processes }) => {
          return state === 'running' && processes.some(({ restarts }) => restarts === 1);
        });
        const renewed = await pids(run);
        await run.go(2);
        assert.equal(renewed.tokens === kept.tokens, name !== 'tokens');
        assert.notEqual(renewed.rollouts, kept.rollouts);
        assert.notEqual(renewed.trainer, kept.trainer);
        assert.equal((await supervisor.ended).code, 0);
        assert.equal((await run.status()).state, 'done');
        const died = (await run.events()).find(({ type }) => type === 'process-ended');
        assert.match(died?.message ?? '', /was ended by SIGKILL/);
      });
    }

    it('starts again after two were killed at once, and after one was killed while it waited to', async () => {
      run = await SupervisedRun.make(folder('run'), { trainer: ['--hold', '2', '--hold', '3'] });
      const supervisor = run.start();
      await run.reached(({ step }) => step === 1);
      const { tokens, trainer } = await pids(run);
      process.kill(trainer, 'SIGKILL');
      process.kill(tokens, 'SIGKILL');
      await run.go(2);
      await run.reached(({ state, step }) => state === 'running' && step === 2);
      const renewed = await pids(run);
      const deaths = async () =>
        (await run.eventTypes()).filter((type) => type === 'process-ended');
      const before = (await deaths()).length;
      process.kill(renewed.trainer, 'SIGKILL');
      await until(async () => (await deaths()).length > before, 40_000);
      process.kill(renewed.tokens, 'SIGKILL');
      await run.go(3);
      assert.equal((await supervisor.ended).code, 0);
      const { state, processes } = await run.status();
      assert.equal(state, 'done');
      assert.ok((processes[0]?.restarts ?? 0) >= 1 && (processes[2]?.restarts ?? 0) >= 1);
    });

    it('gives up on an error that the trainer explains, with its last words', async () => {
      run = await SupervisedRun.make(folder('run'), {
        trainer: ['--die-after', '2', '--code', '4'],
      });
      assert.equal((await run.start().ended).code, 1);
      const { state, step, problem, processes } = await run.status();
      assert.deepEqual([state, step], ['crashed', 2]);
      assert.ok(processes.every(({ restarts }) => restarts === 0));
      assert.match(
        problem ?? '',
        /^The trainer ended with code 4\. Mend it so and so\.\n {2}Before that, in logs\/trainer\.log:\n[\s\S]*It broke\.$/,
      );
    });

    it('gives up when it dies again and again without a train step between', async () => {
      run = await SupervisedRun.make(folder('run'), { rollouts: ['--die', '--code', '1'] });
      assert.equal((await run.start().ended).code, 1);
      const { state, problem, processes } = await run.status();
      assert.equal(state, 'crashed');
      assert.equal(processes[1]?.restarts, 3);
      assert.match(problem ?? '', /^The rollout server ended with code 1\./);
    });
  });

  describe('when it is killed itself', () => {
    it('leaves no process, and another one goes on at once', async () => {
      run = await SupervisedRun.make(folder('run'), {
        tokens: ['--deaf', '--children'],
        trainer: ['--hold', '2'],
      });
      const supervisor = run.start();
      await run.reached(({ step }) => step === 1);
      supervisor.child.kill('SIGKILL');
      await run.go(2);
      const next = run.start();
      assert.equal((await next.ended).code, 0);
      assert.equal((await run.status()).state, 'done');
      assert.deepEqual(await run.living(), []);
    });
  });

  describe('refuses, with one line and code 2,', () => {
    it('a folder that another one works on', async () => {
      run = await SupervisedRun.make(folder('run'), { trainer: ['--hold', '1'] });
      const first = run.start();
      await run.reached(({ state }) => state === 'running');
      const { code, err } = await run.detach();
      await run.go(1);
      assert.equal(code, 2);
      assert.match(err, /^\S+ is being trained already \(process \d+\)\.\n$/);
      assert.equal((await first.ended).code, 0);
      assert.equal((await run.status()).state, 'done');
    });

    it('a port that is in use', async () => {
      run = await SupervisedRun.make(folder('run'));
      const server = createServer().listen(run.ports[1], '127.0.0.1');
      const { code, err } = await run.detach();
      server.close();
      assert.equal(code, 2);
      assert.match(err, /^Port \d+ of the rollout server is in use by another program\. End it/);
    });

    it('a folder without a run, and one that cannot be read as one', async () => {
      run = await SupervisedRun.make(folder('run'));
      await writeFile(folder('run/run.json'), '{"runId": "x"}');
      assert.match((await run.detach()).err, /^\S+run\.json cannot be used: KeyError/);
      const other = await SupervisedRun.make(folder('other'));
      execFileSync('rm', [path.join(other.folder, 'run.json')]);
      assert.match((await other.detach()).err, /other holds no run: No such file/);
    });
  });

  it('renames a full log and keeps three old ones', async () => {
    run = await SupervisedRun.make(folder('run'), { trainer: ['--chatter', '50000'] });
    assert.equal((await run.start({ TOOL_R1_LOG_BYTES: '9000' }).ended).code, 0);
    const logs = (await readdir(folder('run/logs'))).filter((name) => name.startsWith('trainer'));
    assert.deepEqual(logs.sort(), ['trainer.log', ...[1, 2, 3].map((old) => `trainer.log.${old}`)]);
    for (const name of logs) assert.ok(statSync(folder(`run/logs/${name}`)).size <= 9000, name);
  });

  it('says so when a quota is used up, which no free space tells', async () => {
    const said =
      "OSError: [Errno 122] Disk quota exceeded: 'checkpoints/checkpoint-3/model.safetensors'";
    run = await SupervisedRun.make(folder('run'), {
      trainer: ['--die-after', '2', '--last-words', said],
    });
    assert.equal((await run.start().ended).code, 1);
    const { state, step, problem } = await run.status();
    assert.deepEqual([state, step], ['crashed', 2]);
    assert.match(
      problem ?? '',
      /^The quota for \S+run is used up: delete files there or ask for more/,
    );
    assert.ok(problem?.includes(said));
  });

  it('says so when a disk was full that has room again', async () => {
    const said = "OSError: [Errno 28] No space left on device: '/tmp/weights'";
    const trainer = ['--die-after', '0', '--last-words', said];
    run = await SupervisedRun.make(folder('run'), { trainer });
    assert.equal((await run.start().ended).code, 1);
    const { problem } = await run.status();
    assert.match(
      problem ?? '',
      /^A disk was full, that of \S+run \(now \d+\.\d GB free\) or of a file named below: free some/,
    );
    assert.ok(problem?.includes(said));
  });

  it('does not quote an earlier attempt when a process said nothing', async () => {
    const trainer = ['--die-after', '0', '--last-words', 'The first attempt.'];
    run = await SupervisedRun.make(folder('run'), { trainer });
    assert.equal((await run.start().ended).code, 1);
    assert.match((await run.status()).problem ?? '', /The first attempt\./);
    await run.ask({ trainer: ['--silent', '--die'] });
    assert.equal((await run.start().ended).code, 1);
    const { problem } = await run.status();
    assert.match(problem ?? '', /ended with code 1\. It said nothing; the log of the machine may/);
    assert.ok(problem?.includes('first attempt') === false, problem ?? '');
  });

  it('keeps what a process said last when its log has no room for it', async function () {
    const mount = mountSmallDisk(folder('disk'), this);
    try {
      const said = `${'x'.repeat(99)}\n`.repeat(50) + 'The weights could not be written.';
      const trainer = ['--hold', '1', '--die-after', '0', '--last-words', said];
      run = await SupervisedRun.make(path.join(mount, 'run'), { trainer });
      const supervisor = run.start();
      await run.pidOf('trainer');
      fill(mount);
      await run.go(1);
      assert.equal((await supervisor.ended).code, 1);
      const { problem } = await run.status();
      assert.match(problem ?? '', /^The disk of \S+run is full: free some space, then resume\.\n/);
      assert.match(problem ?? '', /The weights could not be written\./);
      assert.ok(!(await run.read('logs/trainer.log')).includes('The weights'));
    } finally {
      execFileSync('umount', ['-l', mount]);
    }
  });

  it('says that the disk is full when a process that it left no room said nothing', async function () {
    const mount = mountSmallDisk(folder('disk'), this);
    try {
      const trainer = ['--silent', '--hold', '1', '--die-after', '0'];
      run = await SupervisedRun.make(path.join(mount, 'run'), { trainer });
      const supervisor = run.start();
      await run.pidOf('trainer');
      fill(mount);
      await run.go(1);
      assert.equal((await supervisor.ended).code, 1);
      assert.match(
        (await run.status()).problem ?? '',
        /^The disk of \S+run is full: .*\n.* It said nothing, as happens when the disk of \S+run is full\.$/,
      );
    } finally {
      execFileSync('umount', ['-l', mount]);
    }
  });

  it('says so when the disk is full, and keeps what was saved', async function () {
    const mount = mountSmallDisk(folder('disk'), this);
    try {
      run = await SupervisedRun.make(
        path.join(mount, 'run'),
        { trainer: ['--seconds', '0.6'] },
        50,
      );
      const supervisor = run.start();
      await run.reached(({ step }) => step >= 2);
      fill(mount);
      assert.equal((await supervisor.ended).code, 1);
      const { state, problem, step } = await run.status();
      assert.equal(state, 'crashed');
      assert.match(
        problem ?? '',
        /^The disk of \S+ is full: free some space, then resume\.\n[\s\S]*No space left/,
      );
      const told = (await run.events()).at(-1);
      assert.equal(told?.type, 'run-ended');
      execFileSync('rm', [path.join(mount, 'filler')]);
      await run.ask({}, step + 1);
      assert.equal((await run.start().ended).code, 0);
      assert.equal((await run.status()).step, step + 1);
    } finally {
      execFileSync('umount', ['-l', mount]);
    }
  });
});

/** A disk of 400 kB of the test's own. */
function mountSmallDisk(mount: string, test: Mocha.Context): string {
  mkdirSync(mount, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400k', 'tmpfs', mount], { stdio: 'pipe' });
  } catch {
    skipBecause(test, 'a small disk can only be mounted by root');
  }
  return mount;
}

function fill(mount: string): void {
  execFileSync('sh', ['-c', `dd if=/dev/zero of=${mount}/filler bs=1k 2>/dev/null || true`]);
}

async function pids(
  run: SupervisedRun,
): Promise<Record<'tokens' | 'rollouts' | 'trainer', number>> {
  return {
    tokens: await run.pidOf('tokens'),
    rollouts: await run.pidOf('rollouts'),
    trainer: await run.pidOf('trainer'),
  };
}
