import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  isForMachine,
  moduleFiles,
  runsOn,
} from '../../../../runtime/remote/provision/moduleFiles.ts';
import { nodePlatform } from '../../../../runtime/remote/provision/platform.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';

const linux = { os: 'linux', cpu: 'x64' };

describe('files of packages for a machine', () => {
  const folder = temporaryFolder();

  async function install(name: string, manifest: object, ...files: string[]): Promise<void> {
    await mkdir(path.join(folder(name), 'lib'), { recursive: true });
    await writeFile(folder(name, 'package.json'), JSON.stringify({ name, ...manifest }));
    for (const file of files) await writeFile(folder(name, file), '');
  }

  it('are those of what the bundles load and of what that depends on, and no others', async () => {
    await install(
      'sharp',
      { dependencies: { inner: '1' }, optionalDependencies: { gone: '1' } },
      'lib/a.js',
    );
    await install('inner', {}, 'b.js', 'b.js.map', 'README.md', 'b.d.ts');
    await install('unasked', {}, 'c.js');
    assert.deepEqual(await moduleFiles(folder('.'), linux), [
      'inner/b.js',
      'inner/package.json',
      'sharp/lib/a.js',
      'sharp/package.json',
    ]);
  });

  it('leave out packages that are made for another kind of machine', async () => {
    const native = { os: ['linux'], cpu: ['arm64'] };
    await install('sharp', { optionalDependencies: { native: '1' } });
    await install('native', native, 'n.node');
    assert.deepEqual(await moduleFiles(folder('.'), linux), ['sharp/package.json']);
    const arm = await moduleFiles(folder('.'), { os: 'linux', cpu: 'arm64' });
    assert.ok(arm.includes('native/n.node'));
  });

  it('depend on each other in a circle without harm', async () => {
    await install('sharp', { dependencies: { inner: '1' } });
    await install('inner', { dependencies: { sharp: '1' } });
    assert.equal((await moduleFiles(folder('.'), linux)).length, 2);
  });

  it('hold the engine of one kind of machine', () => {
    const engine = (system: string) => `onnxruntime-node/bin/napi-v6/${system}/engine.node`;
    assert.equal(isForMachine(engine('linux/x64'), linux), true);
    assert.equal(isForMachine(engine('linux/arm64'), linux), false);
    assert.equal(isForMachine(engine('darwin/x64'), linux), false);
    assert.equal(isForMachine('tesseract.js-core/tesseract-core-simd.wasm', linux), true);
    assert.equal(isForMachine('tesseract.js-core/tesseract-core.wasm', linux), false);
  });

  it('are chosen as npm chooses', () => {
    assert.equal(runsOn({}, linux), true);
    assert.equal(runsOn({ os: ['!win32'] }, linux), true);
    assert.equal(runsOn({ os: ['!linux'] }, linux), false);
    assert.equal(runsOn({ libc: ['musl'] }, linux), false);
  });

  it('name machines as npm does', () => {
    assert.deepEqual(nodePlatform('Linux', 'x86_64'), linux);
    assert.deepEqual(nodePlatform('Darwin', 'arm64'), { os: 'darwin', cpu: 'arm64' });
    assert.deepEqual(nodePlatform('Linux', 'riscv64'), { os: 'linux', cpu: 'riscv64' });
  });
});
