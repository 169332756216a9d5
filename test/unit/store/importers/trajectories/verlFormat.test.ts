import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { verlFormat } from '../../../../../runtime/store/importers/trajectories/verlFormat.ts';
import { importedFile } from '../../../../fakes/importedFile.ts';
import { skipBecause } from '../../../../fakes/skip.ts';
import { temporaryFolder } from '../../../../fakes/temporaryFolder.ts';

describe('verl rollouts', () => {
  const inFolder = temporaryFolder();
  const row = { input: 'user\nAdd.\nassistant\n', output: '3', gts: '3', score: 1, step: 2 };

  async function imported(text: string) {
    await writeFile(inFolder('2.jsonl'), text);
    return importedFile(verlFormat, inFolder('2.jsonl'), inFolder('out.jsonl'));
  }

  const rows = (...items: readonly object[]) =>
    items.map((item) => JSON.stringify(item)).join('\n');

  it('is told by its keys', () => {
    const is = (file: string, text: string) => verlFormat.detect(file, Buffer.from(text));
    assert.ok(is('x.txt', JSON.stringify(row)));
    assert.ok(is('x.jsonl', "{'input': 'a"));
    assert.ok(is('run/12.jsonl', `{"input": "${'x'.repeat(70_000)}`));
    assert.ok(is('12.jsonl', `{"input": "a", "output": "${'x'.repeat(70_000)}`));
    assert.ok(!is('x.jsonl', `{"input": "${'x'.repeat(70_000)}`));
    assert.ok(!is('12.jsonl', '{"question": "a"}'));
    assert.ok(!is('12.jsonl', ''));
  });

  it('reads a row of a reply', async () => {
    const { read, notes } = await imported(rows(row));
    const [{ started, steps, ended, reward } = assert.fail()] = read;
    assert.deepEqual([started.task.question, started.task.referenceAnswer], ['Add.', '3']);
    assert.deepEqual([steps.length, ended?.finalAnswer, reward?.total], [1, '3', 1]);
    assert.equal(started.policyVersion, 1);
    assert.equal(reward?.correctness, null);
    assert.match(notes[0]?.message ?? '', /roles stand there as bare words/);
  });

  it('groups the rollouts of a prompt', async () => {
    const { read } = await imported(rows(row, { ...row, output: '4' }, { ...row, input: 'Else' }));
    const [one, same, other] = read.map(({ started }) => started.task.id);
    assert.equal(one, same);
    assert.notEqual(one, other);
  });

  it('has every number of the reward function as a score', async () => {
    const extras = {
      acc: true,
      format_reward: '0.5',
      pred: '42',
      note: 'good',
      reward: 1,
      none: null,
    };
    const { read, notes, unmapped } = await imported(rows({ ...row, ...extras }));
    const [{ ended, reward } = assert.fail()] = read;
    assert.deepEqual(
      reward?.parts.map(({ name, score, weight }) => [name, score, weight]),
      [
        ['score', 1, 1],
        ['acc', 1, 0],
        ['format_reward', 0.5, 0],
        ['reward', 1, 0],
      ],
    );
    assert.deepEqual([reward.correctness, ended?.finalAnswer], [1, '42']);
    assert.deepEqual(unmapped, [{ path: 'note', count: 1 }]);
    assert.ok(notes.some(({ message }) => message.includes('numbers written as texts')));
  });

  it('has no score where the source has no number', async () => {
    const { read } = await imported(rows({ ...row, score: null }, { ...row, score: 'nan' }));
    assert.deepEqual(
      read.map(({ reward }) => [reward?.total, reward?.parts[0]?.score]),
      [
        [null, null],
        [null, null],
      ],
    );
  });

  it('reads on after what cannot be read', async () => {
    const lines = [
      '{"input": "cut off',
      rows(row),
      'nothing',
      '[1]',
      rows({ input: 1 }),
      rows(row),
    ];
    const { trajectories, problems } = await imported(lines.join('\n'));
    assert.equal(trajectories, 2);
    assert.deepEqual(
      problems.map(({ where }) => where),
      ['line 1', 'line 3', 'line 4', 'line 5'],
    );
    assert.match(problems[3]?.message ?? '', /no row of verl: input/);
  });

  it('reads a file that was cut off up to there', async () => {
    const { trajectories, problems } = await imported(`${rows(row)}\n${rows(row).slice(0, 40)}`);
    assert.deepEqual([trajectories, problems.length], [1, 1]);
  });

  it('says once what every row has, and how often', async () => {
    const { notes } = await imported("{'input': 'a', 'output': 'b', 'score': nan}\n".repeat(50));
    assert.deepEqual(
      notes.map(({ where, message }) => [where, message.slice(0, 30)]),
      [
        ['line 1 and in 49 more places', '250 x texts in single quotes, '],
        ['line 1 and in 49 more places', '50 x NaN or Infinity, read as '],
      ],
    );
  });

  it('reads lone surrogates, and what is nested deeply', async () => {
    const nested = `${'['.repeat(1000)}${']'.repeat(1000)}`;
    const text = `{"input": "a", "output": "\\ud83d", "score": 1, "x": ${nested}}`;
    const { read, unmapped } = await imported(text);
    assert.equal(read[0]?.ended?.finalAnswer, '\ud83d');
    assert.deepEqual(unmapped, [{ path: 'x', count: 1 }]);
  });

  it('reads the sample of the documentation', async function () {
    const file = path.resolve(
      import.meta.dirname,
      '../../../../../../shared/samples/verl_rollout_docs_sample.txt',
    );
    if (!existsSync(file)) skipBecause(this, 'the sample files are not here');
    assert.ok(verlFormat.detect(file, (await readFile(file)).subarray(0, 65_536)));
    const { read, problems, notes } = await importedFile(verlFormat, file, inFolder('out.jsonl'));
    const [{ started, steps, ended, reward } = assert.fail()] = read;
    assert.deepEqual([read.length, problems, notes.length], [1, [], 2]);
    assert.match(started.prompt.system, /^You are a math expert\./);
    assert.match(started.task.question, /^John gets a bonus/);
    assert.deepEqual(
      started.tools.map(({ name }) => name),
      ['code_interpreter'],
    );
    assert.equal(steps.length, 2);
    assert.match(steps[0]?.code ?? '', /^total_pay_this_year = 200000\nbonus_percentage/);
    assert.equal(steps[0]?.observation.text, '220000.0');
    assert.deepEqual([ended?.finalAnswer, reward?.total], ['#### 220000.0', 0]);
  });
});
