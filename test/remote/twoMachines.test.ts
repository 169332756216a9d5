// A run that trains on one ssh host and is sampled for by another one, each in a network of its own: the one that samples is reached
// only from the one that trains. Supervisors, receiver, rollout server and command line are the real ones; token server and trainer
// are stand-ins, but the trainer sends its weights as the real one does.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { TrainingWish } from '../../runtime/contract/training/trainingRequests.ts';
import type { MachineServices } from '../../runtime/remote/machineServices.ts';
import { readJob, readStatus } from '../../runtime/store/runs/readRun.ts';
import { skipBecause } from '../fakes/skip.ts';
import { writeStandInPython } from '../fakes/standInPython.ts';
import { SupervisedRun } from '../fakes/supervisedRun.ts';
import { TerminalSession } from '../fakes/terminalSession.ts';
import { writeModelFolder, writeTrainingTasks } from '../fakes/trainingFiles.ts';
import { until } from '../fakes/until.ts';
import { hostServices } from './hostServices.ts';
import { noEnd } from './remoteCase.ts';
import { type SshHost, SshHosts } from './sshHosts.ts';
import { TestNetwork } from './testNetwork.ts';

const patience = 90_000;
const asked = ['--tasks', 'tasks.jsonl', '--model', 'model', '--save-every', '1'];

describe('training on two machines', function () {
  this.timeout(300_000);
  let network: TestNetwork;
  let hosts: SshHosts;
  let trainer: SshHost;
  let sampler: SshHost;
  let services: MachineServices;
  let here: string;
  const started: SupervisedRun[] = [];

  before(async function () {
    if (!existsSync('dist/cli.mjs')) skipBecause(this, 'what machines get is not built');
    network = new TestNetwork();
    hosts = await SshHosts.start();
    here = path.join(hosts.folder, 'workspace');
    await writeTrainingTasks(here);
    await writeModelFolder(path.join(here, 'model'));
    await writeFile(path.join(here, 'model/tokenizer.json'), '{"added_tokens":[]}');
    const wishes = { trainer: ['--hold', '2'] };
    const python = await writeStandInPython(path.join(hosts.folder, 'python'), wishes);
    const env = { TOOL_R1_TRAINER_PYTHON: python, TOOL_R1_SAMPLER_SECONDS: '1' };
    trainer = await hosts.add('a100', { ...network.near, env });
    sampler = await hosts.add('b100', { ...network.far, env, client: ['ProxyJump a100'] });
    services = hostServices(hosts);
  });
  after(async () => {
    await services.close();
    for (const run of started) await run.end();
    await hosts.close();
    network.remove();
  });

  interface Pair {
    readonly run: SupervisedRun;
    readonly sampler: SupervisedRun;
  }

  /** The folders of a run of this name, which are ended with the suite in the order in which they depend on each other. */
  async function pairOf(name: string): Promise<Pair> {
    const run = await SupervisedRun.at(path.join(trainer.home, '.tool-r1/runs', name));
    const other = await SupervisedRun.at(path.join(sampler.home, '.tool-r1/samplers', name));
    started.push(run, other);
    return { run, sampler: other };
  }

  async function call(...args: string[]): Promise<TerminalSession> {
    const { session, code } = await tryCall(...args);
    assert.equal(code, 0, `${session.err.text}${session.out.text}`);
    return session;
  }

  async function tryCall(
    ...args: string[]
  ): Promise<{ readonly session: TerminalSession; readonly code: number }> {
    const openMachines = (): Promise<MachineServices> => Promise.resolve(services);
    const session = new TerminalSession({ cwd: here, openMachines });
    return { session, code: await session.call('train', '--machine', 'a100', ...args) };
  }

  /** Comes back when it has made its first train step, and waits before the second. */
  async function begin(name: string): Promise<Pair> {
    await call(...asked, '--sampler', 'b100', '--steps', '3', '--out', name, '--detach');
    const pair = await pairOf(name);
    await until(async () => (await readStatus(pair.run.folder))?.step === 1, patience);
    return pair;
  }

  async function living({ run, sampler: other }: Pair): Promise<string[]> {
    return [...(await run.living()), ...(await other.living())];
  }

  const stateOf = async ({ folder }: SupervisedRun) => (await readStatus(folder))?.state;

  it('is planned with every command by host, and starts nothing', async () => {
    const planned = await call('--dry-run', ...asked, '--sampler', 'b100', '--out', 'planned');
    const titles = [...planned.out.text.matchAll(/^(.+) on ([ab]100):$/gm)];
    assert.deepEqual(
      titles.map(([, title, host]) => `${host}: ${title}`),
      ['b100: Weight receiver', 'b100: Token server', 'a100: Rollout server', 'a100: Trainer'],
    );
    const { address } = network.far;
    const lines = planned.out.text.split('\n');
    for (const program of ['policy_receiver', 'token_server']) {
      const line = lines.find((one) => one.includes(`tool_r1_trainer.${program}`)) ?? '';
      assert.ok(line.includes(`--host ${address} --port `), line);
    }
    assert.ok(planned.out.text.includes(`Sampler: a100 reaches b100 at ${address} (eth0) from `));
    assert.match(planned.out.text, /b100: Disk: /);
    assert.equal(existsSync(path.join(sampler.home, '.tool-r1/samplers')), false);
    assert.equal(existsSync(path.join(trainer.home, '.tool-r1/runs/planned')), false);
  });

  it('refuses on the command line what two machines cannot do', async () => {
    const said = async (...args: string[]): Promise<string> => {
      const { session, code } = await tryCall(...args, '--sampler', 'b100');
      assert.equal(code, 2, session.out.text);
      return session.err.text;
    };
    assert.match(await said(...asked, '--gpus', '4'), /say for both machines which cards/);
    assert.match(await said('--resume', '--out', 'one'), /a run keeps the machine that samples/);
    assert.match(await said(...asked, '--sampler-address', 'b100'), /must be an IPv4 address/);
  });

  it('says before anything is started that the one does not reach the other', async () => {
    const wish = TrainingWish.parse({
      machine: 'a100',
      sampler: 'b100',
      samplerAddress: '127.0.0.1',
      workspace: here,
      tasks: 'tasks.jsonl',
      model: 'model',
      device: 'cpu',
      name: 'unreached',
    });
    const options = { signal: noEnd(), onProgress: () => undefined };
    await assert.rejects(
      services.training.start(wish, options),
      /^HumanError: a100 does not reach b100 at 127\.0\.0\.1 \(.+\)\. Name another address of it, or open/,
    );
    assert.equal(existsSync(path.join(sampler.home, '.tool-r1/samplers')), false);
  });

  it('runs to its end although the way between them breaks, and ends both', async () => {
    const pair = await begin('broken');
    const { sampler: place } = (await readJob(pair.run.folder)).processes;
    assert.deepEqual(
      [place?.machine, place?.host, place?.folder],
      ['b100', network.far.address, pair.sampler.folder],
    );
    network.cutBetween();
    try {
      await until(async () => {
        const status = await readStatus(pair.run.folder);
        return status?.activity.includes('sampler on b100 does not answer') ?? false;
      }, patience);
      assert.equal(await stateOf(pair.run), 'running');
    } finally {
      network.mendBetween();
    }
    await until(async () => (await pair.run.eventTypes()).includes('sampler-back'), patience);
    await pair.run.go(2);
    await until(async () => (await stateOf(pair.run)) === 'done', patience);
    await until(async () => (await stateOf(pair.sampler)) === 'stopped', patience);
    assert.deepEqual(await living(pair), []);
    const log = await pair.run.read('logs/trainer.log');
    assert.ok(log.includes(`sent to ${pair.sampler.folder}/policy/policy-v2`), log);
  });

  it('is stopped on both, and resumed on both', async () => {
    const pair = await begin('stopped');
    await call('--stop', 'stopped');
    assert.deepEqual(await living(pair), []);
    assert.deepEqual(
      [await stateOf(pair.run), await stateOf(pair.sampler)],
      ['stopped', 'stopped'],
    );
    await call('--resume', '--out', 'stopped', '--detach');
    await pair.run.go(2);
    await until(async () => (await stateOf(pair.run)) === 'done', patience);
    await until(async () => (await stateOf(pair.sampler)) === 'stopped', patience);
    assert.deepEqual(await living(pair), []);
  });

  it('has its logs read on both', async () => {
    await services.machines.attach('a100', noEnd());
    const said = async (log: string): Promise<string> => {
      const openMachines = (): Promise<MachineServices> => Promise.resolve(services);
      const session = new TerminalSession({ cwd: here, openMachines });
      assert.equal(
        await session.call('machine', 'log', 'stopped', '--log', log),
        0,
        session.err.text,
      );
      return session.out.text;
    };
    assert.match(await said('sampler-tokens'), /^tokens of stopped starts$/m);
    assert.match(await said('trainer'), /^sent to .*policy-v2$/m);
  });

  it('ends the sampler of a run whose machine lost it, when it is stopped from here', async () => {
    const pair = await begin('killed');
    const { supervisorPid } = await pair.run.status();
    process.kill(supervisorPid, 'SIGKILL');
    await until(async () => (await pair.run.living()).length === 0, patience);
    assert.equal(await stateOf(pair.sampler), 'running');
    await call('--stop', 'killed');
    assert.deepEqual(await living(pair), []);
    assert.equal(existsSync(path.join(pair.sampler.folder, 'policy')), false);
  });
});
