import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { FileSource } from '../../../../runtime/policy/modelSources/fileSource.ts';
import { smallContent, smallModel } from '../../../fakes/smallModel.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';

describe('fileSource', () => {
  const at = temporaryFolder();
  const fetch = (signal = new AbortController().signal): Promise<void> =>
    new FileSource(at('mine.gguf')).fetch({
      model: smallModel,
      target: at('incoming'),
      signal,
      onProgress: () => undefined,
    });

  it('copies the file and leaves the original alone', async () => {
    writeFileSync(at('mine.gguf'), smallContent);
    await fetch();
    assert.deepEqual(readFileSync(at('incoming')), readFileSync(at('mine.gguf')));
  });

  it('says so when there is no such file', async () => {
    await assert.rejects(fetch(), { name: 'SourceError', message: 'it cannot be read (ENOENT)' });
  });

  it('refuses a file of another size and says how to use it as it is', async () => {
    writeFileSync(at('mine.gguf'), 'short');
    await assert.rejects(fetch(), {
      message: `it has 5 bytes and small.gguf has 300000; name that file, or use another model as gguf:${at('mine.gguf')}`,
    });
  });

  it('does nothing once it is cancelled', async () => {
    writeFileSync(at('mine.gguf'), smallContent);
    await assert.rejects(fetch(AbortSignal.abort()), { name: 'AbortError' });
  });
});
