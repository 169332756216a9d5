// A data pack inside real sandboxes, with an extension module that PyPI has for this ABI.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { DataPack } from '../../../runtime/sandbox/dataPack.ts';
import type { PyodideSandboxPool } from '../../../runtime/sandbox/pyodideSandboxPool.ts';
import type { Sandbox } from '../../../runtime/sandbox/sandbox.ts';
import { unpackWheel } from '../../../runtime/sandbox/wheel.ts';
import { fetchExtensionWheel } from '../../fakes/extensionWheel.ts';
import { never, openSandboxPool, runCode, testEpisode } from '../../fakes/sandboxPool.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../fakes/temporaryFolder.ts';

const library = 'msgspec/_core.cpython-314-wasm32-emscripten.so';
/** A module of 34 MB in memory makes the snapshot larger than the heap that Pyodide starts with. */
const ballast = 'blob = bytearray(range(256)) * (34 * 4096)\n';

describe('a data pack with an extension module', function () {
  this.timeout(120_000);
  let folder: TemporaryFolder;
  let pack: DataPack;
  before(async function () {
    folder = await makeTemporaryFolder();
    const wheel = await fetchExtensionWheel();
    if (!wheel.ok) {
      console.log(`      (skipped: the test wheel cannot be fetched: ${wheel.reason})`);
      this.skip();
      return;
    }
    const directory = path.join(folder.path, 'site');
    await unpackWheel(wheel.path, directory, never);
    await folder.write('site/ballast.py', ballast);
    pack = {
      key: createHash('sha256').update(ballast).digest('hex').slice(0, 16),
      directory,
      libraries: [library],
      imports: ['msgspec', 'ballast', 'no_such_module', 'msgspec._core'],
      packages: [{ name: 'msgspec', version: '0.23.0' }],
    };
  });
  after(() => folder.remove());

  const acquire = (pool: PyodideSandboxPool): Promise<Sandbox> => {
    const episode = testEpisode();
    const allowedImports = ['msgspec.*', 'ballast', 'ctypes', 'shutil'];
    return pool.acquire({ ...episode, settings: { ...episode.settings, allowedImports } }, never);
  };
  const work = `
import msgspec
class Row(msgspec.Struct):
    name: str
    amounts: list[int]
rows = [Row(str(n), [n, n + 1]) for n in range(1000)]
back = msgspec.json.decode(msgspec.json.encode(rows), type=list[Row])
print(back == rows, msgspec.msgpack.decode(msgspec.msgpack.encode({'a': [1, 2.5, None]})))
try:
    msgspec.json.decode(b'[{"name": 1, "amounts": []}]', type=list[Row])
except msgspec.ValidationError as error:
    print(error)
`;
  const expected = "True {'a': [1, 2.5, None]}\nExpected `str`, got `int` - at `$[0].name`\n";

  it('works from a snapshot, in several sandboxes at once and again after a reset', async () => {
    const pool = openSandboxPool({ dataPack: pack, processes: 1, workersPerProcess: 2 });
    try {
      const first = await acquire(pool);
      const second = await acquire(pool);
      const results = await Promise.all([runCode(first, work), runCode(second, work)]);
      for (const result of results) {
        assert.equal(result.stdout, expected, JSON.stringify([result.error, result.refusals]));
      }
      await first.release();
      const again = await acquire(pool);
      assert.equal((await runCode(again, work)).stdout, expected);
      await again.release();
      await second.release();
    } finally {
      await pool.close();
    }
  });

  it('holds what a large module loaded, so that the snapshot is larger than the first heap', async () => {
    const pool = openSandboxPool({ dataPack: pack });
    try {
      const sandbox = await acquire(pool);
      const result = await runCode(
        sandbox,
        'import ballast\nprint(len(ballast.blob), ballast.blob[513])',
      );
      assert.equal(
        result.stdout,
        `${34 << 20} 1\n`,
        JSON.stringify([result.error, result.refusals]),
      );
      await sandbox.release();
    } finally {
      await pool.close();
    }
  });

  it('survives a step that has to be rolled back', async () => {
    const pool = openSandboxPool({ dataPack: pack });
    try {
      const sandbox = await acquire(pool);
      assert.equal((await runCode(sandbox, work)).stdout, expected);
      const stubborn =
        'while True:\n    try:\n        while True: pass\n    except BaseException: pass';
      const stopped = await runCode(sandbox, stubborn, { timeoutMilliseconds: 300 });
      assert.equal(stopped.recovery, 'rolled-back');
      const after = await runCode(
        sandbox,
        'print(msgspec.json.decode(msgspec.json.encode(rows[:1])))',
      );
      assert.equal(after.stdout, "[{'name': '0', 'amounts': [0, 1]}]\n");
      await sandbox.release();
    } finally {
      await pool.close();
    }
  });

  it('loads no library of the code itself', async () => {
    const pool = openSandboxPool({ dataPack: pack, guard: false });
    try {
      const sandbox = await acquire(pool);
      const code = `import ctypes, shutil\nshutil.copy('/pack/${library}', '/tmp/mine.so')\nctypes.CDLL('/tmp/mine.so')`;
      const result = await runCode(sandbox, code);
      assert.notEqual(result.outcome, 'executed');
      assert.notDeepEqual(result.violations, []);
      await sandbox.release();
    } finally {
      await pool.close();
    }
  });
});
