import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  assets,
  isKeptOfPlatform,
  isNeeded,
  startedByPath,
} from '../../../runtime/setup/packaging/assets.mjs';
import {
  packageOf,
  platformPackages,
  readLock,
} from '../../../runtime/setup/packaging/lockedPackages.mjs';
import { noticesOf } from '../../../runtime/setup/packaging/notices.mjs';
import { ownTarget, runsOn, targets } from '../../../runtime/setup/packaging/targets.mjs';
import { projectRoot } from '../../../runtime/setup/prepare.mjs';

const linux = targets['linux-x64'];

describe('the targets of packages', () => {
  it('know the platform of a machine', () => {
    assert.equal(ownTarget('linux', 'x64'), 'linux-x64');
    assert.equal(ownTarget('win32', 'arm64'), 'win32-arm64');
    assert.equal(ownTarget('freebsd', 'x64'), null);
  });

  const cases = [
    ['a package for this platform', { os: ['linux'], cpu: ['x64'] }, true],
    ['one for several', { os: ['darwin', 'linux'], cpu: ['arm64', 'x64'] }, true],
    ['one for all', {}, true],
    ['one for another system', { os: ['darwin'], cpu: ['x64'] }, false],
    ['one for another processor', { os: ['linux'], cpu: ['arm64'] }, false],
    ['one for all but this', { os: ['!linux'] }, false],
    ['one for all but another', { os: ['!win32'], cpu: ['x64'] }, true],
    ['one for another C library', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }, false],
    ['one for this C library', { os: ['linux'], cpu: ['x64'], libc: ['glibc'] }, true],
  ];
  for (const [title, entry, runs] of cases) {
    it(`${runs ? 'take' : 'leave'} ${title}`, () => assert.equal(runsOn(entry, linux), runs));
  }
});

describe('the packages of the lock file', () => {
  it('are told from the paths of their files', () => {
    assert.equal(packageOf('zod/v4/core.js'), 'zod');
    assert.equal(packageOf('@img/colour/index.cjs'), '@img/colour');
    assert.equal(packageOf('a/node_modules/@s/b/lib/c.js'), 'a/node_modules/@s/b');
    assert.equal(packageOf('a/node_modules/b/package.json'), 'a/node_modules/b');
  });

  it('give the native ones for a platform, also those that native ones need', () => {
    const native = (os, cpu, more = {}) => ({ os: [os], cpu: [cpu], ...more });
    const lock = new Map([
      [
        'sharp',
        { optionalDependencies: { 's-linux-x64': '1', 's-darwin-arm64': '1', plain: '1' } },
      ],
      ['s-linux-x64', native('linux', 'x64', { optionalDependencies: { 'vips-linux-x64': '1' } })],
      ['vips-linux-x64', native('linux', 'x64')],
      ['s-darwin-arm64', native('darwin', 'arm64')],
      ['plain', {}],
      ['engine', { optionalDependencies: { 'e-linux-arm64': '1', 'e-linux-x64-cuda': '1' } }],
      ['e-linux-arm64', { os: ['linux'], cpu: ['arm64', 'x64'] }],
      ['e-linux-x64-cuda', native('linux', 'x64')],
    ]);
    const names = ['sharp', 'engine', 'unknown'];
    assert.deepEqual(platformPackages(lock, names, linux), ['s-linux-x64', 'vips-linux-x64']);
    assert.deepEqual(platformPackages(lock, names, targets['linux-arm64']), ['e-linux-arm64']);
    assert.throws(
      () => platformPackages(lock, ['plain'], linux),
      /no native packages for linux-x64/,
    );
  });

  it('give an engine and a library for pictures on every target', async () => {
    const lock = await readLock(projectRoot);
    for (const [target, platform] of Object.entries(targets)) {
      const names = platformPackages(lock, ['sharp', 'node-llama-cpp'], platform).join(' ');
      assert.match(names, /@img\/sharp-\S+/, target);
      assert.match(names, /@node-llama-cpp\/\S+/, target);
      for (const name of names.split(' ')) assert.ok(lock.get(name).integrity, name);
    }
  });
});

describe('what a package leaves out', () => {
  it('is native code that tracing found, which belongs to this machine', () => {
    assert.equal(isNeeded('sharp/lib/sharp.js'), true);
    assert.equal(isNeeded('onnxruntime-node/bin/linux/x64/binding.node'), false);
    assert.equal(isNeeded('@node-llama-cpp/linux-x64/dist/index.js'), false);
  });

  it('is every engine of the OCR but one', () => {
    assert.equal(isNeeded('tesseract.js-core/tesseract-core-simd.js'), true);
    assert.equal(isNeeded('tesseract.js-core/tesseract-core-lstm.js'), false);
    assert.equal(isNeeded('tesseract.js/src/index.js'), true);
  });

  it('is an engine for processors that others serve, and what only compilers read', () => {
    const kept = (name) => isKeptOfPlatform(`/x/bins/linux-x64/${name}`);
    assert.equal(kept('libggml-cpu-haswell.so'), true);
    assert.equal(kept('libggml-cpu-x64.so'), true);
    assert.equal(kept('libggml-cpu-cannonlake.so'), false);
    assert.equal(kept('libggml-cpu-armv8.6_2.so'), false);
    assert.equal(kept('ggml-cpu-sandybridge.dll'), false);
    assert.equal(kept('libggml-base.so'), true);
    assert.equal(kept('llama-addon.node'), true);
    assert.equal(kept('README.md'), false);
    assert.equal(kept('index.d.ts'), false);
  });

  it('names only packages that the project has', async () => {
    const lock = await readLock(projectRoot);
    for (const name of [...Object.keys(assets), ...startedByPath.map(packageOf)]) {
      assert.ok(lock.has(name), name);
    }
  });
});

describe('the notices of a package', () => {
  let root = '';
  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'tool-r1-notices-'));
  });
  after(() => rm(root, { recursive: true }));

  async function made(name, manifest, files = {}) {
    const folder = path.join(root, name);
    await mkdir(folder);
    const all = { 'package.json': JSON.stringify(manifest), ...files };
    for (const [file, text] of Object.entries(all)) await writeFile(path.join(folder, file), text);
    return folder;
  }

  it('hold name, version, licence and its text', async () => {
    const a = await made(
      'a',
      { name: 'a', version: '1.2.3', license: 'MIT' },
      { LICENSE: 'Be free.\n' },
    );
    const old = { name: 'b', version: '0.1.0', licenses: [{ type: 'BSD' }] };
    const b = await made('b', old, { 'LICENCE.md': 'Be kind.', NOTICE: 'By B.' });
    const text = await noticesOf([a, b]);
    assert.match(
      text,
      /^a 1\.2\.3 \(MIT\)\n=+\nBe free\.\n\nb 0\.1\.0 \(BSD\)\n=+\nBe kind\.\nBy B\.\n/,
    );
  });

  it('say so when a package names no licence', async () => {
    const c = await made('c', { name: 'c', version: '1.0.0' });
    assert.match(await noticesOf([c]), /^c 1\.0\.0 \(see its text\)/);
  });
});
