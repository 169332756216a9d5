import assert from 'node:assert/strict';
import type { HealthCheck } from '../../../../runtime/contract/health.ts';
import {
  machineChecks,
  type RunNeeds,
} from '../../../../runtime/remote/preflight/machineChecks.ts';
import { machineFacts } from '../../../../runtime/remote/preflight/machineFacts.ts';
import type { MachineProbe } from '../../../../runtime/remote/preflight/machineProbe.ts';
import { probe, smi, smiProblem } from './probes.ts';

const unknown: RunNeeds = { device: null, diskBytes: null };
const asked = 1_700_000_000_000;

function checksOf(changes: Partial<MachineProbe>, needs: RunNeeds = unknown): HealthCheck[] {
  const found = probe(changes);
  return machineChecks(machineFacts(found, { before: asked, after: asked + 200 }), found, needs);
}

/** Of one name, or undefined. */
function check(name: string, changes: Partial<MachineProbe>, needs = unknown): HealthCheck {
  const found = checksOf(changes, needs).find((one) => one.name === name);
  assert.ok(found, `there is no check ${name}`);
  return found;
}

const cuda: RunNeeds = { device: 'cuda', diskBytes: null };

describe('the checks of a machine', () => {
  it('all pass on a machine that has everything', () => {
    const checks = checksOf({ nvidia: smi('mig.csv') }, unknown).filter(
      ({ name }) => !/GPU|Driver/.test(name),
    );
    assert.deepEqual(
      checks.map(({ state }) => state),
      checks.map(() => 'pass'),
    );
    assert.ok(checks.every(({ advice }) => advice === null));
  });

  it('come with failures first, then warnings', () => {
    const checks = checksOf({
      ports: [],
      sharedMemory: 1,
      pythons: [],
      memory: { total: 8e9, free: 1e9 },
    });
    assert.deepEqual(
      checks.map(({ state }) => state),
      ['fail', 'fail', 'warn', 'warn', 'pass', 'pass', 'pass', 'pass', 'pass'],
    );
    assert.ok(checks.slice(0, 4).every(({ advice }) => advice !== null));
  });

  it('tell a full quota, a full disk, a disk that went read-only and a missing right apart', () => {
    const advice = (writeProblem: string) => {
      const { state, advice: said } = check('Folder', { writeProblem });
      assert.equal(state, 'fail');
      return said ?? '';
    };
    assert.match(
      advice('Disk quota exceeded: /home/kim/.tool-r1/.trial-1'),
      /quota of kim is used up/,
    );
    assert.match(advice('No space left on device: /x'), /disk is full/);
    assert.match(advice('Read-only file system: /x'), /read-only/);
    assert.match(advice('Permission denied: /x'), /Give kim the right/);
  });

  it('want a folder from which programs can be run, where some are put there', () => {
    const disk = { total: 2000e9, free: 1500e9, freeFiles: null, isNoExec: true };
    const { state, detail, advice } = check('Folder', { disk });
    assert.equal(state, 'fail');
    assert.match(detail, /no program can be run \(mounted noexec\)/);
    assert.match(advice ?? '', /ln -s \/scratch\/kim \/home\/kim\/\.tool-r1$/);
    const trainerPython = '/opt/python';
    assert.equal(check('Folder', { disk, trainerPython }).state, 'pass');
    assert.equal(check('Folder', { disk, trainerPython, node: [] }).state, 'fail');
  });

  it('compare the disk with what the run needs', () => {
    const disk = { total: 100e9, free: 40e9, freeFiles: null, isNoExec: false };
    assert.equal(check('Disk', { disk }).state, 'pass');
    assert.equal(check('Disk', { disk: { ...disk, free: 1e9 } }).state, 'warn');
    const needs = { device: null, diskBytes: 50e9 };
    const { state, detail } = check('Disk', { disk }, needs);
    assert.deepEqual([state, detail], ['fail', '40 GB of 100 GB free, about 50 GB needed']);
    assert.equal(check('Disk', { disk }, { device: null, diskBytes: 40e9 }).state, 'pass');
  });

  it('see that a file system has no room for more files', () => {
    const { state, detail } = check('Files', {
      disk: { total: 1e12, free: 1e12, freeFiles: 1200, isNoExec: false },
    });
    assert.deepEqual([state, detail], ['warn', 'the file system has room for 1,200 more files']);
  });

  it('want a glibc that Node and PyTorch run with', () => {
    assert.equal(check('System', { libc: 'glibc 2.28' }).state, 'pass');
    assert.match(check('System', { libc: 'glibc 2.17' }).advice ?? '', /2\.28/);
    assert.match(check('System', { libc: null }).detail, /no glibc/);
    assert.equal(check('System', { libc: null, system: 'Darwin' }).state, 'pass');
    assert.equal(check('System', { system: 'FreeBSD' }).state, 'fail');
  });

  it('want a Python for the trainer, which uv can fetch', () => {
    const pythons = [{ path: '/usr/bin/python3', version: '3.9.2' }];
    assert.equal(check('Python', { pythons }).state, 'fail');
    assert.equal(check('Python', { pythons }).detail, 'only 3.9.2');
    assert.equal(check('Python', { pythons: [{ path: '/p', version: '3.14.0' }] }).state, 'fail');
    assert.equal(
      check('Python', { pythons, uv: [{ path: '/uv', version: '0.9.1' }] }).state,
      'warn',
    );
    assert.equal(check('Python', { pythons, trainerPython: '/opt/python' }).state, 'pass');
  });

  it('bring Node along where it is missing or too old', () => {
    assert.match(check('Node', { node: [] }).detail, /^not there; one is brought along$/);
    const node = [{ path: '/usr/bin/node', version: '18.20.4' }];
    assert.match(check('Node', { node }).detail, /^18\.20\.4 is older than 20\.18\.0/);
  });

  it('say how far the clock is off', () => {
    const at = (now: number) => {
      const { state, detail } = check('Clock', { now });
      return [state, detail];
    };
    assert.deepEqual(at(1_700_000_000.1), ['pass', 'as here']);
    assert.deepEqual(at(1_700_000_003.2), ['pass', '3 s ahead of ours']);
    assert.deepEqual(at(1_700_000_000 - 3600), ['warn', '3600 s behind ours']);
  });
});

describe('the checks of graphics cards', () => {
  const texts = [
    ['no-devices.txt', /--gpus all/],
    ['no-driver.txt', /driver is not loaded/],
    ['version-mismatch.txt', /Restart the machine/],
    ['insufficient-permissions.txt', /may not use the cards/],
    ['lost.txt', /fallen off the bus/],
    ['unknown-error.txt', /container lost its cards/],
  ] as const;
  for (const [file, advice] of texts) {
    it(`say what to do about ${file}`, () => {
      const { state, advice: said } = check('GPUs', { nvidia: smiProblem(file, 9) });
      assert.equal(state, 'fail');
      assert.match(said ?? '', advice);
      const cpu = check(
        'GPUs',
        { nvidia: smiProblem(file, 9) },
        { device: 'cpu', diskBytes: null },
      );
      assert.equal(cpu.state, 'warn');
    });
  }

  it('want cards only where the run does', () => {
    assert.equal(check('GPUs', {}, cuda).state, 'fail');
    assert.equal(check('GPUs', {}).state, 'warn');
    assert.equal(check('GPUs', {}, { device: 'cpu', diskBytes: null }).state, 'pass');
  });

  it('count cards of a kind', () => {
    const { detail, state } = check('GPUs', { nvidia: smi('eight-a100.csv') });
    assert.deepEqual([state, detail], ['pass', '8 × NVIDIA A100-SXM4-80GB, driver 580.95.05']);
    const consumer = check('GPUs', { nvidia: smi('consumer.csv') }).detail;
    assert.match(consumer, /^1 × NVIDIA GeForce RTX 4090 24 GB, 1 × Tesla M60 8 GB/);
  });

  it('say who uses a card', () => {
    const answer = smi('eight-a100.csv', 'eight-a100.apps.csv');
    const owned = (run: string | null) => ({
      nvidia: { ...answer, owners: { '41822': { user: 'kim', run } } },
    });
    const other = check('GPU 5', owned(null));
    assert.deepEqual(
      [other.state, other.detail],
      ['warn', '1.2 GiB are used by python (kim, pid 41822)'],
    );
    assert.match(check('GPU 5', owned('/runs/r')).advice ?? '', /waits until that one has ended/);
    const hidden = check('GPU 5', { nvidia: smi('eight-a100.csv') });
    assert.match(hidden.detail, /cannot be seen from here/);
  });

  it('find split, failing and lost cards, and drivers that are too old', () => {
    const broken = { nvidia: smi('broken-cards.csv') };
    assert.match(check('GPU 0', broken).detail, /^3 memory errors/);
    assert.match(check('GPU 1', broken).detail, /lost hold/);
    assert.match(check('GPU 2', broken).detail, /lost hold/);
    assert.match(check('GPU 0', { nvidia: smi('mig.csv') }).advice ?? '', /-i 0 -mig 0/);
    assert.equal(check('Driver', { nvidia: smi('mig.csv') }).detail, '570.124.06 is too old');
  });

  it('see that several cards have too little shared memory', () => {
    const nvidia = smi('eight-a100.csv');
    assert.match(check('Shared memory', { nvidia, sharedMemory: 64e6 }).advice ?? '', /--shm-size/);
    assert.ok(!checksOf({ nvidia }).some(({ name }) => name === 'Shared memory'));
  });
});
