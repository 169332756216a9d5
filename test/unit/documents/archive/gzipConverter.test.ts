import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { gzipConverter } from '../../../../runtime/documents/archive/gzipConverter.ts';
import { convertWith, isProblem, sourceOf } from '../../../fakes/convertWith.ts';

describe('gzipConverter', () => {
  const bytes = new Uint8Array(gzipSync('hello'));
  it('converts the file inside under its own name', async () => {
    const { format, text } = await convertWith(gzipConverter, 'a.csv.gz', bytes);
    assert.deepEqual([format, text], ['gzip', '[a.csv.gz/a.csv: hello]']);
    assert.match((await convertWith(gzipConverter, 'a.tgz', bytes)).text, /^\[a\.tgz\/a\.tar:/);
  });
  it('opens the file inside by its name', async () => {
    const never = new AbortController().signal;
    const source = sourceOf('d/a.csv.gz', bytes);
    assert.equal(
      (await gzipConverter.openMember?.(source, 'a.csv', never))?.name,
      'd/a.csv.gz/a.csv',
    );
    const other = gzipConverter.openMember?.(source, 'b', never) ?? Promise.resolve();
    await assert.rejects(other, isProblem('no-member', /holds one file, "a\.csv"/));
  });
  it('refuses a bomb and a damaged file', async () => {
    const bomb = new Uint8Array(gzipSync(new Uint8Array(201_000_000), { level: 1 }));
    await assert.rejects(
      convertWith(gzipConverter, 'x.gz', bomb),
      isProblem('too-large', /more than 200 MB/),
    );
    await assert.rejects(
      convertWith(gzipConverter, 'x.gz', bytes.subarray(0, 12)),
      isProblem('corrupt', /damaged gzip/),
    );
  });
  it('recognises its signature', () => {
    assert.equal(gzipConverter.recognise(sourceOf('x', bytes)), 1);
    assert.equal(gzipConverter.recognise(sourceOf('x.gz', 'text')), 0);
  });
});
