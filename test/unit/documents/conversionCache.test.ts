import assert from 'node:assert/strict';
import { utimes } from 'node:fs/promises';
import { ConversionCache } from '../../../runtime/documents/conversionCache.ts';
import type {
  DocumentFile,
  DocumentReader,
  DocumentText,
} from '../../../runtime/documents/document.ts';
import { DocumentError } from '../../../runtime/documents/document.ts';
import type { TemporaryFolder } from '../../fakes/temporaryFolder.ts';
import { makeTemporaryFolder } from '../../fakes/temporaryFolder.ts';

const never = new AbortController().signal;

/** Counts conversions; the text is the name, repeated. */
class CountingReader implements DocumentReader {
  calls: string[] = [];
  error: Error | null = null;

  async read(file: DocumentFile, signal: AbortSignal): Promise<DocumentText> {
    this.calls.push(file.member ?? file.name);
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
    if (this.error !== null) throw this.error;
    return { format: 'text', text: 'x'.repeat(100), lost: [] };
  }
}

describe('ConversionCache', () => {
  let folder: TemporaryFolder;
  let reader: CountingReader;
  let cache: ConversionCache;
  before(async () => {
    folder = await makeTemporaryFolder();
  });
  after(() => folder.remove());
  beforeEach(() => {
    reader = new CountingReader();
    cache = new ConversionCache({ reader, maxCharacters: 250 });
  });

  async function file(name: string, member: string | null = null): Promise<DocumentFile> {
    return { name, hostPath: await folder.write(name, name), member };
  }

  it('converts a file once', async () => {
    const one = await file('one');
    const first = await cache.read(one, never);
    assert.equal(await cache.read(one, never), first);
    assert.deepEqual(reader.calls, ['one']);
  });
  it('shares a conversion that is under way', async () => {
    const one = await file('one');
    await Promise.all([cache.read(one, never), cache.read(one, never), cache.read(one, never)]);
    assert.deepEqual(reader.calls, ['one']);
  });
  it('converts again after the file changed', async () => {
    const one = await file('one');
    await cache.read(one, never);
    await utimes(one.hostPath, new Date(1_000), new Date(1_000));
    await cache.read(one, never);
    assert.equal(reader.calls.length, 2);
  });
  it('keeps members of one container apart', async () => {
    await cache.read(await file('box', 'a'), never);
    await cache.read(await file('box', 'b'), never);
    assert.deepEqual(reader.calls, ['a', 'b']);
  });
  it('drops the texts used least recently when it is full', async () => {
    const [one, two, three] = [await file('one'), await file('two'), await file('three')];
    for (const each of [one, two, one, three]) await cache.read(each, never);
    await cache.read(one, never);
    assert.deepEqual(reader.calls, ['one', 'two', 'three'], 'one was used again and stays');
    await cache.read(two, never);
    assert.deepEqual(reader.calls, ['one', 'two', 'three', 'two']);
  });
  it('does not remember errors', async () => {
    const one = await file('one');
    reader.error = new DocumentError('corrupt', 'damaged');
    await assert.rejects(cache.read(one, never), /damaged/);
    reader.error = null;
    assert.equal((await cache.read(one, never)).format, 'text');
  });
  it('can be asked again after every caller gave up', async () => {
    const one = await file('one');
    const controller = new AbortController();
    const given = cache.read(one, controller.signal);
    setImmediate(() => controller.abort());
    await given.catch(() => undefined);
    assert.equal((await cache.read(one, never)).text.length, 100);
  });
  it('leaves a file that is gone to the reader', async () => {
    await cache.read({ name: 'gone', hostPath: `${folder.path}/gone`, member: null }, never);
    assert.deepEqual(reader.calls, ['gone']);
  });
});
