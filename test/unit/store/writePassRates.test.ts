import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Task } from '../../../runtime/contract/task.ts';
import { copyTasks, writePassRates } from '../../../runtime/store/writePassRates.ts';
import { readTasks, taskFolder, withAbsoluteFiles } from '../../../runtime/store/taskStore.ts';
import { at } from '../../fakes/records.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../fakes/temporaryFolder.ts';

const passRate = { passed: 3, samples: 10, unscored: 1, model: 'm', recipe: 'r', measuredAt: at };
const { signal } = new AbortController();

describe('writePassRates', () => {
  let folder: TemporaryFolder;
  beforeEach(async () => (folder = await makeTemporaryFolder()));
  afterEach(() => folder.remove());

  const write = (...lines: string[]) =>
    folder.write('tasks.jsonl', lines.map((line) => `${line}\n`).join(''));
  const lines = async (file: string) => (await readFile(file, 'utf8')).split('\n');

  it('adds the pass rate and keeps every other key in its place', async () => {
    const file = await write('{"own":{"b":1,"a":2},"version":1,"id":"x","question":"Q?"}');
    await writePassRates(file, new Map([['x', passRate]]), signal);
    const rate = JSON.stringify(passRate);
    assert.deepEqual(await lines(file), [
      `{"own":{"b":1,"a":2},"version":1,"id":"x","question":"Q?","passRate":${rate}}`,
      '',
    ]);
    assert.deepEqual(Task.parse(JSON.parse((await lines(file))[0] ?? '')).passRate, passRate);
  });

  it('replaces one that was there, and leaves other lines byte for byte', async () => {
    const [spaced, broken] = ['{ "version": 1, "id": "y",  "question": "Q?" }', '{"id":'];
    const file = await write(
      '{"version":1,"id":"x","question":"Q?","passRate":7}',
      '',
      spaced,
      broken,
    );
    await writePassRates(file, new Map([['x', passRate]]), signal);
    const [first = '', ...rest] = await lines(file);
    assert.deepEqual(Task.parse(JSON.parse(first)).passRate, passRate);
    assert.deepEqual(rest, ['', spaced, broken, '']);
  });

  it('leaves nothing else in the folder', async () => {
    await writePassRates(await write('{"id":"x"}'), new Map(), signal);
    assert.deepEqual(await readdir(folder.path), ['tasks.jsonl']);
  });

  it('fails for a file that is not there', async () => {
    const missing = path.join(folder.path, 'none.jsonl');
    await assert.rejects(writePassRates(missing, new Map(), signal), { name: 'FailureError' });
    assert.deepEqual(await readdir(folder.path), []);
  });

  describe('copyTasks', () => {
    const task = (id: string, files: string[]) =>
      JSON.stringify({ version: 1, id, question: 'Q?', files });

    it('copies the tasks that are named, whose files are still the same', async () => {
      const absolute = path.resolve(folder.path, 'c.csv');
      const file = await write(
        task('a', ['a.csv']),
        task('b', ['data/b.csv', absolute]),
        task('c', []),
      );
      const targets = [
        'kept.jsonl',
        'sub/kept.jsonl',
        '.tool-r1/tasks.jsonl',
        'sub/.tool-r1/kept.jsonl',
      ];
      for (const name of targets) {
        const target = path.join(folder.path, name);
        await copyTasks(file, new Set(['a', 'b']), target, signal);
        const { tasks } = await readTasks(target, signal);
        assert.deepEqual(
          tasks.map((one) => [one.id, withAbsoluteFiles(one, taskFolder(target)).files]),
          [
            ['a', [path.join(folder.path, 'a.csv')]],
            ['b', [path.join(folder.path, 'data', 'b.csv'), absolute]],
          ],
          name,
        );
      }
    });

    it('makes an empty file of no tasks', async () => {
      const target = path.join(folder.path, 'kept.jsonl');
      await copyTasks(await write(task('a', [])), new Set(), target, signal);
      assert.equal(await readFile(target, 'utf8'), '');
    });
  });
});
