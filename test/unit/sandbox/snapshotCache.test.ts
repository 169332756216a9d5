// Snapshots on disk: what is found again, what is built again, and for whom.
import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SnapshotCache } from '../../../runtime/sandbox/snapshotCache.ts';

const root = path.resolve(import.meta.dirname, '../../..');
/** Longer than what is read at once, and no multiple of it. */
const bytes = Buffer.alloc((1 << 20) + 77, 'snapshot');

describe('the cache of snapshots', () => {
  let cacheDirectory: string;
  beforeEach(async () => {
    cacheDirectory = await mkdtemp(path.join(tmpdir(), 'snapshot-cache-'));
  });
  afterEach(() => rm(cacheDirectory, { recursive: true, force: true }));

  const locate = (nodePath = process.execPath) =>
    SnapshotCache.locate({
      cacheDirectory,
      pyodideDirectory: path.join(root, 'node_modules', 'pyodide'),
      builder: import.meta.filename,
      kernelDirectory: path.join(root, 'runtime', 'sandbox', 'kernel'),
      dataPack: null,
      nodePath,
    });

  it('has none before one is stored', async () => {
    assert.equal(await (await locate()).load(), null);
  });

  it('finds again what was stored', async () => {
    const stored = await (await locate()).store({ bytes, entry: 4711 });
    const found = await (await locate()).load();
    assert.deepEqual(found, stored);
    assert.equal(found.entry, 4711);
    assert.deepEqual(await readFile(stored.file), bytes);
  });

  it('keeps no drafts, whoever stores first', async () => {
    const [one, other] = [await locate(), await locate()];
    await Promise.all([one.store({ bytes, entry: 1 }), other.store({ bytes, entry: 1 })]);
    const names = await readdir(path.join(cacheDirectory, 'sandbox'));
    assert.deepEqual(names, [path.basename(one.directory)]);
  });

  const damages: Record<string, (file: string) => Promise<void>> = {
    'changed at its end': async (file) => {
      await truncate(file, bytes.length - 1);
      await appendFile(file, '!');
    },
    'cut off': (file) => truncate(file, bytes.length - 1),
    'too long': (file) => appendFile(file, '!'),
    gone: (file) => rm(file),
  };
  for (const [damage, doDamage] of Object.entries(damages)) {
    it(`has none when the file is ${damage}, and takes another`, async () => {
      const cache = await locate();
      const { file } = await cache.store({ bytes, entry: 1 });
      await doDamage(file);
      assert.equal(await cache.load(), null);
      await cache.store({ bytes, entry: 2 });
      assert.equal((await cache.load())?.entry, 2);
    });
  }

  it('has none when the facts beside it cannot be read', async () => {
    const cache = await locate();
    await cache.store({ bytes, entry: 1 });
    await writeFile(path.join(cache.directory, 'snapshot.json'), '{"entry":');
    assert.equal(await cache.load(), null);
  });

  it('has one for each program that runs sandboxes, because compiled code is of one version', async () => {
    const [one, other] = [await locate('/usr/bin/node'), await locate('/opt/other/node')];
    assert.notEqual(one.directory, other.directory);
  });
});
