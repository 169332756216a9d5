// With a program in the place of npm that packs a made-up package, so that nothing is fetched.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unpackPackage } from '../../../runtime/setup/npmPackage.mjs';

describe('a package of npm', () => {
  const searchPath = process.env.PATH;
  let root = '';
  let integrity = '';

  before(async function () {
    if (process.platform === 'win32') {
      console.log('skipped: the stand-in for npm is a shell script');
      this.skip();
    }
    root = await mkdtemp(path.join(tmpdir(), 'tool-r1-npm-'));
    await mkdir(path.join(root, 'package/lib/inner'), { recursive: true });
    await writeFile(path.join(root, 'package/lib/inner/a.txt'), 'inner');
    await writeFile(path.join(root, 'package/b.txt'), 'outer');
    execFileSync('tar', ['-czf', 'made.tgz', 'package'], { cwd: root });
    const bytes = await readFile(path.join(root, 'made.tgz'));
    integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    // npm pack --silent --pack-destination FOLDER NAME ...
    const script = `#!/bin/sh\ncase "$5" in @s/made@1.0.0) ;; *) echo "not found: $5"; exit 1 ;; esac\ncp "${root}/made.tgz" "$4/s-made-1.0.0.tgz"\n`;
    await writeFile(path.join(root, 'npm'), script);
    await chmod(path.join(root, 'npm'), 0o755);
    process.env.PATH = `${root}${path.delimiter}${searchPath}`;
  });
  after(async () => {
    process.env.PATH = searchPath;
    if (root !== '') await rm(root, { recursive: true });
  });

  async function unpack(changes = {}) {
    const folder = await mkdtemp(path.join(root, 'target-'));
    const wanted = { name: '@s/made@1.0.0', integrity, inside: 'lib', folder, ...changes };
    await unpackPackage(wanted);
    return (await readdir(folder, { recursive: true })).sort();
  }

  it('is unpacked, all of it or one folder of it', async () => {
    assert.deepEqual(await unpack(), ['inner', path.join('inner', 'a.txt')]);
    assert.ok((await unpack({ inside: '.' })).includes('b.txt'));
  });

  it('is refused when it is not the one that was tested', async () => {
    await assert.rejects(unpack({ integrity: 'sha512-other' }), {
      name: 'SetupError',
      message: /not the package that was tested.*sha512-other[\s\S]*npm config get registry/,
    });
  });

  it('says what npm said when there is none', async () => {
    await assert.rejects(unpack({ name: '@s/other@1.0.0' }), /"npm pack .*not found: @s\/other/s);
  });
});
