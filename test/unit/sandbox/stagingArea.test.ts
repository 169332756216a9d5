import assert from 'node:assert/strict';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StagingArea } from '../../../runtime/sandbox/stagingArea.ts';
import { chooseFiles } from '../../../runtime/support/chosenFiles.ts';

describe('the staging area', () => {
  let folder: string;
  const warnings: string[] = [];
  const openArea = () =>
    StagingArea.open(path.join(folder, 'sessions'), (_, text) => warnings.push(text));
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'staging-'));
    await mkdir(path.join(folder, 'chosen', 'sub'), { recursive: true });
    await writeFile(path.join(folder, 'chosen', 'a.csv'), 'a,b\n');
    await writeFile(path.join(folder, 'chosen', 'sub', 'ü.txt'), 'text');
    warnings.length = 0;
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('shows each file under its own name, with size and time', async () => {
    const area = await openArea();
    const staged = await area.stage(await chooseFiles([path.join(folder, 'chosen')]));
    assert.deepEqual(
      staged.map((file) => [file.name, file.bytes]),
      [
        ['a.csv', 4],
        ['sub/ü.txt', 4],
      ],
    );
    assert.equal(await readFile(staged[0]!.path, 'utf8'), 'a,b\n');
    assert.ok(staged.every((file) => file.path.startsWith(area.folder) && file.modified > 0));
    await area.close();
    assert.deepEqual(await readdir(path.join(folder, 'sessions')), []);
  });

  it('keeps a file that is replaced while it is staged', async () => {
    const area = await openArea();
    const [file] = await area.stage(await chooseFiles([path.join(folder, 'chosen', 'a.csv')]));
    await writeFile(path.join(folder, 'new'), 'changed');
    await rename(path.join(folder, 'new'), path.join(folder, 'chosen', 'a.csv'));
    assert.equal(await readFile(file!.path, 'utf8'), 'a,b\n');
    await area.close();
  });

  it('stages one choice once for all its users and drops it after the last', async () => {
    const area = await openArea();
    const chosen = await chooseFiles([path.join(folder, 'chosen')]);
    const [one, two] = await Promise.all([area.stage(chosen), area.stage(chosen)]);
    assert.equal(one[0]!.path, two[0]!.path);
    await area.release(chosen);
    assert.equal((await readdir(area.folder)).length, 1);
    await area.release(chosen);
    assert.deepEqual(await readdir(area.folder), []);
    await area.close();
  });

  it('leaves out what became a link, or went away, after it was chosen', async () => {
    const area = await openArea();
    const chosen = await chooseFiles([path.join(folder, 'chosen')]);
    await rm(path.join(folder, 'chosen', 'a.csv'));
    await symlink('/etc/hostname', path.join(folder, 'chosen', 'a.csv'));
    await rm(path.join(folder, 'chosen', 'sub', 'ü.txt'));
    assert.deepEqual(await area.stage(chosen), []);
    assert.equal(warnings.length, 1);
    await area.close();
  });

  it('removes what a process that is gone has left, and nothing of one that lives', async () => {
    const sessions = path.join(folder, 'sessions');
    await mkdir(path.join(sessions, '999999999-left'), { recursive: true });
    await mkdir(path.join(sessions, `${process.ppid}-alive`));
    await chmod(path.join(sessions, `${process.ppid}-alive`), 0o700);
    const area = await openArea();
    const names = await readdir(sessions);
    assert.deepEqual(names.sort(), [`${process.ppid}-alive`, path.basename(area.folder)].sort());
    await area.close();
  });

  it('stages nothing for an empty choice', async () => {
    const area = await openArea();
    assert.deepEqual(await area.stage({ files: [], leftOut: [] }), []);
    await area.close();
  });
});
