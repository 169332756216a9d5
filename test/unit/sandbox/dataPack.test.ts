import assert from 'node:assert/strict';
import path from 'node:path';
import { loadDataPack, packagesOf, packKey } from '../../../runtime/sandbox/dataPack.ts';
import { readPyodideRelease } from '../../../runtime/sandbox/pyodideRelease.ts';
import { FailureError } from '../../../runtime/support/errors.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../fakes/temporaryFolder.ts';
import { writeRelease, type FakePackage } from '../../fakes/wheels.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const realPyodide = path.join(root, 'node_modules', 'pyodide');

const packages: readonly FakePackage[] = [
  { name: 'pandas', version: '3.0', depends: ['numpy', 'six'], files: { 'pandas/a.py': '' } },
  { name: 'numpy', version: '2.0', files: { 'numpy/a.py': '' } },
  { name: 'six', version: '1.0', files: { 'six.py': '' } },
  { name: 'tzdata', version: '2025', files: { 'tzdata/a.py': '' } },
];

describe('the data pack of the installed Pyodide', () => {
  it('names numpy, pandas and all that they need, dependencies first', async () => {
    const release = await readPyodideRelease(realPyodide);
    const names = packagesOf(release).map((one) => `${one.name} ${one.version}`);
    assert.equal(release.version, '314.0.7');
    assert.deepEqual(names, [
      'numpy 2.4.6',
      'six 1.17.0',
      'python-dateutil 2.9.0.post0',
      'pytz 2026.1.post1',
      'pandas 3.0.2',
      'tzdata 2025.3',
    ]);
  });

  it('holds only wheels of its own ABI or pure Python', async () => {
    const release = await readPyodideRelease(realPyodide);
    for (const one of packagesOf(release)) {
      assert.match(
        one.file_name,
        /-(py3|py2\.py3)-none-any\.whl$|-cp314-cp314-pyemscripten_2026_0_/,
      );
    }
  });
});

describe('loadDataPack', () => {
  let folder: TemporaryFolder;
  beforeEach(async () => {
    folder = await makeTemporaryFolder();
  });
  afterEach(() => folder.remove());

  const place = async (): Promise<{ cacheDirectory: string; pyodideDirectory: string }> => ({
    cacheDirectory: path.join(folder.path, 'cache'),
    pyodideDirectory: await writeRelease(folder, '1.2.3', packages),
  });
  const writePack = async (changes: Record<string, unknown> = {}): Promise<void> => {
    const release = await readPyodideRelease(path.join(folder.path, 'pyodide'));
    const manifest = {
      version: 1,
      key: packKey(packagesOf(release)),
      folder: 'site-abc',
      packages: [{ name: 'numpy', version: '2.0' }],
      libraries: [{ path: 'numpy/core.so', bytes: 4 }],
      imports: ['numpy'],
      ...changes,
    };
    await folder.write('cache/data-pack/1.2.3/pack.json', JSON.stringify(manifest));
    await folder.write('cache/data-pack/1.2.3/site-abc/numpy/core.so', 'wasm');
  };

  it('gives null when nothing was installed', async () => {
    assert.equal(await loadDataPack(await place()), null);
  });

  it('finds an installed pack', async () => {
    const where = await place();
    await writePack();
    const pack = await loadDataPack(where);
    assert.equal(pack?.directory, path.join(folder.path, 'cache/data-pack/1.2.3/site-abc'));
    assert.deepEqual(pack.libraries, ['numpy/core.so']);
    assert.deepEqual(pack.imports, ['numpy']);
  });

  it('does not take a pack of other wheels', async () => {
    const where = await place();
    await writePack({ key: '0123456789abcdef' });
    assert.equal(await loadDataPack(where), null);
  });

  it('changes its key with any checksum', async () => {
    await place();
    const release = await readPyodideRelease(path.join(folder.path, 'pyodide'));
    const real = packagesOf(release);
    const other = real.map((one, index) =>
      index === 1
        ? { ...one, sha256: one.sha256.replace(/^./, (c) => (c === 'a' ? 'b' : 'a')) }
        : one,
    );
    assert.notEqual(packKey(other), packKey(real));
    assert.equal(packKey([...real].reverse()), packKey(real));
  });

  const problems: readonly [string, string, () => Promise<unknown>][] = [
    [
      'a cut library',
      'numpy/core.so is missing or cut',
      () => writePack({ libraries: [{ path: 'numpy/core.so', bytes: 5 }] }),
    ],
    [
      'a missing library',
      'gone.so is missing or cut',
      () => writePack({ libraries: [{ path: 'gone.so', bytes: 5 }] }),
    ],
    [
      'a list that is not JSON',
      'not JSON',
      () => folder.write('cache/data-pack/1.2.3/pack.json', '{'),
    ],
    ['a folder name that leads out', 'folder', () => writePack({ folder: '../elsewhere' })],
    ['another format', 'version', () => writePack({ version: 2 })],
  ];
  for (const [what, words, damage] of problems) {
    it(`says what is wrong with ${what} and what to do`, async () => {
      const where = await place();
      await damage();
      await assert.rejects(loadDataPack(where), (error) => {
        assert.ok(error instanceof FailureError);
        assert.equal(error.failure.code, 'sandbox/broken-data-pack');
        assert.ok(error.message.includes(words), error.message);
        assert.match(error.message, /Delete that folder and install the pack again/);
        return true;
      });
    });
  }

  it('says when this Pyodide has no such package', async () => {
    const pyodideDirectory = await writeRelease(folder, '1.2.3', packages.slice(0, 2));
    const where = { cacheDirectory: folder.path, pyodideDirectory };
    await folder.write(
      'data-pack/1.2.3/pack.json',
      JSON.stringify({
        version: 1,
        key: 'x',
        folder: 'y',
        packages: [],
        libraries: [],
        imports: [],
      }),
    );
    await assert.rejects(loadDataPack(where), /Pyodide 1\.2\.3 has no package six/);
  });

  it('says when Pyodide itself is missing', async () => {
    const where = { cacheDirectory: folder.path, pyodideDirectory: path.join(folder.path, 'none') };
    await assert.rejects(loadDataPack(where), /package\.json is not usable .*Install the packages/);
  });
});
