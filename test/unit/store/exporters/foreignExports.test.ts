// What is exported for another program and imported again is the same: steps, answers and scores.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import type { Step } from '../../../../runtime/contract/step.ts';
import type { Trajectory, TrajectoryRecord } from '../../../../runtime/contract/trajectory.ts';
import type { ExportFormat } from '../../../../runtime/contract/viewing.ts';
import { assembleTrajectory } from '../../../../runtime/store/assembleTrajectory.ts';
import { allExporters } from '../../../../runtime/store/exporters/allExporters.ts';
import { allForeignFormats } from '../../../../runtime/store/importers/trajectories/allForeignFormats.ts';
import { detectFormat } from '../../../../runtime/store/importers/trajectories/detectFormat.ts';
import { importedFile, type ImportedFile } from '../../../fakes/importedFile.ts';
import { makeEnded, makeReply, makeStarted, makeStep, makeTask } from '../../../fakes/records.ts';
import { richRecords } from '../../../fakes/richRecords.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';

describe('exports for other programs', () => {
  const inFolder = temporaryFolder();

  function trajectoryOf(records: readonly TrajectoryRecord[]): Trajectory {
    return assembleTrajectory(records).trajectory ?? assert.fail();
  }

  /** Two steps, the second of which gives the answer by code; then a reward of two parts. */
  function answered(trajectoryId: string, taskId = 'sum'): Trajectory {
    const base = { version: 1, trajectoryId } as const;
    const step = makeStep();
    const observation = {
      ...step.observation,
      text: 'KeyError: 1\nnext line',
      kind: 'python-error',
    } as const;
    const usage = { promptTokens: 12, completionTokens: 5 };
    const failed = makeStep({
      index: 1,
      thought: 'I look.\n"Now"',
      code: 'x = {}[1]',
      observation,
      executed: false,
      startedAt: '2026-05-04T09:30:01.000Z',
      reply: makeReply({
        text: 'I look.\n```py\nx = {}[1]\n```',
        usage,
        reasoning: 'Hm.',
        milliseconds: 250,
      }),
      sandboxMilliseconds: 40,
    });
    const last = makeStep({
      index: 2,
      thought: 'It is 5.',
      code: "final_answer('5')",
      observation: { ...step.observation, kind: 'final-answer', text: '5 \ud83d\ude00' },
      startedAt: '2026-05-04T09:30:02.000Z',
    });
    return trajectoryOf([
      makeStarted({
        trajectoryId,
        task: makeTask({ id: taskId, question: 'What is 2 + 3?', referenceAnswer: '5' }),
        prompt: { system: 'You add.', user: 'Question: What is 2 + 3?' },
      }),
      { ...base, kind: 'step-ended', step: failed },
      { ...base, kind: 'step-ended', step: last },
      makeEnded({ trajectoryId, finalAnswer: '5' }),
      {
        ...base,
        kind: 'reward-assigned',
        reward: {
          recipe: 'tool-r1',
          total: 1.15,
          parts: [
            { name: 'answer', score: 1, weight: 1, reason: 'right' },
            { name: 'executed', score: 0.5, weight: 0.3, reason: '1 of 2' },
          ],
        },
      },
    ]);
  }

  async function exported(
    format: ExportFormat,
    trajectories: readonly Trajectory[],
  ): Promise<string> {
    async function* all() {
      for (const trajectory of trajectories) yield await Promise.resolve({ trajectory, lines: [] });
    }
    const pieces: string[] = [];
    for await (const piece of allExporters[format].write(all())) pieces.push(String(piece));
    return pieces.join('');
  }

  async function again(
    format: ExportFormat,
    trajectories: readonly Trajectory[],
  ): Promise<ImportedFile> {
    const text = await exported(format, trajectories);
    await writeFile(inFolder('out.json'), text);
    const found = await detectFormat(inFolder('out.json'), allForeignFormats);
    return importedFile(found, inFolder('out.json'), inFolder('again.jsonl'));
  }

  const facts = ({ thought, code, observation, reply, startedAt }: Step) => ({
    thought,
    code,
    text: observation.text,
    isError: observation.kind === 'python-error',
    reasoning: reply.reasoning,
    usage: reply.usage,
    startedAt,
  });

  for (const format of ['atif', 'inspect', 'otlp'] as const) {
    it(`${format}: steps, answer and scores come back`, async () => {
      const before = [answered('one'), answered('two')];
      const { read, problems } = await again(format, before);
      assert.deepEqual(problems, []);
      assert.deepEqual(
        read.map(({ steps }) => steps.map(facts)),
        before.map(({ steps }) => steps.map(facts)),
      );
      for (const { started, ended, reward } of read) {
        assert.equal(started.task.question, 'What is 2 + 3?');
        assert.equal(started.prompt.system, 'You add.');
        assert.equal(started.prompt.user, 'Question: What is 2 + 3?');
        assert.deepEqual([ended?.finalAnswer, ended?.stopReason], ['5', 'final-answer']);
        assert.deepEqual(
          reward?.parts.map(({ name, score, reason }) => [name, score, reason]),
          [
            ['answer', 1, 'right'],
            ['executed', 0.5, '1 of 2'],
          ],
        );
      }
    });

    it(`${format}: what failed, has no answer or no end comes back so`, async () => {
      const { read, problems } = await again(format, [
        trajectoryOf(richRecords('rich')),
        answered('x'),
      ]);
      assert.deepEqual(problems, []);
      const [{ ended, steps } = assert.fail()] = read;
      assert.deepEqual(
        [ended?.stopReason, ended?.finalAnswer, ended?.failure?.message],
        ['failure', null, 'It is gone.\nStart it.'],
      );
      assert.equal(steps.length, 2);
      assert.equal(steps[0]?.thought, 'Größe "prüfen" \\ 😀\n\ttab');
    });

    it(`${format}: the same trajectories give the same file`, async () => {
      assert.equal(
        await exported(format, [answered('a')]),
        await exported(format, [answered('a')]),
      );
    });
  }

  it('atif: keeps weights, the reference answer, and one document alone', async () => {
    const text = await exported('atif', [answered('one')]);
    assert.ok(text.startsWith('{'));
    const {
      read: [{ started, reward } = assert.fail()],
    } = await again('atif', [answered('one')]);
    assert.deepEqual(
      [started.task.id, started.task.question, started.task.referenceAnswer],
      ['sum', 'What is 2 + 3?', '5'],
    );
    assert.equal(reward?.total, 1.15);
  });

  it('inspect: trajectories of one task are its epochs', async () => {
    const { read } = await again('inspect', [answered('a'), answered('b', 'other'), answered('c')]);
    assert.deepEqual(
      read.map(({ started }) => started.trajectoryId),
      ['sum_epoch_1', 'other_epoch_1', 'sum_epoch_2'],
    );
    assert.deepEqual(
      read.map(({ started }) => started.task.referenceAnswer),
      ['5', '5', '5'],
    );
  });

  it('otlp: spans lie in their agent, and their times hold each other', async () => {
    const text = await exported('otlp', [answered('a')]);
    const {
      resourceSpans: [
        {
          scopeSpans: [{ spans }],
        },
      ],
    } = JSON.parse(text) as Otlp;
    assert.deepEqual(
      spans.map(({ name }) => name),
      [
        'invoke_agent tool-r1',
        'chat fake',
        'execute_tool python',
        'chat fake',
        'execute_tool python',
      ],
    );
    const [agent = assert.fail(), ...others] = spans;
    assert.match(agent.traceId, /^[0-9a-f]{32}$/);
    assert.match(agent.spanId, /^[0-9a-f]{16}$/);
    assert.equal(new Set(spans.map(({ spanId }) => spanId)).size, 5);
    assert.ok(
      others.every(
        ({ parentSpanId, traceId }) => parentSpanId === agent.spanId && traceId === agent.traceId,
      ),
    );
    assert.ok(
      spans.every((span) => BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)),
    );
    assert.equal(others[1]?.startTimeUnixNano, `${Date.parse('2026-05-04T09:30:01.250Z')}000000`);
  });

  it('otlp: a long trajectory does not grow with the square of its steps', async () => {
    const one = answered('a');
    const [step = assert.fail()] = one.steps;
    const long = (count: number): Trajectory => ({
      ...one,
      steps: Array.from({ length: count }, (_, at) => ({ ...step, index: at + 1 })),
    });
    const [some, more] = [await exported('otlp', [long(200)]), await exported('otlp', [long(400)])];
    assert.ok(more.length < some.length * 2.5);
  });

  it('verl: reads again as the rollouts that verl writes', async () => {
    const { read, problems } = await again('verl', [answered('a')]);
    assert.deepEqual(problems, []);
    const [{ started, steps, reward } = assert.fail()] = read;
    assert.deepEqual([started.prompt.system, started.task.referenceAnswer], ['You add.', '5']);
    assert.deepEqual(
      steps.map(({ reply }) => reply.text),
      answered('a').steps.map(({ reply }) => reply.text),
    );
    assert.equal(steps[0]?.observation.text, 'KeyError: 1\nnext line');
    assert.equal(reward?.total, 1.15);
    assert.ok(reward.parts.some(({ name, score }) => name === 'executed' && score === 0.5));
  });

  it('hugging-face: rows with one schema, and the conversation as it was sampled', async () => {
    const text = await exported('hugging-face', [answered('a'), trajectoryOf(richRecords('rich'))]);
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual(
      rows.map((row) => Object.keys(row)),
      [Object.keys(rows[0] ?? {}), Object.keys(rows[0] ?? {})],
    );
    assert.deepEqual(rows[0]?.['messages'], [
      { role: 'system', content: 'You add.' },
      { role: 'user', content: 'Question: What is 2 + 3?' },
      { role: 'assistant', content: 'I look.\n```py\nx = {}[1]\n```' },
      { role: 'user', content: 'KeyError: 1\nnext line' },
      { role: 'assistant', content: answered('a').steps[1]?.reply.text },
    ]);
    assert.deepEqual(
      [rows[0]['answer'], rows[0]['reward'], rows[1]?.['reward']],
      ['5', 1.15, null],
    );
    assert.deepEqual(rows[0]['scores'], [
      { name: 'answer', score: 1, weight: 1 },
      { name: 'executed', score: 0.5, weight: 0.3 },
    ]);
  });

  it('writes a file that can be read even for no trajectories', async () => {
    for (const format of ['atif', 'otlp'] as const) JSON.parse(await exported(format, []));
  });
});

interface Otlp {
  readonly resourceSpans: [{ readonly scopeSpans: [{ readonly spans: OtlpSpan[] }] }];
}

interface OtlpSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}
