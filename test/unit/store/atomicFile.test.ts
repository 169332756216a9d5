import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../../../runtime/store/atomicFile.ts';
import { failureOf } from '../../fakes/failureOf.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

describe('replaceFile', () => {
  const inFolder = temporaryFolder();

  it('writes all parts in order, in a folder that it makes', async () => {
    const file = inFolder('a', 'b', 'state.jsonl');
    await replaceFile(file, ['one\n', 'two\n', 'ü\n']);
    assert.equal(await readFile(file, 'utf8'), 'one\ntwo\nü\n');
    assert.deepEqual(await readdir(inFolder('a', 'b')), ['state.jsonl']);
  });

  it('takes more text than is held at once', async () => {
    const line = `${'x'.repeat(400_000)}\n`;
    const file = inFolder('large');
    await replaceFile(
      file,
      Array.from({ length: 9 }, () => line),
    );
    assert.equal(await readFile(file, 'utf8'), line.repeat(9));
  });

  it('keeps the old file when the parts break off, and leaves no draft', async () => {
    const file = inFolder('state.jsonl');
    await writeFile(file, 'old');
    function* parts() {
      yield 'new';
      throw new Error('out of paper');
    }
    const failure = await failureOf(replaceFile(file, parts()));
    assert.equal(failure.code, 'store/write-failed');
    assert.ok(failure.message.includes('out of paper'));
    assert.equal(await readFile(file, 'utf8'), 'old');
    assert.deepEqual(await readdir(path.dirname(file)), ['state.jsonl']);
  });

  it('says what is in the way', async () => {
    await writeFile(inFolder('file'), '');
    const failure = await failureOf(replaceFile(inFolder('file', 'state'), ['x']));
    assert.equal(failure.code, 'store/path-taken');
  });
});
