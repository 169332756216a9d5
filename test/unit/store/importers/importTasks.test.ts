import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { readForeignTasks } from '../../../../runtime/store/importers/importTasks.ts';
import { plainName } from '../../../../runtime/store/importers/taskFields.ts';
import { taskId } from '../../../../runtime/store/importers/taskId.ts';
import { Id } from '../../../../runtime/contract/ids.ts';
import { makeTask } from '../../../fakes/records.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';

describe('readForeignTasks', () => {
  const inFolder = temporaryFolder();
  const never = new AbortController().signal;

  async function imported(name: string, content: string | Buffer) {
    await writeFile(inFolder(name), content);
    return readForeignTasks(inFolder(name), never);
  }

  it('reads GAIA metadata', async () => {
    const lines = [
      {
        task_id: 'c61d22de-5f6c-4958-a7f6-5e9707bd3466',
        Question: 'How many?',
        Level: 2,
        'Final answer': 'egalitarian',
        file_name: '',
        'Annotator Metadata': { Steps: '1. Look' },
      },
      {
        task_id: 'x-1',
        Question: 'In the file?',
        Level: '1',
        'Final answer': '?',
        file_name: 'a.xlsx',
      },
    ];
    const { format, tasks, problems } = await imported(
      'metadata.jsonl',
      lines.map((line) => JSON.stringify(line)).join('\n'),
    );
    assert.deepEqual([format, problems], ['GAIA metadata', []]);
    assert.deepEqual(tasks, [
      makeTask({
        id: 'c61d22de-5f6c-4958-a7f6-5e9707bd3466',
        question: 'How many?',
        level: 2,
        referenceAnswer: 'egalitarian',
        source: 'gaia',
        metadata: { 'Annotator Metadata': { Steps: '1. Look' } },
      }),
      makeTask({
        id: 'x-1',
        question: 'In the file?',
        level: 1,
        files: [inFolder('a.xlsx')],
        source: 'gaia',
      }),
    ]);
  });

  it('reads our own, with their files from where the file is', async () => {
    const task = makeTask({ id: 'a', files: ['in/x.csv'], metadata: { how: 'count' } });
    const { format, tasks } = await imported('tasks.jsonl', JSON.stringify(task));
    assert.equal(format, 'Tool-R1 tasks');
    assert.deepEqual(tasks, [{ ...task, files: [inFolder('in', 'x.csv')] }]);
  });

  it('reads other JSON Lines by the names of their keys, and reports lines that are none', async () => {
    const { format, tasks, problems } = await imported(
      'x.jsonl',
      '{"prompt":"Why?","ground_truth":7,"files":["a","b"],"note":"n"}\n\nwhat?\n{"answer":"1"}\n[]\n',
    );
    assert.equal(format, 'JSON Lines');
    const [task] = tasks;
    assert.deepEqual(
      [task!.question, task!.referenceAnswer, task!.files.length, task!.metadata, task!.source],
      ['Why?', '7', 2, { note: 'n' }, 'x.jsonl'],
    );
    assert.deepEqual(
      problems.map(({ line }) => line),
      [3, 4, 5],
    );
    assert.equal(problems[1]!.message, 'there is no question');
  });

  const head = 'Question;Files;Final answer;Level';
  const tables: [name: string, file: string, content: string | Buffer][] = [
    ['commas', 't.csv', 'question,files,answer,level\n"Wie viele, ""genau""?",a.csv|b/c.csv,"1,5",3\n'],
    ['semicolons', 't.csv', `${head}\n"Wie viele, ""genau""?";a.csv|b/c.csv;1,5;3\n`],
    ['tabs', 't.tsv', `${head.replaceAll(';', '\t')}\nWie viele, "genau"?\ta.csv|b/c.csv\t1,5\t3\n`],
    ['a byte order mark and CRLF', 't.csv', `\uFEFF${head}\r\n"Wie viele, ""genau""?";a.csv|b/c.csv;1,5;3\r\n\r\n`],
    ['UTF-16', 't.csv', Buffer.from(`\uFEFF${head}\n"Wie viele, ""genau""?";a.csv|b/c.csv;1,5;3\n`, 'utf16le')],
  ]; // prettier-ignore
  for (const [name, file, content] of tables) {
    it(`reads a table with ${name}`, async () => {
      const { format, tasks, problems } = await imported(file, content);
      assert.deepEqual([format, problems], ['CSV', []]);
      assert.deepEqual(
        tasks.map(({ question, files, referenceAnswer, level }) => [
          question,
          files,
          referenceAnswer,
          level,
        ]),
        [['Wie viele, "genau"?', [inFolder('a.csv'), inFolder('b', 'c.csv')], '1,5', 3]],
      );
    });
  }

  it('reads a table that a spreadsheet wrote in Windows-1252', async () => {
    const bytes = Buffer.from('question\nGr\xf6\xdfe?\n', 'latin1');
    assert.equal((await imported('t.csv', bytes)).tasks[0]!.question, 'Größe?');
  });

  it('names the line of a fault behind quoted line ends', async () => {
    const { tasks, problems } = await imported(
      't.csv',
      'id,question\na,"one\ntwo"\nb,\n,"three"\n',
    );
    assert.deepEqual(problems, [{ line: 4, message: 'there is no question' }]);
    assert.equal(tasks[0]!.question, 'one\ntwo');
    assert.match(tasks[1]!.id, /^task-[0-9a-f]{8}$/);
  });

  const refused: [name: string, file: string, content: string, RegExp][] = [
    ['another kind of file', 'x.pdf', '', /Tasks are imported from JSON Lines.*is none of these/],
    ['a table without questions', 'x.csv', 'a,b\n1,2\n', /no column of questions.*"question"/],
    ['an empty file', 'x.jsonl', '', /holds no tasks/],
  ];
  for (const [name, file, content, sentence] of refused) {
    it(`refuses ${name} in a sentence`, async () => {
      await assert.rejects(imported(file, content), { message: sentence });
    });
  }

  it('says that there is no file', async () => {
    await assert.rejects(readForeignTasks(inFolder('no.csv'), never), /There is no file/);
    await assert.rejects(readForeignTasks(inFolder('no.jsonl'), never), /There is no file/);
  });
});

describe('ids of imported tasks', () => {
  it('stay as they are where they can be file names', () => {
    assert.equal(taskId('a.b-c_1', 'task', 'q'), 'a.b-c_1');
  });

  it('are made anew, the same for the same task', () => {
    const made = taskId('Frage 1/2', 'task', 'q');
    assert.match(made, /^Frage-1-2-[0-9a-f]{8}$/);
    assert.equal(taskId('Frage 1/2', 'task', 'q'), made);
    assert.notEqual(taskId('Frage 1 2', 'task', 'q'), made);
    assert.notEqual(taskId(null, 'task', 'q'), taskId(null, 'task', 'r'));
    for (const id of [made, taskId('…', 'task', 'q'), taskId('x'.repeat(500), 'task', 'q')]) {
      Id.parse(id);
    }
  });

  it('are found under the usual spellings', () => {
    assert.equal(plainName('Final answer'), plainName('final_answer'));
  });
});
