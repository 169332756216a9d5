import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sendFolder } from '../../../../runtime/remote/provision/sendFolder.ts';
import type { Progress } from '../../../../runtime/support/progress.ts';
import { FolderMachine } from '../../../fakes/folderMachine.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';

describe('sending a folder', () => {
  const folder = temporaryFolder();
  let progress: Progress[] = [];
  beforeEach(async () => {
    progress = [];
    await mkdir(folder('here/inside'), { recursive: true });
    for (const name of ['a', 'b', 'c']) await writeFile(folder('here', name), name.repeat(100));
  });

  async function send(): Promise<{ readonly bytes: number; readonly sent: string[] }> {
    const link = new FolderMachine(folder('.'));
    const bytes = await sendFolder(link, folder('here'), folder('there'), {
      activity: 'Sending the wheels',
      signal: new AbortController().signal,
      onProgress: (step) => progress.push(step),
    });
    return { bytes, sent: link.sent.map((file) => path.basename(file)) };
  }

  it('sends its files and tells the bytes of all of them together', async () => {
    assert.deepEqual(await send(), { bytes: 300, sent: ['a', 'b', 'c'] });
    assert.deepEqual((await readdir(folder('there'))).sort(), ['a', 'b', 'c']);
    assert.deepEqual(
      progress.map(({ done, total }) => `${done} of ${total}`),
      ['100 of 300', '200 of 300', '300 of 300'],
    );
  });

  it('sends only what is missing or of another size', async () => {
    await send();
    await writeFile(folder('there/b'), 'cut off');
    assert.deepEqual(await send(), { bytes: 100, sent: ['b'] });
    assert.deepEqual(await send(), { bytes: 0, sent: [] });
  });
});
