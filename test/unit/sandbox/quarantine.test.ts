import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Quarantine } from '../../../runtime/sandbox/quarantine.ts';

describe('the quarantine', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'quarantine-'));
  });
  afterEach(() => rm(folder, { recursive: true }));
  const open = (maxFiles = 3, maxBytes = 100) => new Quarantine(folder, { maxFiles, maxBytes });
  const text = (value: string) => Buffer.from(value);

  it('copies a file and says where it lies', async () => {
    const kept = await open().keep('tables/a.csv', 3, text('1,2'));
    const target = path.join(folder, 'tables', 'a.csv');
    assert.deepEqual(kept, { name: 'tables/a.csv', bytes: 3, path: target, refused: null });
    assert.equal(await readFile(target, 'utf8'), '1,2');
  });

  it('writes over a file of the same name', async () => {
    const quarantine = open(1, 5);
    await quarantine.keep('a', 3, text('one'));
    const again = await quarantine.keep('a', 5, text('two!!'));
    assert.equal(again.refused, null);
    assert.equal(await readFile(path.join(folder, 'a'), 'utf8'), 'two!!');
  });

  it('refuses names that are no plain file names everywhere', async () => {
    const names = [
      ...['../a', 'a/../../b', '/etc/x', './a', 'a//b', 'a\\b', 'a\nb', 'a\0b', 'C:x', 'a?', ' a'],
      ...['nul', 'COM1.txt', 'dot.', 'rtl\u202Etxt.exe', 'x'.repeat(201), 'a/b/c/d/e/f/g/h/i'],
    ];
    for (const name of names) {
      const kept = await open().keep(name, 1, text('x'));
      assert.equal(kept.path, null, name);
      assert.match(kept.refused ?? '', /name|deep/, name);
    }
  });

  it('refuses more files and more bytes than the limits', async () => {
    const quarantine = open(2, 10);
    await quarantine.keep('a', 6, text('123456'));
    assert.match(
      (await quarantine.keep('b', 5, text('12345'))).refused ?? '',
      /larger than 10 bytes/,
    );
    assert.equal((await quarantine.keep('b', 4, text('1234'))).refused, null);
    assert.match(
      (await quarantine.keep('c', 0, text(''))).refused ?? '',
      /may keep 2 output files/,
    );
  });

  it('refuses names that differ only in case, and contents that did not arrive whole', async () => {
    const quarantine = open();
    await quarantine.keep('a.txt', 1, text('x'));
    assert.match((await quarantine.keep('A.txt', 1, text('x'))).refused ?? '', /only in case/);
    assert.match((await quarantine.keep('b', 5, text('x'))).refused ?? '', /whole/);
  });

  it('refuses everything without a folder', async () => {
    const kept = await new Quarantine(null, { maxFiles: 1, maxBytes: 1 }).keep('a', 1, null);
    assert.match(kept.refused ?? '', /keeps no output files/);
  });
});
