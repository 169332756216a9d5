// What is inside the package, and what is not.
import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import type { Unzipped } from 'fflate';
import * as z from 'zod';
import { projectRoot } from '../vscode/installation.ts';
import { filesOfPackage, packageUnderTest } from './packageUnderTest.ts';

const mostBytes = 40e6;

/** Modules of our own in the place of packages. */
const standIns = ['onnxruntime-node', '@napi-rs/canvas'];

const Manifest = z.looseObject({ main: z.string(), publisher: z.string() });

describe('the package', function () {
  this.timeout(300_000);
  let vsix = '';
  let files: Unzipped = {};
  let names: string[] = [];

  before(async () => {
    vsix = await packageUnderTest();
    files = await filesOfPackage(vsix);
    names = Object.keys(files)
      .filter((name) => name.startsWith('extension/'))
      .map((name) => name.slice('extension/'.length));
  });

  const text = (name: string): string => Buffer.from(files[`extension/${name}`] ?? []).toString();
  const own = (): string[] => names.filter((name) => !name.startsWith('dist/node_modules/'));

  it(`weighs less than ${mostBytes / 1e6} MB`, async () => {
    const { size } = await stat(vsix);
    console.log(`      ${(size / 1e6).toFixed(1)} MB, ${names.length} files`);
    assert.ok(size < mostBytes, `${size} bytes`);
  });

  it('holds nothing at its top but what it needs', () => {
    const top = new Set(names.map((name) => name.split('/')[0]?.toLowerCase()));
    assert.deepEqual([...top].sort(), [
      'changelog.md',
      'dist',
      'license.txt',
      'media',
      'package.json',
      'readme.md',
      'third-party-notices.txt',
    ]);
  });

  it('holds no sources, tests, maps or types', () => {
    const strange = names.filter(
      (name) =>
        /\.(map|tsbuildinfo|tsx?|mts|cts)$/.test(name) ||
        /(^|\/)(\.git|\.cache|shared|test-results|__tests__)(\/|$)/.test(name),
    );
    assert.deepEqual(strange, []);
    const tests = own().filter((name) => /(^|\/)tests?\//.test(name));
    assert.deepEqual(tests, []);
  });

  it('points to nothing outside of it', () => {
    for (const name of own().filter((file) => /\.(mjs|cjs|js|css|json)$/.test(file))) {
      assert.doesNotMatch(text(name), /sourceMappingURL=(?!data:)/, name);
      assert.ok(!text(name).includes(projectRoot), `${name} names the folder it was made in`);
    }
  });

  it('has a manifest without what is for developers', () => {
    const manifest = Manifest.parse(JSON.parse(text('package.json')));
    assert.ok(names.includes(manifest.main.replace('./', '')), manifest.main);
    for (const name of ['scripts', 'devDependencies', 'dependencies', 'private']) {
      assert.ok(!(name in manifest), `package.json has ${name}`);
    }
  });

  it('has the licences of what it took from others', () => {
    const notices = text('THIRD-PARTY-NOTICES.txt');
    const folders = names.flatMap((name) => {
      const found = /^dist\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(name)?.[1];
      return found === undefined ? [] : [found];
    });
    const missing = [...new Set(folders)].filter(
      (name) => !standIns.includes(name) && !`\n${notices}`.includes(`\n${name} `),
    );
    assert.deepEqual(missing, []);
    assert.match(notices, /\nzod \d/);
  });

  it('has native code for one platform only', () => {
    const native = names.filter((name) => name.endsWith('.node'));
    assert.ok(native.length >= 2, native.join());
    for (const name of native) assert.match(name, new RegExp(`${process.platform}|sharp`), name);
    for (const name of native) assert.match(name, new RegExp(process.arch), name);
  });
});
