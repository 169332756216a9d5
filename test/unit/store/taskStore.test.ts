import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { appendTask, findTask, readTasks } from '../../../runtime/store/taskStore.ts';
import { FailureError } from '../../../runtime/support/errors.ts';
import { makeTask } from '../../fakes/records.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

describe('taskStore', () => {
  const inFolder = temporaryFolder();
  const file = () => inFolder('tasks.jsonl');

  it('reads tasks and fills in what may be left out', async () => {
    await writeFile(file(), '{"version":1,"id":"a","question":"How many?"}\n');
    const { tasks, problems } = await readTasks(file());
    assert.deepEqual(problems, []);
    assert.deepEqual(tasks, [makeTask({ id: 'a', question: 'How many?' })]);
  });

  it('reports what is wrong by line and keeps the rest', async () => {
    const good = JSON.stringify(makeTask({ id: 'a' }));
    await writeFile(
      file(),
      [
        good,
        '',
        'what?',
        '{"version":1,"id":"b","question":""}',
        '{"version":1,"id":"b c","question":"q"}',
        good,
        JSON.stringify(makeTask({ id: 'z' })),
      ].join('\n'),
    );
    const { tasks, problems } = await readTasks(file());
    assert.deepEqual(
      tasks.map((task) => task.id),
      ['a', 'z'],
    );
    assert.deepEqual(
      problems.map((problem) => problem.line),
      [3, 4, 5, 6],
    );
    assert.equal(problems[1]!.message, 'question: the question is empty');
    assert.match(problems[2]!.message, /^id: an id has letters/);
    assert.equal(problems[3]!.message, 'the id a is taken by line 1');
  });

  it('keeps keys that it does not know', async () => {
    await writeFile(file(), '{"version":1,"id":"a","question":"q","annotator":"Kim"}\n');
    assert.equal((await readTasks(file())).tasks[0]!['annotator'], 'Kim');
  });

  it('finds a task and names its files from the folder of the task file', async () => {
    await writeFile(
      file(),
      JSON.stringify(makeTask({ id: 'a', files: ['in/x.csv', '/abs/y.csv'] })),
    );
    const task = await findTask(file(), 'a');
    assert.deepEqual(task.files, [inFolder('in', 'x.csv'), path.resolve('/abs/y.csv')]);
  });

  it('lists the ids, and what is broken, when there is no such task', async () => {
    await writeFile(file(), `${JSON.stringify(makeTask({ id: 'a' }))}\nbroken\n`);
    await assert.rejects(findTask(file(), 'b'), (error) => {
      assert.ok(error instanceof FailureError);
      assert.equal(error.failure.code, 'store/no-task');
      assert.match(error.message, /has no task b\. It has: a\. Line 2: not JSON/);
      return true;
    });
  });

  it('appends on a line of its own', async () => {
    await writeFile(file(), JSON.stringify(makeTask({ id: 'a' })));
    await appendTask(file(), makeTask({ id: 'b' }));
    assert.equal((await readFile(file(), 'utf8')).split('\n').length, 3);
    assert.deepEqual(
      (await readTasks(file())).tasks.map((task) => task.id),
      ['a', 'b'],
    );
  });

  it('says that there is no file', async () => {
    await assert.rejects(readTasks(file()), { name: 'FailureError', message: /There is no file/ });
  });
});
