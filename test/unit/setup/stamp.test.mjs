import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hashFiles, isStamped, writeStamp } from '../../../runtime/setup/stamp.mjs';

describe('stamps of the set-up', () => {
  let root = '';
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'tool-r1-stamp-'));
    await mkdir(path.join(root, 'src', 'deep'), { recursive: true });
    await writeFile(path.join(root, 'src', 'a.ts'), 'a');
    await writeFile(path.join(root, 'src', 'deep', 'b.ts'), 'b');
    await writeFile(path.join(root, 'lock.json'), '{}');
  });
  afterEach(() => rm(root, { recursive: true }));

  const hash = (facts) => hashFiles(root, ['src', 'lock.json', 'missing'], facts);

  it('are equal while nothing changed', async () => {
    assert.equal(await hash(), await hash());
  });

  it('change with content, name and place of a file, and with a fact', async () => {
    const hashes = [await hash()];
    await writeFile(path.join(root, 'src', 'deep', 'b.ts'), 'c');
    hashes.push(await hash());
    await writeFile(path.join(root, 'src', 'c.ts'), '');
    hashes.push(await hash());
    await writeFile(path.join(root, 'missing'), '');
    hashes.push(await hash());
    hashes.push(await hash(['node 22']));
    assert.equal(new Set(hashes).size, hashes.length);
  });

  it('do not see what Python caches', async () => {
    const before = await hash();
    await mkdir(path.join(root, 'src', '__pycache__'));
    await writeFile(path.join(root, 'src', '__pycache__', 'x.pyc'), 'x');
    assert.equal(await hash(), before);
  });

  it('are found again where they were written', async () => {
    const file = path.join(root, 'new', 'folder', 'stamp');
    assert.equal(await isStamped(file, 'abc'), false);
    await writeStamp(file, 'abc');
    assert.equal(await isStamped(file, 'abc'), true);
    assert.equal(await isStamped(file, 'abd'), false);
  });
});
