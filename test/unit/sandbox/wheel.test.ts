import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { unpackWheel } from '../../../runtime/sandbox/wheel.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../fakes/temporaryFolder.ts';
import { wheelBytes } from '../../fakes/wheels.ts';

const never = new AbortController().signal;

describe('unpackWheel', () => {
  let folder: TemporaryFolder;
  let site: string;
  beforeEach(async () => {
    folder = await makeTemporaryFolder();
    site = path.join(folder.path, 'site');
  });
  afterEach(() => folder.remove());

  const write = (files: Record<string, string>): Promise<string> =>
    folder.write('a.whl', wheelBytes({ name: 'a', version: '1', files }));

  it('writes each file below the folder and says how large it is', async () => {
    const wheel = await write({ 'a/__init__.py': 'x = 1\n', 'a/deep/down.txt': 'hello' });
    assert.deepEqual(await unpackWheel(wheel, site, never), [
      { path: 'a/__init__.py', bytes: 6 },
      { path: 'a/deep/down.txt', bytes: 5 },
    ]);
    assert.equal(await readFile(path.join(site, 'a/deep/down.txt'), 'utf8'), 'hello');
  });

  it('puts library parts where Python looks and leaves scripts out', async () => {
    const wheel = await write({
      'a-1.data/purelib/a/pure.py': '1',
      'a-1.data/platlib/a/plat.py': '2',
      'a-1.data/scripts/run': '3',
      'a-1.data/headers/a.h': '4',
    });
    await unpackWheel(wheel, site, never);
    const names = await readdir(site, { recursive: true });
    assert.deepEqual(names.sort(), ['a', 'a/plat.py', 'a/pure.py']);
  });

  for (const name of ['../out.py', 'a/../../out.py', '/out.py', 'a\\..\\..\\out.py']) {
    it(`refuses the name ${name}`, async () => {
      const wheel = await write({ [name]: 'x' });
      await assert.rejects(unpackWheel(wheel, site, never), /invalid|absolute|relative/);
      const names = await readdir(folder.path, { recursive: true });
      assert.ok(!names.some((found) => found.includes('out.py')), names.join(' '));
    });
  }

  it('does not write a file twice', async () => {
    const wheel = await write({ 'a/x.py': '1', 'a-1.data/purelib/a/x.py': '2' });
    await assert.rejects(unpackWheel(wheel, site, never), { code: 'EEXIST' });
  });

  it('says when the archive is damaged', async () => {
    const whole = wheelBytes({ name: 'a', version: '1', files: { 'a.py': 'x'.repeat(1000) } });
    const wheel = await folder.write('a.whl', whole.subarray(0, whole.length - 30));
    await assert.rejects(unpackWheel(wheel, site, never), /central directory/);
  });

  it('stops when it is told to', async () => {
    const wheel = await write({ 'a.py': 'x' });
    await assert.rejects(unpackWheel(wheel, site, AbortSignal.abort()), { name: 'AbortError' });
  });
});
