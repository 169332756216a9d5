// The runs of a machine over a real ssh server: seen, opened, cut off, seen again, and printed in the terminal.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { RunListing } from '../../runtime/contract/training/runView.ts';
import { Prompts } from '../../runtime/remote/machines/prompts.ts';
import type { MachineServices } from '../../runtime/remote/machineServices.ts';
import { RunFolderFixture } from '../fakes/runFolders.ts';
import { until } from '../fakes/until.ts';
import { hostServices } from './hostServices.ts';
import { noEnd } from './remoteCase.ts';
import { type SshHost, SshHosts } from './sshHosts.ts';

describe('training runs of an ssh host', () => {
  let hosts: SshHosts;
  let host: SshHost;
  let run: RunFolderFixture;
  const windows: MachineServices[] = [];

  before(async () => {
    hosts = await SshHosts.start();
    host = await hosts.add('a100');
    run = await RunFolderFixture.make(path.join(host.home, '.tool-r1', 'runs', 'first'));
    await run.beat({ supervisorPid: process.pid, step: 1 });
    await run.measure(1);
    await run.tell('event 1');
    await run.write('logs/trainer.log', 'loading\n10%\r90%\rstep 1\n');
    const { machines } = openWindow();
    await machines.attach('a100', noEnd());
  });
  after(async () => {
    await Promise.all(windows.map((window) => window.close()));
    await hosts.close();
  });

  function openWindow(): MachineServices {
    const window = hostServices(hosts, {
      env: { ...hosts.env, TOOL_R1_SSH_SECONDS: '8' },
      prompts: new Prompts(() => 'prompt'),
    });
    windows.push(window);
    return window;
  }

  const place = () => ({ machine: 'a100', folder: run.folder });
  const first = () => {
    const [window] = windows;
    assert.ok(window);
    return window.runs;
  };

  it('are listed as they are now', async () => {
    await first().list([]);
    assert.equal(await first().renewed('a100', noEnd()), null);
    const [listing] = await first().list([]);
    assert.deepEqual(listing?.place, place());
    assert.equal(listing.state, 'running');
    assert.equal(listing.reward, 1);
  });

  it('keep every event once while the connection breaks', async () => {
    const messages: string[] = [];
    const stop = first().onRun((_, { events }) => {
      messages.push(...events.map(({ message }) => message));
    });
    const { handle, page } = await first().open(place(), 600, noEnd());
    messages.push(...page.events.map(({ message }) => message));
    await until(() => messages.length === 1, 40_000);
    await run.tell('event 2');
    await host.server.cut();
    await run.tell('event 3');
    await until(() => messages.length === 3, 40_000);
    await run.tell('event 4');
    await until(() => messages.length === 4, 40_000);
    assert.deepEqual(messages, ['event 1', 'event 2', 'event 3', 'event 4']);
    stop();
    first().closeRun(handle);
  }).timeout(120_000);

  it('are seen by a second window without another watcher', async () => {
    const second = openWindow();
    const runs = await second.runs.list([]);
    assert.deepEqual(
      runs.map(({ name, state }) => [name, state]),
      [['first', 'running']],
    );
    assert.equal(await second.runs.renewed('a100', noEnd()), null);
    assert.notEqual(second.machines.link('a100').connection.state, 'connected');
  });

  it('are printed in the terminal, with their logs', async () => {
    const call = async (...args: string[]) => {
      const env = { ...hosts.env, NO_COLOR: '1', TOOL_R1_CACHE: path.join(hosts.folder, 'cache') };
      const program = ['--import', 'tsx', 'runtime/cli.ts', 'machine', ...args];
      const child = spawn(process.execPath, program, { env });
      const said = { out: '', err: '' };
      child.stdout.on('data', (piece: Buffer) => (said.out += piece.toString()));
      child.stderr.on('data', (piece: Buffer) => (said.err += piece.toString()));
      await once(child, 'close');
      return { ...said, code: child.exitCode };
    };
    const listed = await call('runs', 'a100');
    assert.equal(listed.code, 0, listed.err);
    assert.match(listed.out, /^machine +run +state/);
    assert.match(listed.out, /^a100 +first +running +1\/10 .* tool-r1 +Sampling$/m);
    const [line = ''] = (await call('runs', 'a100', '--json')).out.split('\n');
    assert.equal(RunListing.parse(JSON.parse(line)).name, 'first');
    assert.equal((await call('log', 'first')).out, 'loading\nstep 1\n');
    assert.match((await call('log', 'first', '--log', 'tokens')).err, /no log tokens\.log/);
  }).timeout(90_000);

  it('stay in view when their folder is deleted there, and say so', async () => {
    const gone = await RunFolderFixture.make(path.join(host.home, '.tool-r1', 'runs', 'gone'));
    await gone.beat({ supervisorPid: process.pid, step: 1 });
    await gone.measure(1);
    assert.equal(await first().renewed('a100', noEnd()), null);
    const place = { machine: 'a100', folder: gone.folder };
    const { handle, page } = await first().open(place, 600, noEnd());
    assert.equal(page.listing.state, 'running');
    const told: (string | null)[] = [];
    const stop = first().onRun((of, { listing }) => {
      if (of === handle) told.push(listing.problem);
    });
    await rm(gone.folder, { recursive: true });
    await until(() => told.some((problem) => problem?.includes('was moved or deleted')), 40_000);
    const names = (await first().list([])).map(({ name }) => name);
    assert.deepEqual(names, ['first']);
    stop();
    first().closeRun(handle);
  }).timeout(120_000);

  it('are left as they were, and shown offline, when the server is gone', async () => {
    await host.server.stop();
    const said = await first().renewed('a100', noEnd());
    assert.match(said ?? '', /refused|closed|lost|reset/i);
    const [listing] = await first().list([]);
    assert.equal(listing?.state, 'offline');
    assert.equal(listing.lastState, 'running');
    const { page } = await first().open(place(), 600, noEnd());
    assert.equal(page.metrics.steps.length, 1);
    assert.equal((await readFile(run.file('status.json'), 'utf8')).includes('running'), true);
    await host.server.start();
  }).timeout(60_000);
});
