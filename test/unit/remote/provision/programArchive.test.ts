import assert from 'node:assert/strict';
import { readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  programArchive,
  programHash,
} from '../../../../runtime/remote/provision/programArchive.ts';
import {
  programFiles,
  type ProgramFile,
} from '../../../../runtime/remote/provision/programFiles.ts';
import { writeSentProgram } from '../../../fakes/sentProgram.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';

const { signal } = new AbortController();
const linux = { os: 'linux', cpu: 'x64' };

describe('the program as an archive', () => {
  const folder = temporaryFolder();
  let dist = '';
  beforeEach(async () => {
    dist = await writeSentProgram(folder('here'));
  });
  const files = (): Promise<ProgramFile[]> => programFiles(dist, linux);

  it('holds what runs on a machine, in the order of names, and nothing for the editor', async () => {
    assert.deepEqual(
      (await files()).map(({ name }) => name),
      [
        'dist/cli.mjs',
        'dist/node_modules/pyodide/package.json',
        'dist/node_modules/pyodide/pyodide.mjs',
        'dist/trainer/supervisor.py',
      ],
    );
  });

  it('takes packages from above the bundles in a checkout', async () => {
    await rm(path.join(dist, 'node_modules'), { recursive: true });
    assert.equal((await files()).length, 2);
    await writeSentProgram(folder('other'));
    await rename(folder('other/dist/node_modules'), folder('here/node_modules'));
    const names = (await files()).map(({ name }) => name);
    assert.ok(names.includes('dist/node_modules/pyodide/pyodide.mjs'));
  });

  it('is named by its content, not by when it was written', async () => {
    const first = await programHash(await files(), folder('cache'));
    await utimes(path.join(dist, 'cli.mjs'), 1, 1);
    assert.equal(await programHash(await files(), folder('cache')), first);
    await writeFile(path.join(dist, 'cli.mjs'), '// another');
    assert.notEqual(await programHash(await files(), folder('cache')), first);
    assert.match(first, /^[0-9a-f]{16}$/);
  });

  it('is packed once, and never found half packed', async () => {
    const hash = await programHash(await files(), folder('cache'));
    const options = { cacheFolder: folder('cache'), signal };
    const broken = (await files()).map((file) => ({ ...file, bytes: file.bytes + 1 }));
    await assert.rejects(programArchive(broken, hash, options), /changed while it was packed/);
    const left = await readdir(folder('cache/machine-program'));
    assert.deepEqual(
      left.filter((name) => /\.tar\.gz/.test(name) && !name.endsWith('.lock')),
      [],
    );
    const [one, two] = await Promise.all([
      programArchive(await files(), hash, options),
      programArchive(await files(), hash, options),
    ]);
    assert.equal(one, two);
    const before = await readFile(one);
    assert.equal(await programArchive([], hash, options), one);
    assert.deepEqual(await readFile(one), before);
  });
});
