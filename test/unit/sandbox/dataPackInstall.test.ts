import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { loadDataPack, type DataPackPlace } from '../../../runtime/sandbox/dataPack.ts';
import {
  describeDataPack,
  installDataPack,
  type DataPackOptions,
} from '../../../runtime/sandbox/dataPackInstall.ts';
import { FailureError } from '../../../runtime/support/errors.ts';
import type { Progress } from '../../../runtime/support/progress.ts';
import { cutFile, file, startMirror, status, stuckFile, type Mirror } from '../../fakes/mirror.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../fakes/temporaryFolder.ts';
import { wheelBytes, wheelName, writeRelease, type FakePackage } from '../../fakes/wheels.ts';

const library = 'numpy/linalg/_umath.cpython-314-wasm32-emscripten.so';
const numpy: FakePackage = {
  name: 'numpy',
  version: '2.0',
  files: {
    'numpy/__init__.py': 'x = 1\n'.repeat(20_000).replace(/1/g, () => String(Math.random())),
    [library]: 'wasm',
    'numpy.libs/libblas.so': 'plain',
    'numpy-2.0.data/platlib/numpy/extra.py': 'y = 2\n',
    'numpy-2.0.data/scripts/f2py': '#!',
  },
};
const pandas: FakePackage = {
  name: 'pandas',
  version: '3.0',
  depends: ['numpy', 'python-dateutil'],
  files: { 'pandas/__init__.py': 'import numpy\n' },
};
const dateutil: FakePackage = {
  name: 'python-dateutil',
  version: '2.9',
  files: { 'dateutil/__init__.py': '' },
};
const tzdata: FakePackage = {
  name: 'tzdata',
  version: '2025',
  files: { 'tzdata/__init__.py': '' },
};
const packages = [numpy, pandas, dateutil, tzdata];

describe('installDataPack', () => {
  let folder: TemporaryFolder;
  let mirror: Mirror;
  let place: DataPackPlace;
  let progress: Progress[];
  beforeEach(async () => {
    folder = await makeTemporaryFolder();
    mirror = await startMirror();
    progress = [];
    const pyodideDirectory = await writeRelease(folder, '1.2.3', packages);
    place = { cacheDirectory: path.join(folder.path, 'cache'), pyodideDirectory };
    for (const one of packages) mirror.answers.set(pathOf(one), file(wheelBytes(one)));
  });
  afterEach(async () => {
    await mirror.close();
    await folder.remove();
  });

  const pathOf = (one: FakePackage): string => `/full/${wheelName(one)}`;
  const options = (signal = new AbortController().signal): DataPackOptions => ({
    signal,
    source: `${mirror.url}/full`,
    onProgress: (report) => progress.push(report),
    stallMilliseconds: 200,
    retryMilliseconds: 5,
  });
  const failureOf = async (promise: Promise<unknown>): Promise<FailureError> => {
    try {
      await promise;
    } catch (error) {
      assert.ok(error instanceof FailureError, String(error));
      return error;
    }
    return assert.fail('the installation should have failed');
  };
  const packFiles = (): Promise<string[]> =>
    readdir(path.join(place.cacheDirectory, 'data-pack', '1.2.3'));

  it('fetches, checks and unpacks every wheel, and finds it afterwards', async () => {
    const pack = await installDataPack(place, options());
    assert.deepEqual(
      mirror.requests,
      [numpy, dateutil, pandas, tzdata].map((one) => `GET ${pathOf(one)}`),
    );
    assert.deepEqual(pack.imports, [
      'numpy',
      'dateutil',
      'pandas',
      'tzdata',
      'numpy.linalg._umath',
    ]);
    assert.deepEqual(pack.libraries, [library, 'numpy.libs/libblas.so']);
    assert.equal(await readFile(path.join(pack.directory, library), 'utf8'), 'wasm');
    assert.equal(await readFile(path.join(pack.directory, 'numpy/extra.py'), 'utf8'), 'y = 2\n');
    assert.deepEqual(await loadDataPack(place), pack);
    assert.deepEqual((await packFiles()).sort(), ['pack.json', path.basename(pack.directory)]);
  });

  it('leaves out what Python does not import', async () => {
    const pack = await installDataPack(place, options());
    const names = await readdir(pack.directory);
    assert.ok(!names.some((name) => name.includes('.data')), names.join(' '));
  });

  it('tells what it fetches, by bytes, and what it unpacks', async () => {
    await installDataPack(place, options());
    const activities = [...new Set(progress.map((report) => report.activity))];
    assert.deepEqual(activities, [
      'Fetching numpy 2.0',
      'Fetching python-dateutil 2.9',
      'Fetching pandas 3.0',
      'Fetching tzdata 2025',
      'Unpacking numpy',
      'Unpacking python-dateutil',
      'Unpacking pandas',
      'Unpacking tzdata',
    ]);
    const bytes = progress.filter((report) => report.activity === 'Fetching numpy 2.0');
    assert.equal(bytes.at(-1)?.done, wheelBytes(numpy).length);
    assert.equal(bytes.at(-1)?.total, wheelBytes(numpy).length);
  });

  it('asks for nothing when the pack is there', async () => {
    await installDataPack(place, options());
    mirror.requests.length = 0;
    await installDataPack(place, options());
    assert.deepEqual(mirror.requests, []);
  });

  it('installs once when two ask for it', async () => {
    const [one, two] = await Promise.all([
      installDataPack(place, options()),
      installDataPack(place, options()),
    ]);
    assert.deepEqual(one, two);
    assert.equal(mirror.requests.length, packages.length);
  });

  it('mends a damaged pack', async () => {
    const pack = await installDataPack(place, options());
    await folder.write(path.relative(folder.path, path.join(pack.directory, library)), 'cut');
    await assert.rejects(loadDataPack(place), /missing or cut/);
    await installDataPack(place, options());
    assert.deepEqual(await loadDataPack(place), pack);
  });

  it('continues a wheel that was cut, with the bytes that had come', async () => {
    mirror.answers.set(pathOf(numpy), cutFile(wheelBytes(numpy), 20_000, 1));
    await installDataPack(place, options());
    assert.match(mirror.requests[1]!, /numpy.* bytes=[1-9]\d*-$/);
  });

  it('refuses a wheel that is not the one in the list, and leaves no pack', async () => {
    const other = wheelBytes({ ...numpy, files: { 'numpy/__init__.py': 'evil()' } });
    mirror.answers.set(pathOf(numpy), file(other));
    const error = await failureOf(installDataPack(place, options()));
    assert.equal(error.failure.code, 'sandbox/data-pack-wrong-checksum');
    assert.match(error.message, /Without it the agent works with the standard library/);
    assert.equal(await loadDataPack(place), null);
    assert.deepEqual(await packFiles(), ['wheels']);
  });

  it('says which wheel is missing', async () => {
    mirror.answers.delete(pathOf(pandas));
    const error = await failureOf(installDataPack(place, options()));
    assert.equal(error.failure.code, 'sandbox/data-pack-refused');
    assert.match(error.message, /pandas-3\.0-py3-none-any\.whl answered 404/);
  });

  it('keeps what is complete when a later wheel fails', async () => {
    mirror.answers.set(pathOf(pandas), status(404));
    await failureOf(installDataPack(place, options()));
    mirror.answers.set(pathOf(pandas), file(wheelBytes(pandas)));
    mirror.requests.length = 0;
    await installDataPack(place, options());
    assert.deepEqual(mirror.requests, [`GET ${pathOf(pandas)}`, `GET ${pathOf(tzdata)}`]);
  });

  it('does not take a web page for a wheel', async () => {
    mirror.answers.set(pathOf(numpy), status(200, '<html>', 'text/html; charset=utf-8'));
    const error = await failureOf(installDataPack(place, options()));
    assert.equal(error.failure.code, 'sandbox/data-pack-not-the-file');
  });

  it('gives up on a server that sends nothing', async () => {
    mirror.answers.set(pathOf(numpy), stuckFile(wheelBytes(numpy), 10));
    const error = await failureOf(installDataPack(place, options()));
    assert.equal(error.failure.code, 'sandbox/data-pack-unreachable');
  });

  it('stops when it is told to and continues later', async () => {
    mirror.answers.set(pathOf(numpy), stuckFile(wheelBytes(numpy), 5000));
    const stop = new AbortController();
    const running = installDataPack(place, { ...options(stop.signal), stallMilliseconds: 60_000 });
    while (progress.every((report) => report.done === 0)) await delay(5);
    stop.abort();
    await assert.rejects(running, { name: 'AbortError' });
    assert.equal(await loadDataPack(place), null);
    mirror.answers.set(pathOf(numpy), file(wheelBytes(numpy)));
    await installDataPack(place, options());
    assert.match(mirror.requests[1]!, /bytes=5000-$/);
  });

  it('unpacks nothing outside its folder', async () => {
    const bad: FakePackage = { ...numpy, files: { '../../escape.py': 'x' } };
    const pyodideDirectory = await writeRelease(folder, '1.2.4', [bad, pandas, dateutil, tzdata]);
    mirror.answers.set(pathOf(numpy), file(wheelBytes(bad)));
    const error = await failureOf(installDataPack({ ...place, pyodideDirectory }, options()));
    assert.equal(error.failure.code, 'sandbox/data-pack-unpack');
    assert.match(error.message, /invalid relative path/);
    const everything = await readdir(folder.path, { recursive: true });
    assert.ok(!everything.some((name) => name.includes('escape')), everything.join(' '));
  });
});

describe('describeDataPack', () => {
  const root = path.resolve(import.meta.dirname, '../../..');

  it('says what would be fetched and from where', async () => {
    const offer = await describeDataPack({
      cacheDirectory: '/nowhere',
      pyodideDirectory: path.join(root, 'node_modules', 'pyodide'),
    });
    assert.equal(offer.source, 'https://cdn.jsdelivr.net/pyodide/v314.0.7/full/');
    assert.ok(offer.packages.includes('pandas 3.0.2'));
  });
});
