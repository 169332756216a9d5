// Training on a machine over a real ssh server: checked, prepared, started, looked on at, stopped and resumed. Supervisor, rollout
// server and command line are the real ones there; token server and trainer are stand-ins.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { TrainingWish } from '../../runtime/contract/training/trainingRequests.ts';
import type { MachineServices } from '../../runtime/remote/machineServices.ts';
import { readJob, readStatus } from '../../runtime/store/runs/readRun.ts';
import { writeStandInPython } from '../fakes/standInPython.ts';
import { skipBecause } from '../fakes/skip.ts';
import { TerminalSession } from '../fakes/terminalSession.ts';
import { writeModelFolder, writeTrainingTasks } from '../fakes/trainingFiles.ts';
import { smiText } from '../unit/remote/preflight/probes.ts';
import { hostServices } from './hostServices.ts';
import { noEnd } from './remoteCase.ts';
import { SshHosts, type SshHost } from './sshHosts.ts';

describe('training on a machine', function () {
  this.timeout(240_000);
  let hosts: SshHosts;
  let host: SshHost;
  let services: MachineServices;
  let here: string;

  before(async function () {
    if (!existsSync('dist/cli.mjs')) skipBecause(this, 'what machines get is not built');
    hosts = await SshHosts.start();
    here = path.join(hosts.folder, 'workspace');
    await writeTrainingTasks(here);
    await writeModelFolder(path.join(here, 'model'));
    await writeFile(path.join(here, 'model/tokenizer.json'), '{"added_tokens":[]}');
    const python = await writeStandInPython(path.join(hosts.folder, 'python'), {
      trainer: ['--seconds', '0.3'],
    });
    await writeFile(path.join(hosts.folder, 'cards.csv'), smiText('eight-a100.csv'));
    const smi = `#!/bin/sh\ncase "$1" in --query-gpu*) cat '${hosts.folder}/cards.csv';; -L) echo 'GPU 0: A100';; esac\n`;
    host = await hosts.add('a100', {
      env: { TOOL_R1_TRAINER_PYTHON: python },
      programs: { 'nvidia-smi': smi },
    });
    services = open();
  });
  after(async () => {
    await services.close();
    await hosts.close();
  });

  /** As a window of its own has them. */
  function open(): MachineServices {
    return hostServices(hosts, { env: { ...hosts.env, TOOL_R1_API_KEY: 'a-secret-key' } });
  }

  const options = { signal: noEnd(), onProgress: () => undefined };

  function wish(changes: Partial<TrainingWish> = {}): TrainingWish {
    const plain = {
      machine: 'a100',
      workspace: here,
      tasks: 'tasks.jsonl',
      model: 'model',
      device: 'cpu',
    };
    return TrainingWish.parse({ ...plain, steps: 4, saveEverySteps: 1, ...changes });
  }

  async function tool(...args: string[]): Promise<TerminalSession> {
    const session = new TerminalSession({
      cwd: here,
      openMachines: () => Promise.resolve(services),
      randomHex: () => 'abcdef0123456789',
    });
    const code = await session.call(...args);
    assert.equal(code, 0, `${session.err.text}${session.out.text}`);
    return session;
  }

  it('says what is there, failures first', async () => {
    const { facts, checks } = await services.training.inspect('a100', options);
    assert.equal(facts.folder, path.join(host.home, '.tool-r1'));
    assert.equal(facts.gpus.length, 8);
    assert.ok(Math.abs(facts.clockSkewSeconds) < 2);
    const names = new Map(checks.map(({ name, state }) => [name, state]));
    for (const name of ['Folder', 'Python', 'Ports', 'Clock', 'GPUs'])
      assert.equal(names.get(name), 'pass', name);
  });

  it('brings the program once: the second time nothing travels and nothing is done', async () => {
    const first = await services.training.provision('a100', options);
    assert.ok(first.sentBytes > 1e6);
    const second = await services.training.provision('a100', options);
    assert.deepEqual(second, { sentBytes: 0, did: [] });
  });

  it('plans without starting anything', async () => {
    const plan = await services.training.plan(wish({ device: 'cuda', name: 'planned' }), options);
    assert.equal(plan.name, 'planned');
    assert.equal(plan.totalSteps, 4);
    assert.deepEqual(plan.gpus, { train: [0, 1, 2, 3], sample: [4, 5, 6, 7] });
    assert.deepEqual(
      plan.commands.map(({ title }) => title),
      ['Token server', 'Rollout server', 'Trainer'],
    );
    assert.match(plan.commands[0]?.line ?? '', /^.*CUDA_VISIBLE_DEVICES=4,5,6,7 .*vllm serve/);
    assert.equal(existsSync(path.join(host.home, '.tool-r1/runs/planned')), false);
  });

  it('shows both on the terminal', async () => {
    const checked = await tool('machine', 'check', 'a100');
    assert.match(checked.out.text, /8 x NVIDIA A100-SXM4-80GB[^]*warn {2}GPU 5: 1\.2 GiB are used/);
    const prepared = await tool('machine', 'prepare', 'a100');
    assert.equal(prepared.out.text, 'All was there already.\n');
    const asked = ['--tasks', 'tasks.jsonl', '--model', 'model', '--steps', '4'];
    const planned = await tool('train', '--machine', 'a100', '--dry-run', ...asked);
    assert.match(planned.out.text, /tasks +3 tasks: 0 in the window[^]*Token server on a100:\n/);
  });

  it('starts a run that goes on by itself, with files there and keys nowhere on disk', async () => {
    const place = await services.training.start(wish({ name: 'first' }), options);
    assert.equal(place.folder, path.join(host.home, '.tool-r1/runs/first'));
    const job = await readJob(place.folder);
    assert.match(job.model, /\.tool-r1\/models\/model-[0-9a-f]{12}$/);
    const tasks = await readFile(path.join(place.folder, 'tasks.jsonl'), 'utf8');
    const file = /"files":\["([^"]+)"\]/.exec(tasks)?.[1] ?? '';
    assert.equal(path.basename(file), 'visits.csv');
    assert.ok(file.startsWith(path.join(host.home, '.tool-r1/inputs/files/')));
    assert.equal(
      await readFile(file, 'utf8'),
      await readFile(path.join(here, 'visits.csv'), 'utf8'),
    );
    const written = await readFile(path.join(place.folder, 'run.json'), 'utf8');
    assert.ok(!written.includes('a-secret-key'));
    const watched = await tool('train', '--machine', 'a100', '--watch', 'first', '--json');
    const steps = watched.out.text.split('\n').filter((line) => line.includes('"step-measured"'));
    assert.equal(steps.length, 4);
    assert.equal((await readStatus(place.folder))?.state, 'done');
  });

  it('learns from it how long the next one takes', async () => {
    const { time } = await services.training.plan(wish(), options);
    assert.equal(time?.seconds, 8);
    assert.match(time.source, /1 earlier run on a100: 2\.0 s each/);
  });

  it('starts, stops and resumes from the terminal', async () => {
    const asked = [
      '--tasks',
      'tasks.jsonl',
      '--model',
      'model',
      '--steps',
      '2000',
      '--save-every',
      '1',
    ];
    await tool('train', '--machine', 'a100', ...asked, '--out', 'second', '--detach');
    const stopped = await tool('train', '--machine', 'a100', '--stop', 'second');
    assert.match(
      stopped.err.text,
      /Stopped after \d+ train steps?: .*Go on: tool-r1 train --machine a100 --resume --out second/s,
    );
    await tool('train', '--machine', 'a100', '--resume', '--out', 'second', '--detach');
    const folder = path.join(host.home, '.tool-r1/runs/second');
    assert.match((await readStatus(folder))?.state ?? '', /^(starting|running)$/);
    await tool('train', '--machine', 'a100', '--stop', 'second', '--now');
    assert.equal((await readStatus(folder))?.state, 'stopped');
  });

  it('lets two windows start at once, and refuses a name that is taken', async () => {
    const other = open();
    try {
      const places = await Promise.all([
        services.training.start(wish({ steps: 2000 }), options),
        other.training.start(wish({ steps: 2000 }), options),
      ]);
      assert.equal(new Set(places.map(({ folder }) => folder)).size, 2);
      for (const { folder } of places) {
        await tool('train', '--machine', 'a100', '--stop', folder, '--now');
      }
    } finally {
      await other.close();
    }
    await assert.rejects(
      services.training.start(wish({ name: 'first' }), options),
      /holds a run already/,
    );
  });

  it('deletes programs of earlier versions when told to, and leaves what is used', async () => {
    const programs = path.join(host.home, '.tool-r1/program');
    await mkdir(path.join(programs, 'earlier'), { recursive: true });
    await writeFile(path.join(programs, 'earlier/cli.mjs'), 'x'.repeat(3000));
    const lastWeek = new Date(Date.now() - 7 * 86_400_000);
    await utimes(path.join(programs, 'earlier'), lastWeek, lastWeek);
    const would = await tool('machine', 'tidy', 'a100', '--dry-run');
    assert.match(would.out.text, /^program\/earlier +(?:2\.9|3\.0) kB +not used$/m);
    assert.match(would.out.text, /^program\/[0-9a-f]+ +\d.* used by .*what was installed last/m);
    assert.match(would.err.text, /Would delete what nothing uses: (?:2\.9|3\.0) kB\./);
    assert.ok((await readdir(programs)).includes('earlier'));
    const done = await tool('machine', 'tidy', 'a100');
    assert.match(
      done.err.text,
      /Deleted what nothing uses: (?:2\.9|3\.0) kB\. A run that is resumed gets/,
    );
    assert.equal((await readdir(programs)).length, 1);
    const again = await tool('machine', 'tidy', 'a100', '--json');
    assert.match(again.out.text, /^\{"name":"program\/[0-9a-f]+","bytes":\d+,"usedBy":\[/);
  });

  it('says why a run could not be started, and that cards are missing, before anything is', async () => {
    const broken = services.training.start(
      wish({ name: 'broken', model: '/no/such/model' }),
      options,
    );
    await assert.rejects(
      broken,
      /Neither this computer nor \S+ has a model folder \/no\/such\/model/,
    );
    await writeFile(path.join(hosts.folder, 'cards.csv'), 'No devices were found\n');
    const cards = services.training.start(wish({ name: 'broken', device: 'cuda' }), options);
    await assert.rejects(cards, /^HumanError: GPUs: No devices were found\. Check by lspci/);
    assert.equal(existsSync(path.join(host.home, '.tool-r1/runs/broken')), false);
  });
});
