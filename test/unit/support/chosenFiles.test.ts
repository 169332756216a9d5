import assert from 'node:assert/strict';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { chooseFiles, findChosenFile, noFiles } from '../../../runtime/support/chosenFiles.ts';
import { HumanError } from '../../../runtime/support/errors.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../fakes/temporaryFolder.ts';

describe('chooseFiles', () => {
  let folder: TemporaryFolder;
  beforeEach(async () => (folder = await makeTemporaryFolder()));
  afterEach(() => folder.remove());

  const names = async (...paths: string[]) =>
    (await chooseFiles(paths.map((name) => path.join(folder.path, name)))).files.map((f) => f.name);

  it('names the files of a single folder from inside it, in a fixed order', async () => {
    await folder.write('data/b.csv', 'b');
    await folder.write('data/a.csv', 'aa');
    await folder.write('data/deep/er/c.txt', 'c');
    assert.deepEqual(await names('data'), ['a.csv', 'b.csv', 'deep/er/c.txt']);
  });

  it('tells the size of each file in bytes', async () => {
    await folder.write('a.txt', 'žluťoučký');
    const { files } = await chooseFiles([path.join(folder.path, 'a.txt')]);
    assert.equal(files[0]?.bytes, 13);
  });

  it('puts the folder name in front when several things are chosen', async () => {
    await folder.write('data/a.csv', '');
    await folder.write('b.csv', '');
    assert.deepEqual(await names('data', 'b.csv'), ['data/a.csv', 'b.csv']);
  });

  it('names further files so that those chosen before keep their names', async () => {
    await folder.write('data/a.csv', '');
    await folder.write('other/a.csv', '');
    const at = (name: string) => path.join(folder.path, name);
    const before = await chooseFiles([at('data')]);
    const after = await chooseFiles([at('other')], before);
    assert.deepEqual(
      after.files.map((file) => file.name),
      ['a.csv', 'other/a.csv'],
    );
    const twice = await chooseFiles([at('other/a.csv')], before);
    assert.deepEqual(
      twice.files.map((file) => file.name),
      ['a.csv', 'a (2).csv'],
    );
  });

  it('numbers equal names so that none hides another', async () => {
    await folder.write('x/report.csv', '1');
    await folder.write('y/report.csv', '2');
    await folder.write('z/report.csv', '3');
    assert.deepEqual(await names('x/report.csv', 'y/report.csv', 'z/report.csv'), [
      'report.csv',
      'report (2).csv',
      'report (3).csv',
    ]);
  });

  it('numbers equal folder names as well', async () => {
    await folder.write('x/data/a.csv', '1');
    await folder.write('y/data/a.csv', '2');
    assert.deepEqual(await names('x/data', 'y/data'), ['data/a.csv', 'data (2)/a.csv']);
  });

  it('leaves symbolic links out and says so', async () => {
    const secret = await folder.write('outside/secret.txt', 's');
    await folder.write('data/a.csv', '');
    await symlink(secret, path.join(folder.path, 'data/link.txt'));
    await symlink(path.dirname(secret), path.join(folder.path, 'data/linked'));
    const chosen = await chooseFiles([path.join(folder.path, 'data')]);
    assert.deepEqual(
      chosen.files.map((file) => file.name),
      ['a.csv'],
    );
    assert.deepEqual(chosen.leftOut, ['link.txt (a symbolic link)', 'linked (a symbolic link)']);
  });

  it('follows a link that was itself chosen: the choice is the permission', async () => {
    const target = await folder.write('real.csv', '1');
    await symlink(target, path.join(folder.path, 'alias.csv'));
    assert.deepEqual(await names('alias.csv'), ['real.csv']);
  });

  it('leaves folders of tools out unless they are chosen by name', async () => {
    await folder.write('node_modules/x/index.js', '');
    await folder.write('.git/HEAD', '');
    await folder.write('a.csv', '');
    const chosen = await chooseFiles([folder.path]);
    assert.deepEqual(
      chosen.files.map((file) => file.name),
      ['a.csv'],
    );
    assert.equal(chosen.leftOut.length, 2);
    assert.deepEqual(await names('node_modules'), ['x/index.js']);
  });

  it('accepts an empty folder and no choice at all', async () => {
    await mkdir(path.join(folder.path, 'empty'));
    assert.deepEqual(await names('empty'), []);
    assert.deepEqual(await chooseFiles([]), noFiles);
  });

  it('says which path does not exist', async () => {
    await assert.rejects(
      () => chooseFiles([path.join(folder.path, 'no such.csv')]),
      (error) => error instanceof HumanError && /no such\.csv.*Check the path/s.test(error.message),
    );
  });

  it('refuses what is neither file nor folder', async () => {
    await assert.rejects(() => chooseFiles(['/dev/null']), /neither a file nor a folder/);
  });
});

describe('findChosenFile', () => {
  const chosen = {
    files: [
      { name: 'sales.csv', hostPath: '/h/sales.csv', bytes: 1 },
      { name: 'q1/été.xlsx'.normalize('NFD'), hostPath: '/h/q1/ete.xlsx', bytes: 2 },
    ],
    leftOut: [],
  };
  for (const spelling of [
    'sales.csv',
    './sales.csv',
    '/workspace/sales.csv',
    ' sales.csv ',
    'q1/../sales.csv',
  ]) {
    it(`takes ${JSON.stringify(spelling)} for sales.csv`, () => {
      assert.equal(findChosenFile(chosen, spelling)?.hostPath, '/h/sales.csv');
    });
  }
  it('takes a composed spelling for a decomposed name', () => {
    assert.equal(findChosenFile(chosen, 'q1/été.xlsx'.normalize('NFC'))?.bytes, 2);
  });
  it('takes backslashes for slashes', () => {
    assert.equal(findChosenFile(chosen, 'q1\\été.xlsx'.normalize('NFC'))?.bytes, 2);
  });
  for (const outside of [
    '/etc/passwd',
    '../sales.csv',
    '/workspace/../etc/passwd',
    '',
    'SALES.CSV',
    '/h/sales.csv',
  ]) {
    it(`finds nothing for ${JSON.stringify(outside)}`, () => {
      assert.equal(findChosenFile(chosen, outside), null);
    });
  }
});
