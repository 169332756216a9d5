import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inspectFormat } from '../../../../../runtime/store/importers/trajectories/inspectFormat.ts';
import { HumanError } from '../../../../../runtime/support/errors.ts';
import { importedFile, type ImportedFile } from '../../../../fakes/importedFile.ts';
import { skipBecause } from '../../../../fakes/skip.ts';
import { temporaryFolder } from '../../../../fakes/temporaryFolder.ts';
import { zipFile, type ZipMember } from '../../../../fakes/zipFile.ts';

describe('Inspect logs', () => {
  const inFolder = temporaryFolder();
  const call = { id: 'c1', function: 'add', arguments: { x: 2, y: 3 }, type: 'function' };
  const reply = { id: 'm1', role: 'assistant', content: 'I add.', tool_calls: [call] };
  const last = {
    id: 'm3',
    role: 'assistant',
    content: [
      { type: 'reasoning', reasoning: 'Clear.' },
      { type: 'text', text: 'attachment://h2' },
    ],
  };
  const parameters = { type: 'object', properties: { x: { type: 'integer' } }, required: ['x'] };
  const sample = {
    id: 's',
    epoch: 2,
    input: 'What is 2 + 3?',
    target: ['5', 'five'],
    messages: [
      { role: 'system', content: 'attachment://h1' },
      { role: 'user', content: 'What is 2 + 3?' },
      reply,
      { id: 'm2', role: 'tool', function: 'add', tool_call_id: 'c1', content: '5' },
      last,
    ],
    output: {
      model: 'm-2026',
      choices: [{ message: last, stop_reason: 'stop' }],
      completion: 'attachment://h2',
    },
    scores: {
      match: { value: 'C', answer: '5', explanation: 'It is 5.' },
      parts: { value: { speed: 0.5, note: 'slow' } },
    },
    metadata: { level: 1 },
    events: [
      { event: 'sample_init', timestamp: '2026-01-01T00:00:00Z' },
      {
        event: 'model',
        timestamp: '2026-01-01T00:00:01Z',
        tools: [{ name: 'add', description: 'attachment://h3', parameters }],
        output: {
          choices: [{ message: reply }],
          usage: { input_tokens: 9, output_tokens: 4 },
          time: 0.5,
        },
      },
      {
        event: 'tool',
        id: 'c1',
        timestamp: '2026-01-01T00:00:02Z',
        completed: '2026-01-01T00:00:04Z',
      },
      {
        event: 'model',
        timestamp: '2026-01-01T00:00:05Z',
        output: { choices: [{ message: { role: 'assistant', content: 'Another agent.' } }] },
      },
      {
        event: 'model',
        timestamp: '2026-01-01T00:00:06Z',
        working_time: 0.25,
        output: { choices: [{ message: last }] },
      },
    ],
    attachments: { h1: 'You add.', h2: 'The sum is 5.', h3: 'Adds two numbers.' },
    uuid: 'u',
    store: {},
  };
  const header = {
    version: 2,
    status: 'success',
    eval: { task: 'sums', model: 'lab/m', dataset: { sample_ids: [1, 2] } },
    plan: { name: 'plan' },
  };

  async function read(content: string | Buffer, name = 'log.json'): Promise<ImportedFile> {
    await writeFile(inFolder(name), content);
    return importedFile(inspectFormat, inFolder(name), inFolder('out.jsonl'));
  }

  const document = (...samples: readonly unknown[]): Promise<ImportedFile> =>
    read(JSON.stringify({ ...header, samples }, null, 1));

  const member = (name: string, value: unknown, method = 93): ZipMember => ({
    name,
    content: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
    method,
  });

  const archive = (...members: readonly ZipMember[]): Promise<ImportedFile> =>
    read(zipFile([member('_journal/start.json', header, 8), ...members]), 'log.eval');

  it('are told by their keys, or by the first member of the archive', () => {
    const told = (head: string | Buffer) => inspectFormat.detect('x', Buffer.from(head));
    assert.ok(told(JSON.stringify({ ...header, samples: [] }, null, 2).slice(0, 200)));
    assert.ok(!told('{"version": 2, "status": "success"}'));
    assert.ok(told(zipFile([member('_journal/start.json', header)])));
    assert.ok(told(zipFile([member('samples/1_epoch_1.json', sample)])));
    assert.ok(!told(zipFile([member('word/document.xml', '')])));
    assert.ok(!told(Buffer.from('PK\u0003\u0004')));
    assert.ok(!told(''));
  });

  for (const kind of ['document', 'archive'] as const) {
    const readOne = (): Promise<ImportedFile> =>
      kind === 'document'
        ? document(sample)
        : archive(member('samples/s_epoch_2.json', sample), member('header.json', header));

    it(`reads a sample with its calls, times, tokens and scores: ${kind}`, async () => {
      const {
        read: [{ started, steps, ended, reward } = assert.fail()],
        problems,
      } = await readOne();
      assert.deepEqual(problems, []);
      assert.deepEqual(
        [started.trajectoryId, started.model, started.prompt.system, started.task.referenceAnswer],
        ['s_epoch_2', 'lab/m', 'You add.', '5\nfive'],
      );
      assert.deepEqual(
        started.tools.map(({ name, description }) => [name, description]),
        [['add', 'Adds two numbers.']],
      );
      assert.deepEqual(
        steps.map(({ thought, code, reply: { reasoning, usage, milliseconds } }) => [
          thought,
          code,
          reasoning,
          usage,
          milliseconds,
        ]),
        [
          ['I add.', 'add(x=2, y=3)', null, { promptTokens: 9, completionTokens: 4 }, 500],
          ['The sum is 5.', null, 'Clear.', null, 250],
        ],
      );
      assert.deepEqual([steps[0]?.observation.text, steps[0]?.sandboxMilliseconds], ['5', 2000]);
      assert.equal(steps[1]?.startedAt, '2026-01-01T00:00:06.000Z');
      assert.deepEqual(
        [started.startedAt, ended?.endedAt],
        ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:06.000Z'],
      );
      assert.deepEqual([ended?.stopReason, ended?.finalAnswer], ['final-answer', 'The sum is 5.']);
      assert.deepEqual(
        reward?.parts.map(({ name, score, weight }) => [name, score, weight]),
        [
          ['match', 1, 1],
          ['parts.speed', 0.5, 0],
          ['parts.note', null, 0],
        ],
      );
      assert.equal(reward.correctness, 1);
    });

    it(`lists what has no place, and tells what stays in the log: ${kind}`, async () => {
      const { unmapped, notes } = await readOne();
      assert.deepEqual(unmapped.map(({ path: place }) => place).sort(), [
        'eval.task',
        'scores.match.answer',
        'scores.parts.value',
        'uuid',
      ]);
      const told = notes.map(({ where, message }) => `${where}: ${message}`).join('\n');
      assert.match(told, /^status, plan: these tell of the whole log/);
      assert.match(told, /\nevents: 1 calls of a model are in no conversation/);
      assert.match(told, /: 1 sample_init, 3 model, 1 tool$/);
    });
  }

  it('matches calls and messages of logs that have no ids', async () => {
    const bare = { role: 'assistant', content: 'Twice.' };
    const event = (input: number) => ({
      event: 'model',
      output: { choices: [{ message: bare }], usage: { input_tokens: input, output_tokens: 1 } },
    });
    const {
      read: [{ steps } = assert.fail()],
    } = await document({
      ...sample,
      messages: [{ role: 'user', content: 'Q' }, bare, { role: 'user', content: 'Again' }, bare],
      events: [event(10), event(20)],
    });
    assert.deepEqual(
      steps.map(({ reply: { usage } }) => usage?.promptTokens),
      [10, 20],
    );
  });

  it('shows an error of a tool as the model saw it', async () => {
    const error = { type: 'timeout', message: 'It took too long.' };
    const [system, question] = sample.messages;
    const answer = { role: 'tool', tool_call_id: 'c1', function: 'add', content: '', error };
    const {
      read: [{ steps } = assert.fail()],
    } = await document({
      ...sample,
      messages: [system, question, reply, answer],
    });
    assert.equal(steps[0]?.observation.text, 'Error: It took too long.');
    assert.equal(steps[0].toolCalls[0]?.outcome, 'error');
    assert.equal(steps[0].observation.kind, 'python-error');
  });

  it('knows how a sample ends', async () => {
    const ends = [
      { limit: { type: 'message', limit: 50 } },
      { limit: { type: 'context', limit: 1 } },
      { limit: { type: 'operator', limit: 1 } },
      { error: { message: 'It broke.', traceback: 'T' } },
      { output: { choices: [] } },
    ];
    const { read: all } = await document(...ends.map((end, id) => ({ ...sample, id, ...end })));
    assert.deepEqual(
      all.map(({ ended }) => [ended?.stopReason, ended?.failure?.message ?? null]),
      [
        ['max-steps', null],
        ['context-full', null],
        ['cancelled', null],
        ['failure', 'It broke.'],
        ['no-code', null],
      ],
    );
  });

  it('reads logs of the first versions: one score, events in a transcript', async () => {
    const { events, attachments: content } = sample;
    const gone = { scores: undefined, events: undefined, attachments: undefined };
    const old = { ...sample, ...gone, score: { value: 'I' }, transcript: { events, content } };
    const {
      read: [{ reward, steps, started } = assert.fail()],
    } = await document(old);
    assert.deepEqual(
      reward?.parts.map(({ name, score }) => [name, score]),
      [['score', 0]],
    );
    assert.equal(steps[0]?.reply.usage?.promptTokens, 9);
    assert.equal(started.prompt.system, 'You add.');
  });

  it('reads the NaN that Inspect writes, and says so', async () => {
    const text = JSON.stringify({ ...header, samples: [{ ...sample, metadata: { a: 'nan' } }] });
    const {
      read: [{ started } = assert.fail()],
      notes,
    } = await read(text.replace('"nan"', 'NaN'));
    assert.deepEqual(started.task.metadata['a'], null);
    assert.ok(notes.some(({ message }) => message.includes('NaN')));
  });

  it('keeps lone surrogates', async () => {
    const {
      read: [{ started } = assert.fail()],
    } = await document({ ...sample, input: 'a\ud800b' });
    assert.equal(started.task.question, 'a\ud800b');
  });

  it('names each member that cannot be read, and reads the others', async () => {
    const good = (id: string) => member(`samples/${id}_epoch_1.json`, { ...sample, id });
    const { problems, trajectories } = await archive(
      good('a/b'),
      { ...good('locked'), isEncrypted: true },
      { ...good('damaged'), crc: 1 },
      member('samples/torn_epoch_1.json', JSON.stringify(sample).slice(0, 900)),
      member('samples/list_epoch_1.json', '[]'),
      member('samples/none_epoch_1.json', '{"epoch": 1}'),
      member('samples/pieces_epoch_1/sample.json', sample),
      good('z'),
    );
    assert.deepEqual(
      problems.map(
        ({ where, message }) => `${where.replace('samples/', '')}: ${message.slice(0, 40)}`,
      ),
      [
        'locked_epoch_1.json: it is encrypted, and no password can be ',
        'damaged_epoch_1.json: its checksum is wrong, so it is damaged',
        'torn_epoch_1.json, events.0: the file ends in the middle of it',
        'list_epoch_1.json: it is no sample of Inspect: it has no id',
        'none_epoch_1.json: it is no sample of Inspect: it has no id',
        'pieces_epoch_1/sample.json: the sample is stored in several pieces, ',
      ],
    );
    assert.equal(trajectories, 4);
  });

  it('refuses archives and documents that hold nothing of Inspect', async () => {
    await assert.rejects(read('PK\u0003\u0004 and no more', 'a.eval'), HumanError);
    await assert.rejects(read('{}'), HumanError);
    await assert.rejects(read(''), HumanError);
    await assert.rejects(document(7), HumanError);
  });

  it('reads a sample of 6,700 events that repeat a long conversation', async () => {
    const events = Array.from({ length: 6700 }, (_, at) => ({
      event: 'model',
      timestamp: '2026-01-01T00:00:01Z',
      input: [{ role: 'user', content: 'x'.repeat(100) }],
      output: {
        choices: [{ message: { id: `m${at}`, role: 'assistant', content: String(at) } }],
        usage: { input_tokens: at, output_tokens: 1 },
      },
    }));
    const messages = events.flatMap(
      ({
        output: {
          choices: [choice],
        },
      }) => [
        ...(choice === undefined ? [] : [choice.message]),
        { role: 'user', content: 'Go on.' },
      ],
    );
    const {
      read: [{ steps } = assert.fail()],
    } = await archive(member('samples/s_epoch_1.json', { ...sample, messages, events }));
    assert.equal(steps.length, 6700);
    assert.equal(steps[6699]?.reply.usage?.promptTokens, 6699);
  });

  const samples: [string, number, number][] = [
    ['docent_log.eval', 15, 147],
    ['inspect_dedup.eval', 1, 6],
    ['inspect_browser.json', 1, 5],
    ['inspect_tool_call_error.json', 1, 1],
  ];
  for (const [name, count, stepCount] of samples) {
    it(`reads ${name} of another project whole`, async function () {
      const file = path.resolve('../shared/samples', name);
      if (!existsSync(file)) skipBecause(this, 'the sample files of other projects are not here');
      assert.ok(inspectFormat.detect(file, (await readFile(file)).subarray(0, 65_536)));
      const {
        problems,
        read: all,
        steps,
      } = await importedFile(inspectFormat, file, inFolder('out.jsonl'));
      assert.deepEqual([problems, all.length, steps], [[], count, stepCount]);
      const text = JSON.stringify(
        all.map(({ steps: made, started }) => [made, started.prompt, started.tools]),
      );
      assert.ok(!text.includes('attachment://'));
    });
  }

  it('counts the right answers of docent_log.eval as the log does', async function () {
    const file = path.resolve('../shared/samples/docent_log.eval');
    if (!existsSync(file)) skipBecause(this, 'the sample files of other projects are not here');
    const { read: all } = await importedFile(inspectFormat, file, inFolder('out.jsonl'));
    assert.equal(all.filter(({ reward }) => reward?.correctness === 1).length, 9);
    assert.equal(all.filter(({ ended }) => ended?.stopReason === 'max-steps').length, 3);
    assert.ok(all.every(({ steps }) => steps.every(({ reply: { usage } }) => usage !== null)));
  });
});
