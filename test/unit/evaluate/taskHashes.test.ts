import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hashTasks } from '../../../runtime/evaluate/taskHashes.ts';
import { makeTask } from '../../fakes/records.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

describe('hashTasks', () => {
  const inFolder = temporaryFolder();
  const { signal } = new AbortController();

  async function copy(folder: string, text = 'a\n1\n') {
    await mkdir(inFolder(folder), { recursive: true });
    await writeFile(inFolder(folder, 'data.csv'), text);
    const data = inFolder(folder, 'data.csv');
    return [
      makeTask({ id: 'one', question: 'One?', files: [data] }),
      makeTask({ id: 'two', question: 'Two?', files: [data] }),
      makeTask({ id: 'three', question: 'Three?', files: [] }),
    ];
  }

  it('is the same for the same tasks elsewhere, in any order', async () => {
    const here = await hashTasks(await copy('here'), signal);
    const there = await hashTasks((await copy('there')).reverse(), signal);
    assert.equal(there.tasksHash, here.tasksHash);
    assert.equal(there.attachmentsHash, here.attachmentsHash);
    assert.deepEqual([here.attachments, there.attachments], [1, 1]);
    assert.deepEqual(
      here.tasks.map(({ task, hash }) => [task.id, hash.length]),
      [
        ['one', 64],
        ['two', 64],
        ['three', 64],
      ],
    );
  });

  it('changes with what is in an attachment, for the tasks that have it', async () => {
    const before = await hashTasks(await copy('here'), signal);
    const after = await hashTasks(await copy('here', 'a\n2\n'), signal);
    assert.notEqual(after.attachmentsHash, before.attachmentsHash);
    assert.notEqual(after.tasksHash, before.tasksHash);
    const same = before.tasks.map(({ hash }, place) => hash === after.tasks[place]?.hash);
    assert.deepEqual(same, [false, false, true]);
  });

  it('changes with question, answer, and the state that tools work on', async () => {
    const task = makeTask({ files: [] });
    const variants = [
      task,
      { ...task, question: 'Else?' },
      { ...task, referenceAnswer: 'else' },
      { ...task, metadata: { environment: { initial: {} } } },
    ];
    const hashes = await Promise.all(variants.map((one) => hashTasks([one], signal)));
    assert.equal(new Set(hashes.map(({ tasksHash }) => tasksHash)).size, 4);
    const renamed = await hashTasks([{ ...task, id: 'else', level: 2 }], signal);
    assert.equal(renamed.tasksHash, hashes[0]?.tasksHash);
  });

  it('tells tasks that are alike, in any order', async () => {
    const twins = ['one', 'two'].map((id) => makeTask({ id, files: [] }));
    const found = await hashTasks(twins, signal);
    assert.equal(new Set(found.tasks.map(({ hash }) => hash)).size, 2);
    const turned = await hashTasks([...twins].reverse(), signal);
    assert.equal(turned.tasksHash, found.tasksHash);
  });

  it('counts each file of a folder', async () => {
    await copy('here');
    await writeFile(path.join(inFolder('here'), 'more.txt'), 'more');
    const { attachments } = await hashTasks([makeTask({ files: [inFolder('here')] })], signal);
    assert.equal(attachments, 2);
  });

  it('names an attachment that is not there', async () => {
    const task = makeTask({ files: [inFolder('gone.csv')] });
    await assert.rejects(hashTasks([task], signal), /There is no file or folder .*gone\.csv/);
  });

  it('stops when it is told to', async () => {
    await assert.rejects(hashTasks(await copy('here'), AbortSignal.abort()), {
      name: 'AbortError',
    });
  });
});
