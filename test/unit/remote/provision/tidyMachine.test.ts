import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { recordInstalled } from '../../../../runtime/remote/provision/installedProgram.ts';
import { tidyMachine, type Tidied } from '../../../../runtime/remote/provision/tidyMachine.ts';
import { FolderMachine } from '../../../fakes/folderMachine.ts';
import { skipBecause } from '../../../fakes/skip.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { makeJob, makeStatus } from '../../../fakes/trainingRecords.ts';

const hours = 3600_000;

describe('tidying up a machine', () => {
  const folder = temporaryFolder();
  const own = (...names: string[]) => folder('.tool-r1', ...names);
  before(function () {
    if (process.platform !== 'linux') skipBecause(this, 'processes are looked for in /proc');
  });

  async function makePart(name: string, bytes: number, ageMilliseconds = 2 * hours): Promise<void> {
    await mkdir(own(name, 'inside'), { recursive: true });
    await writeFile(own(name, 'inside', 'file'), Buffer.alloc(bytes));
    const at = new Date(Date.now() - ageMilliseconds);
    await utimes(own(name), at, at);
  }

  async function install(hash: string, environment: string): Promise<void> {
    const python = own('cache/trainer', environment, 'bin/python');
    await recordInstalled(
      new FolderMachine(folder()),
      { hash, node: '/usr/bin/node', python },
      new AbortController().signal,
    );
  }

  /** A run whose processes are of a program. */
  async function makeRun(home: string, hash: string, state: 'running' | 'stopped'): Promise<void> {
    const job = makeJob();
    const processes = { ...job.processes, cli: own('program', hash, 'dist/cli.mjs') };
    const at = own(home);
    await mkdir(at, { recursive: true });
    await writeFile(path.join(at, 'run.json'), JSON.stringify({ ...job, processes }));
    await writeFile(path.join(at, 'status.json'), JSON.stringify(makeStatus({ state })));
  }

  function tidy(dryRun: boolean): Promise<Tidied> {
    const trainerFolder = path.resolve('runtime/trainer');
    const { signal } = new AbortController();
    return tidyMachine(new FolderMachine(folder()), { trainerFolder, dryRun, signal });
  }

  const names = (parts: Tidied['kept']) => parts.map(({ name }) => name).sort();

  it('deletes what nothing uses, and says before what that is and how large', async () => {
    for (const name of ['program/old', 'program/new', 'node/22', 'cache/trainer/older']) {
      await makePart(name, 1000);
    }
    await makePart('cache/trainer/newer', 5000);
    await makePart('cache/models', 70);
    await install('new', 'newer');
    const wanted = ['cache/trainer/older', 'node/22', 'program/old'];
    const would = await tidy(true);
    assert.deepEqual(names(would.unused), wanted);
    assert.deepEqual(
      would.unused.map(({ bytes }) => bytes),
      [1000, 1000, 1000],
    );
    for (const name of wanted) assert.ok(existsSync(own(name)), `${name} is only named`);
    assert.deepEqual((await tidy(false)).unused, would.unused);
    for (const name of wanted) assert.equal(existsSync(own(name)), false, name);
    for (const name of ['program/new', 'cache/trainer/newer', 'cache/models']) {
      assert.ok(existsSync(own(name, 'inside/file')), name);
    }
    assert.deepEqual((await tidy(false)).unused, []);
  });

  it('keeps what a run needs until it has ended, and what another machine samples with', async () => {
    for (const hash of ['runs', 'samples', 'ended', 'new']) await makePart(`program/${hash}`, 1);
    await install('new', 'none');
    await makeRun('runs/first', 'runs', 'running');
    await makeRun('samplers/other', 'samples', 'running');
    await makeRun('runs/over', 'ended', 'stopped');
    const { unused, kept } = await tidy(false);
    assert.deepEqual(names(unused), ['program/ended']);
    assert.deepEqual(
      kept.map(({ name, usedBy }) => [name, usedBy]),
      [
        ['program/new', ['what was installed last']],
        ['program/runs', ['the run first']],
        ['program/samples', ['the run other']],
      ],
    );
  });

  it('keeps what a process was started from, as a served checkpoint is', async () => {
    await makePart('program/served', 1);
    await makePart('program/quiet', 1);
    const env = { ...process.env, PYTHONPATH: own('program/served/dist/trainer') };
    const server = spawn('sleep', ['600'], { env, stdio: 'ignore' });
    await new Promise((resolve) => server.once('spawn', resolve));
    try {
      const { unused, kept } = await tidy(false);
      assert.deepEqual(names(unused), ['program/quiet']);
      assert.deepEqual(kept[0]?.usedBy, [`process ${server.pid}`]);
    } finally {
      server.kill('SIGKILL');
      await new Promise((resolve) => server.once('exit', resolve));
    }
  });

  it('leaves alone what is being installed, and what it does not know', async () => {
    await makePart('program/young', 1, hours / 2);
    await makePart('program/.young-1', 1);
    await makePart('models/qwen-0123', 1);
    await writeFile(own('program', 'half.tar.gz'), 'half');
    const { unused, kept } = await tidy(false);
    assert.deepEqual([names(unused), names(kept)], [[], ['program/young']]);
    assert.deepEqual(kept[0]?.usedBy, ['less than an hour old']);
    for (const name of ['program/.young-1', 'models/qwen-0123', 'program/half.tar.gz']) {
      assert.ok(existsSync(own(name)), name);
    }
  });

  it('finds nothing on a machine where nothing was put', async () => {
    assert.deepEqual(await tidy(false), { unused: [], kept: [] });
  });
});
