import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { machineFacts } from '../../../../runtime/remote/preflight/machineFacts.ts';
import { readProbe, type MachineProbe } from '../../../../runtime/remote/preflight/machineProbe.ts';
import { skipBecause } from '../../../fakes/skip.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { probe, smiText } from './probes.ts';

const script = path.resolve(import.meta.dirname, '../../../../runtime/trainer/machine_facts.py');
const run = promisify(execFile);

describe('what a machine prints about itself', () => {
  const folder = temporaryFolder();
  before(function () {
    if (process.platform === 'win32') skipBecause(this, 'training machines are Unix');
  });

  async function ask(
    smi: string | null = null,
    env: Record<string, string> = {},
  ): Promise<MachineProbe> {
    const bin = folder('bin');
    await mkdir(bin, { recursive: true });
    if (smi !== null) {
      await writeFile(path.join(bin, 'nvidia-smi'), smi);
      await chmod(path.join(bin, 'nvidia-smi'), 0o755);
    }
    const search = `${bin}:${process.env['PATH'] ?? ''}`;
    const options = { env: { ...process.env, PATH: search, ...env } };
    const { stdout } = await run('python3', [script, folder('there', '.tool-r1')], options);
    return readProbe(stdout);
  }

  it('is read, and nothing is left of the trial to write', async () => {
    const found = await ask();
    assert.equal(found.writeProblem, null);
    assert.equal(found.ports.length, 2);
    assert.equal(found.folder, folder('there', '.tool-r1'));
    assert.deepEqual(await readdir(folder('there', '.tool-r1')), []);
    const { clockSkewSeconds, cores } = machineFacts(found, { before: 0, after: Date.now() });
    assert.equal(clockSkewSeconds, 0);
    assert.ok(cores >= 1);
  });

  it('says why nothing can be written', async () => {
    await writeFile(folder('there'), 'a file in the way');
    assert.match((await ask()).writeProblem ?? '', /Not a directory|File exists/);
  });

  it('has what nvidia-smi says of cards and processes, and of which run a process is', async () => {
    await writeFile(folder('cards'), smiText('eight-a100.csv'));
    const uuid = 'GPU-5a1b7c05-3f2e-4d6a-9b1c-0e8f7a6b5c4d';
    await writeFile(folder('apps'), `${uuid}, ${process.pid}, 1224, node\n`);
    const found = await ask(
      `#!/bin/sh\ncase "$1" in --query-gpu*) cat '${folder('cards')}';; *) cat '${folder('apps')}';; esac\n`,
    );
    const { gpus } = machineFacts(found, { before: 0, after: 1 });
    assert.equal(gpus.length, 8);
    const [process_] = gpus[5]?.processes ?? [];
    assert.deepEqual([process_?.pid, process_?.run], [process.pid, null]);
    assert.ok(process_?.user);
  });

  it('asks an old driver for the fields that it knows', async () => {
    const old = `#!/bin/sh
case "$1" in
  *mig.mode*) printf 'Field "mig.mode.current" is not a valid field to query.\\n\\n'; exit 2;;
  --query-gpu*) echo '0, GPU-1, Tesla V100, 440.33.01, 16160, 0, 0';;
esac
`;
    const { gpus, gpuProblem } = machineFacts(await ask(old), { before: 0, after: 1 });
    assert.equal(gpuProblem, null);
    assert.deepEqual([gpus[0]?.name, gpus[0]?.eccErrors], ['Tesla V100', null]);
  });

  it('is the last line: what Python prints at its start is passed over', () => {
    assert.equal(readProbe(`Welcome!\n${JSON.stringify(probe())}\n`).host, 'a100-box');
  });

  it('is refused when it is something else', () => {
    assert.throws(() => readProbe('Last login: today'), /something else than what it has/);
    assert.throws(() => readProbe(''), { message: /Python starts without a message/ });
  });

  it('needs Python 3.9 and nothing else', async () => {
    const text = await readFile(script, 'utf8');
    const check = 'import ast,sys; ast.parse(sys.stdin.read(), feature_version=(3, 9))';
    const child = run('python3', ['-c', check]);
    child.child.stdin?.end(text);
    await child;
    const modules = [...text.matchAll(/^(?:import|from) (\w+)/gm)].map(([, name]) => name ?? '');
    const { stdout } = await run('python3', ['-c', 'import sys; print(*sys.stdlib_module_names)']);
    const known = new Set(stdout.trim().split(' '));
    assert.deepEqual(
      modules.filter((name) => !known.has(name)),
      [],
    );
  });
});
