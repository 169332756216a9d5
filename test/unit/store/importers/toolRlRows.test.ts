import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Task } from '../../../../runtime/contract/task.ts';
import { toolRl } from '../../../../runtime/agent/protocols/toolRl.ts';
import { readForeignTasks } from '../../../../runtime/store/importers/importTasks.ts';
import { flattenDialogue } from '../../../../runtime/store/importers/toolRlHistory.ts';
import { isToolRlRow, toolRlTask } from '../../../../runtime/store/importers/toolRlRows.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';

const instruction = 'You control a flat.\n**Available Tools**\n1. Name: heat';
const input = '**Dialogue Records History**\n<user> Warm the bath. </user>\n';
const output =
  '<think> Call. </think>\n<tool_call>\n{"name": "heat", "parameters": {}}\n</tool_call>';
const row = { instruction, input, output };
const never = new AbortController().signal;
const fixtures = path.resolve(import.meta.dirname, '../../../fixtures/toolrl');

function taskOf(value: unknown): Task {
  const task = toolRlTask(value);
  assert.ok(task !== null && typeof task !== 'string');
  return Task.parse(task);
}

describe('a row of ToolRL', () => {
  it('is a task with the whole target as reference, and its system prompt beside', () => {
    const task = taskOf({ ...row, kind: 'single' });
    assert.match(task.id, /^toolrl-[0-9a-f]{8}$/);
    assert.deepEqual(
      [task.question, task.referenceAnswer, task.source, task.metadata],
      [input, output, 'toolrl', { kind: 'single', instruction }],
    );
  });

  it('has an id of its own for the same request with other tools', () => {
    assert.equal(taskOf(row).id, taskOf({ ...row }).id);
    assert.notEqual(taskOf(row).id, taskOf({ ...row, instruction: 'Other tools.' }).id);
  });

  it('is prompted to the letter', () => {
    const { question, metadata } = taskOf(row);
    const prompt = toolRl.prompt({
      question,
      instruction: String(metadata['instruction']),
      files: [],
      tools: [],
      allowedImports: [],
      settings: settingsThatAreNotRead,
      style: 'full',
    });
    assert.deepEqual(prompt, { system: instruction, user: input });
  });

  it('is told from other rows with the same names by its target', () => {
    assert.ok(isToolRlRow(row));
    assert.ok(isToolRlRow({ ...row, output: '<think>a</think>\n<response>b</response>' }));
    for (const other of [
      { ...row, output: 'Paris' },
      { instruction, input },
      { prompt: [{ role: 'user', content: 'a' }], reward_model: { ground_truth: '72' } },
      { question: 'a', answer: output },
      [],
      null,
    ]) {
      assert.equal(toolRlTask(other), null, JSON.stringify(other));
    }
  });

  it('reads the form of verl', () => {
    const task = taskOf({
      data_source: 'rlla',
      prompt: [
        { role: 'system', content: instruction },
        { role: 'user', content: input },
      ],
      reward_model: { style: 'rule', ground_truth: output },
      extra_info: { split: 'test', index: 7, instruction, input, output },
    });
    assert.deepEqual(
      [task.question, task.referenceAnswer, task.source, task.metadata],
      [input, output, 'rlla', { index: 7, split: 'test', instruction }],
    );
    assert.equal(task.id, taskOf(row).id);
  });

  it('says what is wrong with a row without request', () => {
    assert.equal(toolRlTask({ ...row, input: ' ' }), 'there is no question');
  });
});

/** The prompt of a row is made of the row alone. */
const settingsThatAreNotRead = {
  protocol: 'toolrl',
  maxSteps: 1,
  maxSequenceTokens: 1,
  maxReplyTokens: 1,
  temperature: 1,
  topP: 1,
  stepTimeoutMilliseconds: 1,
  maxObservationCharacters: 1,
  maxUnparsedReplies: 1,
} as const;

describe('flattenDialogue', () => {
  it('puts each turn into the tags of its role', () => {
    const flat = flattenDialogue([
      { role: 'system', content: 'S' },
      { role: 'user', content: ' Warm the bath. ' },
      { role: 'assistant', content: '<think>a</think>\n<tool_call>\n{}\n</tool_call>' },
      { role: 'tool', content: '{"ok": true}' },
      { role: 'assistant', content: 'It is warm.' },
      { role: 'user', content: 'Thanks. And the hall?' },
    ]);
    assert.deepEqual(flat, {
      instruction: 'S',
      input: [
        '**Dialogue Records History**',
        '<user> Warm the bath. </user>',
        '<think>a</think>\n<tool_call>\n{}\n</tool_call>',
        '<obs> {"ok": true} </obs>',
        '<response> It is warm. </response>',
        '<user> Thanks. And the hall? </user>',
        '',
      ].join('\n'),
    });
  });

  it('takes a dialogue that is flat already to the letter', () => {
    assert.equal(flattenDialogue([{ role: 'user', content: input }]).input, input);
  });

  it('wraps a single plain request', () => {
    const { input: text } = flattenDialogue([{ role: 'user', content: 'Hello.' }]);
    assert.equal(text, '**Dialogue Records History**\n<user> Hello. </user>\n');
  });
});

describe('importing ToolRL data', () => {
  const inFolder = temporaryFolder();

  async function imported(name: string, content: string) {
    await writeFile(inFolder(name), content);
    return readForeignTasks(inFolder(name), never);
  }

  it('reads a list in JSON', async () => {
    const { format, tasks, problems } = await imported(
      'rlla.json',
      JSON.stringify([row, row, { ...row, input: '' }, 5]),
    );
    assert.deepEqual([format, tasks.length], ['ToolRL rows', 2]);
    assert.deepEqual(
      problems.map(({ line }) => line),
      [1, 1],
    );
    assert.match(problems[0]?.message ?? '', /^row 3: there is no question$/);
    assert.match(problems[1]?.message ?? '', /^row 4: /);
  });

  it('reads JSON Lines, dialogues that are not flat yet among them', async () => {
    const dialogue = { input: [{ role: 'user', content: 'Hello.' }], output };
    const { format, tasks } = await imported(
      'rlla.jsonl',
      [row, dialogue].map((one) => JSON.stringify(one)).join('\n'),
    );
    assert.deepEqual(
      [format, tasks.map(({ question }) => question)],
      ['ToolRL rows', [input, '**Dialogue Records History**\n<user> Hello. </user>\n']],
    );
  });

  it('reads other lists of tasks in JSON too', async () => {
    const { format, tasks } = await imported(
      'x.json',
      '\ufeff[{"question": "Why?", "answer": "So."}]',
    );
    assert.deepEqual(
      [format, tasks[0]?.question, tasks[0]?.referenceAnswer],
      ['JSON', 'Why?', 'So.'],
    );
  });

  it('refuses JSON that is no list, in a sentence', async () => {
    await assert.rejects(imported('x.json', '{"question": "Why?"}'), {
      message: /x\.json is not a list of tasks in JSON: .*Write \[\{"question": \.\.\.\}, \.\.\.\]/,
    });
    await assert.rejects(imported('x.json', '[{'), { message: /not JSON/ });
  });

  for (const compression of ['none', 'snappy', 'gzip', 'brotli']) {
    it(`reads a Parquet table of several row groups (${compression})`, async () => {
      const { format, tasks, problems } = await readForeignTasks(
        path.join(fixtures, `verl-${compression}.parquet`),
        never,
      );
      assert.deepEqual([format, tasks.length, problems], ['ToolRL rows', 5, []]);
      assert.deepEqual(
        tasks.map(({ metadata }) => metadata['index']),
        [0, 1, 2, 3, 4],
      );
      const [first] = tasks;
      assert.equal(first?.question, '**Dialogue Records History**\n<user> Warm room 0. </user>\n');
      assert.match(first.referenceAnswer ?? '', /^<think> Call it\. <\/think>\n<tool_call>/);
      assert.match(String(first.metadata['instruction']), /^You control a flat\./);
    });
  }

  it('says what to do about a Parquet table that it cannot unpack', async () => {
    await assert.rejects(readForeignTasks(path.join(fixtures, 'verl-zstd.parquet'), never), {
      message:
        /cannot be read as a Parquet table: .*ZSTD.*Write it anew without compression or with snappy/,
    });
  });

  it('reads other Parquet tables by the names of their columns, as values that JSON can hold', async () => {
    const { format, tasks, problems } = await readForeignTasks(
      path.join(fixtures, 'plain.parquet'),
      never,
    );
    assert.equal(format, 'Parquet');
    const [task] = tasks;
    assert.deepEqual(
      [task?.question, task?.referenceAnswer, task?.level, task?.metadata],
      ['How many?', '1152921504606846976', 2, { at: '2026-05-04T09:30:00.000Z', raw: 'AP8=' }],
    );
    assert.deepEqual(problems, [{ line: 1, message: 'row 2: there is no question' }]);
    assert.doesNotThrow(() => JSON.stringify(tasks));
  });

  it('refuses what only looks like Parquet by its name, and tells of a file that is not there', async () => {
    await assert.rejects(imported('x.parquet', 'PAR1 no'), {
      message: /cannot be read as a Parquet table/,
    });
    await assert.rejects(imported('empty.parquet', ''), {
      message: /cannot be read as a Parquet table/,
    });
    await assert.rejects(readForeignTasks(inFolder('no.parquet'), never), {
      message: /There is no file/,
    });
    await mkdir(inFolder('folder.parquet'));
    await assert.rejects(readForeignTasks(inFolder('folder.parquet'), never));
  });

  it('stops when it is told to', async () => {
    const file = path.join(fixtures, 'verl-none.parquet');
    await assert.rejects(readForeignTasks(file, AbortSignal.abort()), { name: 'AbortError' });
  });
});
