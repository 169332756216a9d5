import assert from 'node:assert/strict';
import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openDoorFolders } from '../../../runtime/mcp/doorFolders.ts';
import { HumanError } from '../../../runtime/support/errors.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

const refused = (words: RegExp) => (error: unknown) =>
  error instanceof HumanError && words.test(error.message);

describe('the folders that are open to other agents', () => {
  const folder = temporaryFolder();

  beforeEach(async () => {
    for (const name of ['open', 'second', 'open-too', 'closed']) {
      await mkdir(folder(name, 'below'), { recursive: true });
      await writeFile(folder(name, 'below', `${name}.txt`), name);
    }
  });

  const open = () => openDoorFolders([folder('open')]);

  it('give a file inside by its name from the folder, and by its absolute path', async () => {
    const folders = await open();
    const file = await realpath(folder('open', 'below', 'open.txt'));
    assert.equal(await folders.findFile('below/open.txt'), file);
    assert.equal(await folders.findFile('below/../below/./open.txt'), file);
    assert.equal(await folders.findFile(folder('open', 'below', 'open.txt')), file);
    assert.equal(folders.shown(file), 'below/open.txt');
    assert.equal(await folders.find('.'), await realpath(folder('open')));
  });

  it('refuse every way out', async () => {
    const folders = await open();
    await symlink(folder('closed'), folder('open', 'link'));
    await symlink(folder('closed', 'below', 'closed.txt'), folder('open', 'link.txt'));
    await symlink('loop', folder('open', 'loop'));
    const ways = [
      '../closed/below/closed.txt',
      'below/../../closed/below/closed.txt',
      '..',
      '/',
      '/etc/passwd',
      folder('closed', 'below', 'closed.txt'),
      `${folder('open')}-too/below/open-too.txt`,
      'link/below/closed.txt',
      'link.txt',
      'link',
    ];
    for (const way of ways) {
      await assert.rejects(folders.find(way), refused(/is outside/), way);
    }
    await assert.rejects(folders.find('loop'), refused(/cannot be read \(ELOOP\)/));
  });

  it('say what is not there, and what is not a file', async () => {
    const folders = await open();
    await assert.rejects(folders.find('none.txt'), refused(/There is no none.txt in/));
    await assert.rejects(folders.find('below/open.txt/more'), refused(/There is no/));
    await assert.rejects(folders.find('a'.repeat(5000)), refused(/There is no a/));
    await assert.rejects(folders.find('nul\0l'), refused(/cannot be read/));
    await assert.rejects(folders.findFile('below'), refused(/below is not a file/));
  });

  it('are several at a time, whose files are named by absolute paths', async () => {
    const folders = await openDoorFolders([folder('open'), folder('second')]);
    const file = await folders.findFile('below/second.txt');
    assert.equal(file, await realpath(folder('second', 'below', 'second.txt')));
    assert.equal(folders.shown(file), file);
    // From one open folder into another one.
    assert.equal(await folders.findFile('../second/below/second.txt'), file);
    await assert.rejects(folders.find('../closed/below'), refused(/is outside/));
  });

  it('are themselves named by a link, and by a path that is not absolute', async () => {
    await symlink(folder('open'), folder('door'));
    const folders = await openDoorFolders([path.relative(process.cwd(), folder('door'))]);
    assert.deepEqual(folders.paths, [folder('door')]);
    const file = await realpath(folder('open', 'below', 'open.txt'));
    assert.equal(await folders.findFile('below/open.txt'), file);
    assert.equal(await folders.findFile(folder('door', 'below', 'open.txt')), file);
  });

  it('must be there', async () => {
    await assert.rejects(openDoorFolders([]), refused(/No folder is open/));
    await assert.rejects(openDoorFolders([folder('none')]), refused(/none is not a folder/));
    await assert.rejects(
      openDoorFolders([folder('open', 'below', 'open.txt')]),
      refused(/is not a folder/),
    );
  });
});
