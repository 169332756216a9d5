import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BenchmarkKind } from '../../../runtime/contract/evaluation.ts';
import { environmentTasks } from '../../../runtime/environment/tasks/environmentTasks.ts';
import { benchmarkOf, benchmarks } from '../../../runtime/evaluate/benchmark.ts';
import { readBenchmark } from '../../../runtime/evaluate/readBenchmark.ts';
import { makeTask } from '../../fakes/records.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

describe('readBenchmark', () => {
  const inFolder = temporaryFolder();
  const { signal } = new AbortController();

  async function put(name: string, text: string): Promise<string> {
    await mkdir(path.dirname(inFolder(name)), { recursive: true });
    await writeFile(inFolder(name), text);
    return inFolder(name);
  }

  const read = (
    place: string,
    kind: BenchmarkKind | null = null,
    split: 'validation' | 'test' = 'validation',
  ) => readBenchmark({ place, kind, split }, signal);

  const lines = (...rows: readonly object[]) =>
    rows.map((row) => `${JSON.stringify(row)}\n`).join('');

  const gaiaRow = (over: object = {}) => ({
    task_id: 'c61d22de-5f6c-4958-a7f6-5e9707bd3466',
    Question: 'What is in the table?',
    Level: 2,
    'Final answer': '17',
    file_name: 'table.csv',
    'Annotator Metadata': { Steps: '1. Look.' },
    ...over,
  });

  describe('of a copy of GAIA', () => {
    for (const folder of ['2023/validation', 'validation', '.']) {
      it(`finds the list in ${folder}, with attachments beside it`, async () => {
        await put(path.join(folder, 'metadata.jsonl'), lines(gaiaRow()));
        await put(path.join(folder, 'table.csv'), 'a\n17\n');
        const { kind, split, tasks } = await read(inFolder());
        assert.deepEqual([kind, split], ['gaia', 'validation']);
        const [task] = tasks;
        assert.deepEqual(task?.files, [inFolder(folder, 'table.csv')]);
        assert.deepEqual(
          [task.id, task.level, task.referenceAnswer, task.source],
          ['c61d22de-5f6c-4958-a7f6-5e9707bd3466', 2, '17', 'gaia'],
        );
      });
    }

    it('reads a level that is written as text, and a task without attachment', async () => {
      await put('metadata.jsonl', lines(gaiaRow({ Level: '3', file_name: '' })));
      const [task] = (await read(inFolder())).tasks;
      assert.deepEqual([task?.level, task?.files], [3, []]);
    });

    it('says that the test split has no answers', async () => {
      await put('2023/test/metadata.jsonl', lines(gaiaRow({ 'Final answer': '?' })));
      await assert.rejects(read(inFolder(), null, 'test'), /GAIA keeps those of its test split/);
    });

    it('says what belongs into a folder that is none', async () => {
      await assert.rejects(read(inFolder()), /holds no copy of GAIA: there is no 2023.validation/);
      await assert.rejects(read(inFolder(), 'math'), /is a folder; name the file of tasks in it/);
    });
  });

  it('reads our own tasks, with their files from where they lie', async () => {
    await put('sub/data.csv', 'a\n');
    const { version, id, question } = makeTask();
    const task = { version, id, question, files: ['data.csv'], referenceAnswer: '1' };
    const found = await read(await put('sub/tasks.jsonl', lines(task)));
    assert.deepEqual([found.kind, found.name, found.split], ['tasks', 'tasks.jsonl', null]);
    assert.deepEqual(found.tasks[0]?.files, [inFolder('sub/data.csv')]);
  });

  it('knows calls on a state, rows of ToolRL, and answers in boxes by what they look like', async () => {
    const desk = await put('desk.jsonl', lines(...environmentTasks({ seed: 1, count: 3 })));
    assert.equal((await read(desk)).kind, 'functions');
    const row = {
      instruction: 'Use tools.',
      input: '**Dialogue Records History**\n<user> Hello </user>',
      output: '<think> x </think>\n<response> Hi. </response>',
    };
    assert.equal((await read(await put('rows.jsonl', lines(row)))).kind, 'functions');
    const problem = { problem: 'One and one?', solution: 'It is $\\boxed{2}$.', level: 'Level 5' };
    const math = await read(await put('math.jsonl', lines(problem)));
    assert.equal(math.kind, 'math');
    assert.equal(math.tasks[0]?.level, null);
  });

  it('takes the kind that a person names', async () => {
    const file = await put('amc.jsonl', lines({ problem: 'One and one?', answer: '2' }));
    assert.equal((await read(file)).kind, 'tasks');
    assert.equal((await read(file, 'math')).kind, 'math');
  });

  const wrong: readonly (readonly [what: string, text: string, message: RegExp])[] = [
    [
      'a line that is no task',
      '{"question": "Q?", "answer": "1"}\n{"x": 1}\n',
      /line 2: there is no/,
    ],
    ['several such lines', '{"x":1}\n{"x":2}\nx\n', /line 1: .*, and 2 more cannot be used\. Mend/],
    [
      'an id that comes twice',
      lines({ id: 'a', question: 'Q?', answer: '1' }, { id: 'a', question: 'R?', answer: '1' }),
      /has two tasks a\. Give each its own id/,
    ],
    [
      'a task without answer',
      lines({ id: 'a', question: 'Q?', answer: '1' }, { id: 'b', question: 'R?' }),
      /Task b of .* has no reference answer, so nobody can say when it is solved/,
    ],
    ['an empty file', '', /holds no tasks/],
  ];
  for (const [what, text, message] of wrong) {
    it(`refuses ${what}`, async () => {
      await assert.rejects(read(await put('tasks.jsonl', text)), message);
    });
  }

  it('names a place that is not there', async () => {
    await assert.rejects(read(inFolder('gone')), /There is no file or folder .*gone/);
  });
});

describe('benchmarkOf', () => {
  it('is plain tasks where they are of several kinds, or there are none', () => {
    const [desk] = environmentTasks({ seed: 1, count: 1 });
    assert.ok(desk !== undefined);
    assert.equal(benchmarkOf([desk, makeTask()]), 'tasks');
    assert.equal(benchmarkOf([]), 'tasks');
  });

  it('names recipe and judge of each kind', () => {
    const [desk] = environmentTasks({ seed: 1, count: 1 });
    assert.ok(desk !== undefined);
    assert.equal(benchmarks.functions.recipe(desk), 'artist-tools');
    assert.equal(benchmarks.functions.recipe(makeTask({ source: 'toolrl' })), 'toolrl');
    assert.deepEqual(
      [benchmarks.math.recipe(makeTask()), benchmarks.math.judge, benchmarks.gaia.judge],
      ['artist-math', 'math', 'rule'],
    );
  });
});
