import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type {
  MachineConnection,
  MachineFacts,
  MachineListing,
} from '../../../../runtime/contract/machine.ts';
import { thisComputer } from '../../../../runtime/contract/thisComputer.ts';
import type { MachineLink } from '../../../../runtime/remote/link/machineLink.ts';
import { Machines } from '../../../../runtime/remote/machines/machines.ts';
import {
  encodeName,
  RememberedMachines,
} from '../../../../runtime/remote/machines/rememberedMachines.ts';
import { failure } from '../../../../runtime/support/errors.ts';
import { tickingClock } from '../../../fakes/tickingClock.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../../fakes/temporaryFolder.ts';

const signal = new AbortController().signal;
const facts: MachineFacts = {
  host: 'gpu-7',
  user: 'ada',
  home: '/home/ada',
  folder: '/home/ada/.tool-r1',
  system: 'Linux',
  architecture: 'x86_64',
  libc: 'glibc 2.36',
  cores: 64,
  memoryBytes: 5e11,
  freeMemoryBytes: 4e11,
  diskBytes: 2e12,
  freeDiskBytes: 1e12,
  clockSkewSeconds: 0,
  python: { path: '/usr/bin/python3', version: '3.11.2' },
  node: null,
  uv: null,
  gpus: [],
  gpuProblem: null,
};

/** A link that connects, or says why not. */
class ScriptedLink {
  readonly machine: string;
  connection: MachineConnection = {
    state: 'offline',
    lastSeenAt: null,
    problem: 'No.',
    nextTryAt: null,
  };
  closed = 0;
  retries = 0;
  readonly #listeners: ((connection: MachineConnection) => void)[] = [];
  readonly #problem: Error | null;

  constructor(machine: string, problem: Error | null) {
    this.machine = machine;
    this.#problem = problem;
  }

  home(): Promise<unknown> {
    if (this.#problem !== null) return Promise.reject(this.#problem);
    this.become({
      state: 'connected',
      since: '2026-05-04T10:00:00.000Z',
      roundTripMilliseconds: 3,
    });
    return Promise.resolve({});
  }

  onConnection(listener: (connection: MachineConnection) => void): () => void {
    this.#listeners.push(listener);
    return () => undefined;
  }

  become(connection: MachineConnection): void {
    this.connection = connection;
    for (const listener of this.#listeners) listener(connection);
  }

  retry(): void {
    this.retries += 1;
  }

  close(): Promise<void> {
    this.closed += 1;
    return Promise.resolve();
  }
}

describe('machines', () => {
  let folder: TemporaryFolder;
  let links: ScriptedLink[];
  beforeEach(async () => {
    folder = await makeTemporaryFolder();
    links = [];
  });
  afterEach(() => folder.remove());

  const open = (problem: Error | null = null): Machines => {
    let numbers = 0;
    return new Machines({
      remembered: new RememberedMachines(folder.path, () => String((numbers += 1))),
      clock: tickingClock(),
      openLink: (name) => {
        const link = new ScriptedLink(name, problem);
        links.push(link);
        return link as unknown as MachineLink;
      },
      inspect: () => Promise.resolve(facts),
      sshHostNames: () => Promise.resolve(['a100']),
    });
  };

  it('are this computer alone at first', async () => {
    const [here, ...others] = await open().list();
    assert.equal(here?.name, thisComputer);
    assert.equal(here.connection.state, 'idle');
    assert.deepEqual(others, []);
  });

  it('are remembered with what they have, also by the next process', async () => {
    const listing = await open().attach('ada@gpu-7', signal);
    assert.equal(listing.connection.state, 'connected');
    assert.equal(listing.facts?.cores, 64);
    const [, later] = await open().list();
    assert.equal(later?.name, 'ada@gpu-7');
    assert.ok(later.connection.state === 'idle' && later.connection.lastSeenAt !== null);
    assert.equal(later.facts?.host, 'gpu-7');
  });

  it('are not remembered when they cannot be reached', async () => {
    const machines = open(failure('remote', 'offline', 'No answer.'));
    await assert.rejects(machines.attach('a100', signal), /No answer/);
    assert.equal((await machines.list()).length, 1);
    assert.equal(links[0]?.closed, 1);
  });

  it('stay attached when they cannot be reached the second time', async () => {
    await open().attach('a100', signal);
    await assert.rejects(open(failure('remote', 'offline', 'No answer.')).attach('a100', signal));
    assert.equal((await open().list()).length, 2);
  });

  it('have one link each', async () => {
    const machines = open();
    assert.equal(machines.link('a100'), machines.link('a100'));
    await machines.attach('a100', signal);
    assert.equal(links.length, 1);
    await machines.close();
    assert.equal(links[0]?.closed, 1);
  });

  it('are told of when they change, come and go', async () => {
    const machines = open();
    const told: MachineListing[] = [];
    const attached: string[] = [];
    machines.onChanged((machine) => void told.push(machine));
    machines.onAttachment((name, isAttached) => void attached.push(`${name} ${isAttached}`));
    await machines.attach('a100', signal);
    links[0]?.become({
      state: 'offline',
      lastSeenAt: '2026-05-04T10:05:00.000Z',
      problem: 'Gone.',
      nextTryAt: null,
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.ok(told.some(({ connection }) => connection.state === 'connected'));
    const last = told.at(-1)?.connection;
    assert.ok(last?.state === 'offline' && last.problem === 'Gone.');
    await machines.detach('a100');
    assert.deepEqual(attached, ['a100 true', 'a100 false']);
  });

  it('are forgotten without what was seen of their runs', async () => {
    const machines = open();
    await machines.attach('a100', signal);
    await writeFile(path.join(machines.folder('a100'), 'heard.json'), '{}');
    await machines.detach('a100');
    assert.equal((await machines.list()).length, 1);
    assert.deepEqual(await readdir(machines.folder('a100')), ['heard.json']);
    await assert.rejects(machines.detach('a100'), /not attached/);
    await assert.rejects(machines.detach(thisComputer), /always there/);
  });

  it('are tried at once when the person asks, and say how it went', async () => {
    const machines = open(failure('remote', 'offline', 'No answer.'));
    assert.equal((await machines.retry('a100', signal)).connection.state, 'offline');
    assert.equal(links[0]?.retries, 1);
  });

  it('have names that ssh does not take for options', () => {
    for (const name of ['-oProxyCommand=x', 'two words', '']) {
      assert.throws(() => open().link(name), /no name of a host/);
    }
  });

  it('are read past a file that is damaged', async () => {
    await open().attach('a100', signal);
    await folder.write('broken/machine.json', '{"version": 1');
    assert.equal((await open().list()).length, 2);
  });
});

describe('the folder of a machine', () => {
  it('has a name that every system can hold, and no other machine has', () => {
    const names = ['ada@gpu-7', 'a/b', '..', '.', 'a*b', 'a.b', 'A:1', thisComputer, 'ü'];
    const encoded = names.map(encodeName);
    assert.deepEqual(encoded.slice(0, 6), [
      'ada%40gpu-7',
      'a%2Fb',
      '%2E%2E',
      '%2E',
      'a%2Ab',
      'a.b',
    ]);
    assert.equal(new Set(encoded).size, names.length);
    for (const name of encoded) assert.match(name, /^[\w%.-]+$/);
  });
});
