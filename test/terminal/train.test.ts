import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { PreparationOptions } from '../../runtime/launch/trainingPlace.ts';
import { RunJob } from '../../runtime/contract/training/runFolder.ts';
import { readStatus } from '../../runtime/store/runs/readRun.ts';
import { parseJson } from '../../runtime/support/parseJson.ts';
import { skipBecause } from '../fakes/skip.ts';
import { standInTrainer, standInWishes } from '../fakes/standInTrainer.ts';
import { freePort, type Wishes } from '../fakes/supervisedRun.ts';
import { temporaryFolder } from '../fakes/temporaryFolder.ts';
import { TerminalSession } from '../fakes/terminalSession.ts';
import { writeModelFolder, writeTrainingTasks } from '../fakes/trainingFiles.ts';
import { until } from '../fakes/until.ts';

/** Waits before its second train step until it may make it, or until the run is to stop. */
const held: Wishes = { trainer: ['--hold', '2'] };
const asked = ['--tasks', 'tasks.jsonl', '--model', 'model', '--steps', '4', '--out', 'run'];

describe('tool-r1 train', () => {
  const folder = temporaryFolder();
  before(function () {
    if (process.platform === 'win32') skipBecause(this, 'the supervisor needs a Unix');
  });
  beforeEach(async () => {
    await writeModelFolder(folder('model'));
    await writeTrainingTasks(folder('.'));
  });

  async function session(wishes: Wishes = {}, isTTY = false): Promise<TerminalSession> {
    const training = await standInTrainer(folder('trainer'));
    const options = { cwd: folder('.'), env: standInWishes(wishes), training, isTTY };
    return new TerminalSession(isTTY ? { ...options, columns: 120 } : options);
  }

  async function job(): Promise<RunJob> {
    const parsed = parseJson(RunJob, await readFile(folder('run/run.json'), 'utf8'));
    assert.ok(parsed.ok);
    return parsed.value;
  }

  const go = (step: number) => writeFile(folder(`run/go-${step}`), '');
  const stateOf = async () => (await readStatus(folder('run')))?.state;
  const stepOf = async () => (await readStatus(folder('run')))?.step ?? 0;

  it('makes the run folder, trains to the end and shows each train step', async () => {
    const train = await session();
    assert.equal(await train.call('train', ...asked, '--seed', '7'), 0);
    const [head, ...rows] = train.out.text.trimEnd().split('\n');
    assert.match(head ?? '', /step +reward +answer +mixed +right +wrong +fresh +sampled +updated/);
    assert.deepEqual(
      rows.map((row) => row.trim().split(/ {2,}/).slice(0, 3)),
      ['1/4 0.100 0.05', '2/4 0.200 0.10', '3/4 0.300 0.15', '4/4 0.400 0.20'].map((row) =>
        row.split(' '),
      ),
    );
    assert.match(train.err.text, /Done after 4 train steps: run, checkpoint 4\n/);
    const { seed, totalSteps, device, policySync, model, recipe } = await job();
    assert.deepEqual([seed, totalSteps, device, policySync], [7, 4, 'cpu', 'weights_disk']);
    assert.equal(model, folder('model'));
    assert.equal(recipe.training?.optimiser.maxSteps, 4);
    const tasks = await readFile(folder('run/tasks.jsonl'), 'utf8');
    assert.ok(tasks.includes(JSON.stringify([folder('visits.csv')])));
  });

  it('goes on with what it did not finish, in the same order of commands', async () => {
    const broken = await session({ trainer: ['--die-after', '2', '--code', '3'] });
    assert.equal(await broken.call('train', ...asked), 8);
    assert.match(broken.err.text, /The trainer ended with code 3\. Mend it so and so\.\n/);
    assert.match(broken.err.text, /Go on when that is mended: tool-r1 train --resume --out run\n/);
    const before = await job();
    const train = await session();
    assert.equal(await train.call('train', '--resume', '--out', 'run'), 0);
    assert.match(train.err.text, /Going on after train step 2/);
    assert.equal(train.out.text.trimEnd().split('\n').length, 3);
    const after = await job();
    assert.deepEqual({ ...after, processes: null }, { ...before, processes: null });
    assert.equal(after.processes.commands.length, 3);
  });

  it('stops after the train step on Ctrl+C', async () => {
    const train = await session(held);
    const ended = train.call('train', ...asked);
    await until(async () => (await stepOf()) === 1, 40_000);
    train.signals.send('SIGINT');
    assert.equal(await ended, 130);
    assert.match(
      train.err.text,
      /Ctrl\+C again stops at once, .*\nStopping after this train step\n/,
    );
    assert.match(train.err.text, /Stopped after 2 train steps: run, checkpoint 2\nGo on: /);
    assert.equal(await stateOf(), 'stopped');
  });

  it('stops when Ctrl+C came while the run was being started', async () => {
    const train = await session({ trainer: ['--hold', '1'] });
    const ended = train.call('train', ...asked);
    await until(() => existsSync(folder('run')), 40_000);
    train.signals.send('SIGINT');
    assert.equal(await ended, 130);
    assert.equal(await stateOf(), 'stopped');
  });

  it('stops at once on a second Ctrl+C', async () => {
    const train = await session({ trainer: ['--seconds', '60'] });
    const ended = train.call('train', ...asked);
    await until(async () => (await stateOf()) === 'running', 40_000);
    train.signals.send('SIGINT');
    train.signals.send('SIGINT');
    assert.equal(await ended, 130);
    assert.match(train.err.text, /Stopping at once\n/);
    assert.deepEqual(train.signals.exits, []);
    assert.equal(await stateOf(), 'stopped');
  });

  it('lets the run go on when the terminal is closed, and can be looked at and stopped', async () => {
    const train = await session(held);
    const ended = train.call('train', ...asked);
    await until(async () => (await stepOf()) === 1, 40_000);
    train.signals.send('SIGHUP');
    assert.equal(await ended, 0);
    assert.match(train.err.text, /The run goes on\. Look on: tool-r1 train --watch run/);
    assert.notEqual(await stateOf(), 'stopped');
    const watching = await session();
    const watched = watching.call('train', '--watch', 'run', '--json');
    const stopping = await session();
    assert.equal(await stopping.call('train', '--stop', 'run'), 0);
    assert.equal(await watched, 0);
    const types = watching.out.text.trimEnd().split('\n').map(typeOf);
    assert.equal(types[0], 'run-started');
    assert.ok(types.includes('step-measured') && types.includes('stop-asked'));
    assert.equal(types.at(-1), 'status-ended');
    const again = await session();
    assert.equal(await again.call('train', '--stop', 'run'), 2);
    assert.match(again.err.text, /does not go on \(stopped\)/);
  });

  it('comes back at once with --detach', async () => {
    const train = await session({ trainer: ['--hold', '1', '--hold', '3'] });
    assert.equal(await train.call('train', ...asked, '--detach'), 0);
    assert.match((await stateOf()) ?? '', /^(starting|running)$/);
    const watch = await session({}, true);
    const watched = watch.call('train', '--watch', 'run');
    await until(() => /step 0\/4 · Training/.test(watch.err.text), 40_000);
    await go(1);
    await until(() => /step 2\/4 · Training · \d s left/.test(watch.err.text), 40_000);
    await go(3);
    assert.equal(await watched, 0);
    assert.equal(await stateOf(), 'done');
  });

  it('says that a killed supervisor took the run with it, and resumes', async () => {
    const train = await session(held);
    const ended = train.call('train', ...asked);
    await until(async () => (await stepOf()) === 1, 40_000);
    const status = await readStatus(folder('run'));
    process.kill(status?.supervisorPid ?? 0, 'SIGKILL');
    assert.equal(await ended, 8);
    assert.match(train.err.text, /supervisor of the run was killed, and the run with it\. Go on:/);
    const again = await session();
    assert.equal(await again.call('train', '--resume', '--out', 'run'), 0);
    assert.equal(await stateOf(), 'done');
  });

  it('only prepares when asked to, and says where the Python is', async () => {
    const training = await standInTrainer(folder('trainer'));
    const preparing = {
      ...training,
      preparePython: ({ onProgress }: PreparationOptions) => {
        onProgress({ activity: 'Fetching the trainer', done: 1, total: 2, unit: 'items' });
        return Promise.resolve('/env/bin/python');
      },
    };
    const options = { cwd: folder('.'), env: {}, training: preparing };
    const plain = new TerminalSession(options);
    assert.equal(await plain.call('train', '--prepare'), 0);
    assert.equal(plain.out.text, '/env/bin/python\n');
    const json = new TerminalSession(options);
    assert.equal(await json.call('train', '--prepare', '--json'), 0);
    const lines = json.out.text.trim().split('\n');
    const progress = { activity: 'Fetching the trainer', done: 1, total: 2, unit: 'items' };
    assert.deepEqual(
      lines.map((line): unknown => JSON.parse(line)),
      [
        { type: 'work-progressed', ...progress },
        { type: 'trainer-prepared', python: '/env/bin/python' },
      ],
    );
    assert.equal(existsSync(folder('run')), false);
  });

  it('names the cards that it waits for, by number or by index', async () => {
    const adapter = 'lora={"rank":8,"alpha":16,"dropout":0,"targets":"all-linear"}';
    const cuda = [...asked, '--device', 'cuda', '--set', adapter];
    const { queueFolder } = await standInTrainer(folder('trainer'));
    const gpusOf = async (...options: string[]) => {
      await rm(folder('run'), { recursive: true, force: true, maxRetries: 5 });
      const train = await session();
      // There is no vLLM here, so the run ends at once; what it asked for is written before.
      assert.equal(await train.call('train', ...cuda, ...options), 8, train.err.text);
      return (await job()).processes.queue;
    };
    assert.deepEqual(await gpusOf(), { folder: queueFolder, gpus: [0] });
    assert.deepEqual(await gpusOf('--gpus', '2+1'), { folder: queueFolder, gpus: [0, 1, 2] });
    assert.deepEqual(await gpusOf('--cards', '3+1'), { folder: queueFolder, gpus: [1, 3] });
    const wrong = await session();
    assert.equal(await wrong.call('train', ...cuda, '--cards', '1+1'), 2);
    assert.match(wrong.err.text, /Graphics card 1 would both train and sample\./);
  });

  it('goes on from an earlier checkpoint, also of a run that is done, and keeps the later ones', async () => {
    const train = await session();
    assert.equal(await train.call('train', ...asked), 0);
    const again = await session();
    assert.equal(await again.call('train', '--resume', '--out', 'run', '--from', '2'), 0);
    assert.match(again.err.text, /train step 2; the checkpoints of 3, 4 are kept as aside-/);
    const names = await readdir(folder('run/checkpoints'));
    assert.deepEqual(names.sort(), [
      'aside-3-1',
      'aside-4-1',
      ...[1, 2, 3, 4].map((step) => `checkpoint-${step}`),
    ]);
    const wrong = await session();
    assert.equal(await wrong.call('train', '--resume', '--out', 'run', '--from', '9'), 2);
    assert.match(wrong.err.text, /no checkpoint of train step 9/);
  });

  describe('refuses, with one line and nothing started,', () => {
    async function refused(args: readonly string[], message: RegExp, code = 2): Promise<void> {
      const train = await session();
      assert.equal(await train.call('train', ...args), code, train.err.text);
      const lines = train.err.text.trimEnd().split('\n');
      assert.match(lines.at(-1) ?? '', message);
      assert.ok(lines.length <= 2, train.err.text);
    }

    const nothingMade = async () =>
      assert.deepEqual(
        (await readdir(folder('.'))).filter((name) => name.startsWith('run')),
        [],
      );

    it('broken lines of tasks', async () => {
      await writeTrainingTasks(folder('.'), '{"id": 1}\nnot JSON\n');
      await refused(asked, /tasks\.jsonl, line 4: .* \(line 5 is broken too\)\. Mend or delete it/);
      await nothingMade();
    });

    it('a missing attachment', async () => {
      await rm(folder('visits.csv'));
      await refused(asked, /Task task-1 of \S+ needs \S+visits\.csv, which is not there\./);
      await nothingMade();
    });

    it('an unknown field of a recipe', async () => {
      const own = { version: 1, name: 'own', description: '', extends: 'tool-r1' };
      await writeFile(folder('own.json'), JSON.stringify({ ...own, agent: { maxStep: 3 } }));
      await refused([...asked, '--recipe', 'own.json'], /maxStep.*maxSteps/);
      await nothingMade();
    });

    it('a model without tokenizer', async () => {
      await rm(folder('model/tokenizer.json'));
      await refused(asked, /model has no tokenizer .* Copy the files of the tokenizer/);
      await nothingMade();
    });

    it('a port in use', async () => {
      const port = await freePort();
      const server = createServer().listen(port, '127.0.0.1');
      await refused([...asked, '--port', String(port)], /^.*Port \d+ is in use by another program/);
      server.close();
      await nothingMade();
    });

    it('a second run in the same folder', async () => {
      const train = await session(held);
      assert.equal(await train.call('train', ...asked, '--detach'), 0);
      await refused(asked, /run holds a run already\. Go on with it: tool-r1 train --resume/);
      await refused(
        ['--resume', '--out', 'run'],
        /goes on already\. Look on: tool-r1 train --watch/,
      );
      const stop = await session();
      assert.equal(await stop.call('train', '--stop', 'run', '--now'), 0);
    });

    it('a folder with other things in it', async () => {
      mkdirSync(folder('run'));
      await writeFile(folder('run/mine.txt'), 'mine');
      await refused(asked, /run is not empty\. Name another folder/);
      assert.deepEqual(await readdir(folder('run')), ['mine.txt']);
    });

    it('a full disk', async function () {
      const disk = folder('disk');
      mkdirSync(disk);
      try {
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=100k', 'tmpfs', disk], { stdio: 'pipe' });
      } catch {
        skipBecause(this, 'a small disk can only be mounted by root');
      }
      try {
        const args = [...asked.slice(0, -1), 'disk/run'];
        await refused(args, /The disk of \S+ has 0 MB free, and two checkpoints .* 41 MB/);
        assert.deepEqual(await readdir(disk), []);
      } finally {
        execFileSync('umount', ['-l', disk]);
      }
    });

    it('what cannot be resumed', async () => {
      await refused(['--resume', '--out', 'nowhere'], /nowhere holds no training run/);
      await refused(['--resume'], /There is no run below/);
      await refused(['--resume', '--seed', '3'], /--seed cannot be given with --resume/);
      await refused(['--model', 'model'], /Training needs --tasks/);
    });
  });
});

function typeOf(line: string): unknown {
  const value: unknown = JSON.parse(line);
  return typeof value === 'object' && value !== null && 'type' in value ? value.type : null;
}
