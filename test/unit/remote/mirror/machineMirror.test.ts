import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  Heard,
  machineMirrorFiles,
  MirrorRecord,
  mirrorRecordFile,
  readNote,
  runMirrorFolder,
} from '../../../../runtime/remote/mirror/mirrorFiles.ts';
import {
  MachineMirror,
  type RefreshWish,
} from '../../../../runtime/remote/mirror/machineMirror.ts';
import { systemClock } from '../../../../runtime/support/clock.ts';
import { FolderLink } from '../../../fakes/folderLink.ts';
import { fill, RunFolderFixture } from '../../../fakes/runFolders.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { makeStepMetrics } from '../../../fakes/trainingRecords.ts';

const { signal } = new AbortController();

describe('MachineMirror', () => {
  const folder = temporaryFolder();
  let link: FolderLink;
  let mirror: MachineMirror;

  const open = () => new MachineMirror({ link, folder: folder('mirror'), clock: systemClock });

  beforeEach(() => {
    link = new FolderLink(folder('home', '.tool-r1'));
    link.living.add(4711);
    mirror = open();
  });

  const makeRun = (name = 'first') =>
    RunFolderFixture.make(folder('home', '.tool-r1', 'runs', name));

  const refresh = (wish: Partial<{ wanted: string[]; sweeps: boolean }> = {}) => {
    const { wanted = [], sweeps = true } = wish;
    return mirror.refresh({ wanted: new Set(wanted), sweeps } satisfies RefreshWish, signal);
  };

  const mirrored = (name: string, run = 'first') =>
    readFile(path.join(runMirrorFolder(folder('mirror'), run), name), 'utf8');

  const record = (run = 'first') =>
    readNote(mirrorRecordFile(runMirrorFolder(folder('mirror'), run)), MirrorRecord);

  const heard = () => readNote(machineMirrorFiles(folder('mirror')).heard, Heard);

  it('finds nothing on a machine that never trained', async () => {
    assert.deepEqual(await refresh(), { changed: [], isBehind: false, hasLive: false });
    assert.equal((await heard())?.connection.state, 'connected');
  });

  it('mirrors what a list shows of a run', async () => {
    const run = await makeRun();
    await run.beat({ step: 2 });
    await run.measure(1);
    await run.measure(2);
    await run.tell('one');
    await run.save(2);
    await refresh();
    await refresh();
    assert.equal(await mirrored('status.json'), await readFile(run.file('status.json'), 'utf8'));
    assert.equal(await mirrored('run.json'), await readFile(run.file('run.json'), 'utf8'));
    assert.equal(
      await mirrored('metrics.jsonl'),
      await readFile(run.file('metrics.jsonl'), 'utf8'),
    );
    assert.deepEqual((await record())?.checkpoints, [2]);
    await assert.rejects(mirrored('events.jsonl'), /ENOENT/);
  });

  it('asks once for everything, however many runs there are', async () => {
    for (const name of ['one', 'two', 'three']) await (await makeRun(name)).beat();
    await refresh();
    await refresh({ sweeps: false });
    assert.equal(link.looks.length, 2);
    assert.deepEqual((await readdir(machineMirrorFiles(folder('mirror')).runs)).sort(), [
      ...['one', 'three', 'two'],
    ]);
  });

  it('mirrors all of a run that somebody looks at', async () => {
    const run = await makeRun();
    await run.beat();
    await run.tell('one');
    await run.group();
    await run.write('tasks.jsonl', '{"id":"a"}\n');
    await refresh({ wanted: ['first'] });
    await refresh({ wanted: ['first'] });
    for (const name of ['events.jsonl', 'groups.jsonl', 'tasks.jsonl']) {
      assert.equal(await mirrored(name), await readFile(run.file(name), 'utf8'));
    }
  });

  it('reads the whole metrics of a run once somebody looks at it', async () => {
    const run = await makeRun();
    await run.beat();
    await fill(run, 'metrics.jsonl', 200_000, (index) => makeStepMetrics(index + 1, { a: index }));
    await refresh();
    await refresh({ sweeps: false });
    assert.ok((await mirrored('metrics.jsonl')).length < 33_000);
    await refresh({ wanted: ['first'], sweeps: false });
    assert.equal(
      await mirrored('metrics.jsonl'),
      await readFile(run.file('metrics.jsonl'), 'utf8'),
    );
  });

  it('gives nothing twice: what did not change costs no bytes', async () => {
    const run = await makeRun();
    await run.beat();
    await run.measure(1);
    const wanted = ['first'];
    for (let times = 0; times < 3; times += 1) await refresh({ wanted });
    const before = link.given;
    await refresh({ wanted, sweeps: false });
    assert.equal(link.given, before);
    await run.measure(2);
    await refresh({ wanted, sweeps: false });
    assert.ok(link.given - before < 200);
  });

  it('goes on in another process where the one before stopped', async () => {
    const run = await makeRun();
    await run.beat();
    await run.measure(1);
    await refresh({ wanted: ['first'] });
    await refresh({ wanted: ['first'] });
    mirror = open();
    const before = link.given;
    await run.measure(2);
    await refresh({ wanted: ['first'] });
    await refresh({ wanted: ['first'], sweeps: false });
    assert.ok(link.given - before < 200, `${link.given - before} bytes`);
    assert.equal(
      await mirrored('metrics.jsonl'),
      await readFile(run.file('metrics.jsonl'), 'utf8'),
    );
  });

  it('never reads a large file whole', async () => {
    const run = await makeRun();
    await run.beat();
    await fill(run, 'events.jsonl', 20_000_000, (index) => ({
      ...{ version: 1, at: '2026-05-04T09:30:00.000Z', type: 'step-ended' },
      message: `event ${index} ${'x'.repeat(500)}`,
    }));
    await run.measure(1);
    await refresh({ wanted: ['first'] });
    await refresh({ wanted: ['first'] });
    assert.ok(link.given < 300_000, `${link.given} bytes`);
    const events = await mirrored('events.jsonl');
    assert.ok(events.length > 200_000);
    assert.ok((await readFile(run.file('events.jsonl'), 'utf8')).endsWith(events));
  });

  it('asks no more about a run that has ended, until it is resumed', async () => {
    const run = await makeRun();
    await run.beat({ state: 'done' });
    await run.measure(1);
    await refresh();
    await refresh();
    assert.equal((await refresh()).hasLive, false);
    await refresh({ sweeps: false });
    assert.deepEqual(link.looks.at(-1), { folders: [], files: [], followed: [], pids: [] });
    await run.beat({ state: 'running', supervisorPid: 12 });
    link.living.add(12);
    assert.deepEqual((await refresh()).changed, ['first']);
    assert.equal((await refresh()).hasLive, true);
  });

  it('sees that the supervisor is gone', async () => {
    const run = await makeRun();
    await run.beat({ supervisorPid: 12 });
    link.living.add(12);
    await refresh();
    await refresh();
    assert.equal((await record())?.isAlive, true);
    link.living.clear();
    await refresh({ sweeps: false });
    assert.equal((await record())?.isAlive, false);
  });

  it('tells the other windows how the machine was heard', async () => {
    link.aheadMilliseconds = 60_000;
    await refresh();
    const note = await heard();
    assert.ok(Math.abs((note?.aheadMilliseconds ?? 0) - 60_000) < 2_000);
    assert.equal(note?.bootId, 'boot-1');
    assert.equal(note.runsFolder, folder('home', '.tool-r1', 'runs'));
    link.isCut = true;
    await assert.rejects(refresh(), /Connection timed out/);
    assert.equal((await heard())?.connection.state, 'offline');
    assert.equal((await heard())?.heardAt, note.heardAt);
    link.isCut = false;
    await refresh();
    assert.equal((await heard())?.connection.state, 'connected');
  });

  it('never takes a run for dead because the machine is not heard', async () => {
    const run = await makeRun();
    await run.beat({ supervisorPid: 12 });
    link.living.add(12);
    await refresh();
    await refresh();
    link.isCut = true;
    for (let times = 0; times < 3; times += 1) await assert.rejects(refresh());
    assert.equal((await record())?.isAlive, true);
    assert.equal((await record())?.isGone, false);
  });

  it('loses nothing when the link breaks in the middle of an answer', async () => {
    const run = await makeRun();
    await run.beat();
    await run.tell('one');
    await refresh({ wanted: ['first'] });
    await run.tell('two');
    link.onAnswer = () => (link.isCut = true);
    await assert.rejects(refresh({ wanted: ['first'] }), /Connection reset/);
    link.onAnswer = () => undefined;
    link.isCut = false;
    await run.tell('three');
    await refresh({ wanted: ['first'] });
    assert.equal(await mirrored('events.jsonl'), await readFile(run.file('events.jsonl'), 'utf8'));
  });

  it('keeps what it has of a run whose folder is deleted', async () => {
    const run = await makeRun();
    await run.beat();
    await run.measure(1);
    await refresh();
    await refresh();
    const before = await mirrored('metrics.jsonl');
    await run.remove();
    assert.deepEqual((await refresh()).changed, ['first']);
    assert.equal((await record())?.isGone, true);
    assert.equal(await mirrored('metrics.jsonl'), before);
    assert.equal((await refresh()).hasLive, false);
  });

  it('takes a run with the name of a deleted one for a new one', async () => {
    const run = await makeRun();
    await run.beat();
    await run.measure(7);
    await refresh();
    await refresh();
    await run.remove();
    await refresh();
    const other = await makeRun();
    await other.beat();
    await other.measure(1);
    for (let times = 0; times < 3; times += 1) await refresh();
    assert.equal((await record())?.isGone, false);
    assert.equal(
      await mirrored('metrics.jsonl'),
      await readFile(other.file('metrics.jsonl'), 'utf8'),
    );
  });

  it('takes groups that were written anew', async () => {
    const run = await makeRun();
    await run.beat();
    await run.group({ step: 0 });
    await run.group({ step: 1 });
    const wanted = ['first'];
    await refresh({ wanted });
    await refresh({ wanted });
    const [first = ''] = (await readFile(run.file('groups.jsonl'), 'utf8')).split('\n');
    await writeFile(run.file('groups.jsonl.new'), `${first}\n`);
    await rename(run.file('groups.jsonl.new'), run.file('groups.jsonl'));
    await run.group({ step: 1, taskId: 'other' });
    await refresh({ wanted });
    await refresh({ wanted });
    assert.equal(await mirrored('groups.jsonl'), await readFile(run.file('groups.jsonl'), 'utf8'));
  });

  it('does not take a folder that is still being made for a run', async () => {
    await makeRun('first.run-1.new');
    await mkdir(folder('home', '.tool-r1', 'runs', 'empty'), { recursive: true });
    assert.deepEqual((await refresh()).changed, []);
  });

  it('reads again what the mirror lost', async () => {
    const run = await makeRun();
    await run.beat();
    await run.measure(1);
    await refresh();
    await refresh();
    await rm(folder('mirror'), { recursive: true });
    mirror = open();
    await refresh();
    await refresh();
    assert.equal(
      await mirrored('metrics.jsonl'),
      await readFile(run.file('metrics.jsonl'), 'utf8'),
    );
  });
});
