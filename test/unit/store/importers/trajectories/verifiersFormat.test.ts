import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { verifiersFormat } from '../../../../../runtime/store/importers/trajectories/verifiersFormat.ts';
import { HumanError } from '../../../../../runtime/support/errors.ts';
import { importedFile } from '../../../../fakes/importedFile.ts';
import { temporaryFolder } from '../../../../fakes/temporaryFolder.ts';

const fixtures = path.resolve(import.meta.dirname, '../../../../fixtures/imports');

describe('verifiers rollouts', () => {
  const inFolder = temporaryFolder();

  async function imported(...lines: readonly unknown[]) {
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    await writeFile(inFolder('results.jsonl'), text);
    return importedFile(verifiersFormat, inFolder('results.jsonl'), inFolder('out.jsonl'));
  }

  const row = {
    example_id: 3,
    prompt: [{ role: 'user', content: 'Add.' }],
    completion: [{ role: 'assistant', content: '3' }],
    answer: '3',
    task: 'sums',
    reward: 0.5,
  };

  it('is told by its keys', () => {
    const is = (text: string) => verifiersFormat.detect('x.jsonl', Buffer.from(text));
    assert.ok(is(JSON.stringify(row)));
    assert.ok(is(`{"example_id": 0, "prompt": "${'x'.repeat(70_000)}`));
    assert.ok(is('{"id": "a", "env": {"id": "b"}, "task": {"type": "T", "data": {"prompt": "'));
    for (const other of ['{"prompt": "a", "completion": "b"}', '{"task": "x"}', '[]', '']) {
      assert.ok(!is(other), other);
    }
  });

  it('reads a row with its rubric', async () => {
    const { read } = await imported({ ...row, metrics: { exact: 1, broken: null }, exact: 1 });
    const [{ started, ended, reward } = assert.fail()] = read;
    assert.equal(started.trajectoryId, 'example-3');
    assert.deepEqual(started.task.metadata, { task: 'sums', info: null });
    assert.deepEqual([started.task.referenceAnswer, ended?.finalAnswer], ['3', '3']);
    assert.deepEqual(
      reward?.parts.map(({ name, score, weight }) => [name, score, weight]),
      [
        ['reward', 0.5, 1],
        ['exact', 1, 0],
        ['broken', null, 0],
      ],
    );
  });

  it('reads rows of old versions, whose numbers stand in the row itself', async () => {
    const old = { ...row, prompt: 'Add.', completion: ' 3', exact: 1, total_ms: 5, note: 'odd' };
    const { read, unmapped } = await imported(old);
    assert.deepEqual(
      read[0]?.reward?.parts.map(({ name }) => name),
      ['reward', 'exact'],
    );
    assert.deepEqual(
      unmapped.map((field) => field.path),
      ['note', 'total_ms'],
    );
  });

  it('tells what ended a rollout', async () => {
    const { read } = await imported(
      { ...row, stop_condition: 'max_turns_reached', is_truncated: true },
      { ...row, is_truncated: true },
      { ...row, error: 'ValueError()' },
      {
        ...row,
        completion: null,
        error: { error: 'ModelError', error_chain_str: 'ModelError -> x' },
      },
    );
    assert.deepEqual(
      read.map(({ ended }) => [ended?.stopReason, ended?.failure?.message]),
      [
        ['max-steps', undefined],
        ['context-full', undefined],
        ['failure', 'ValueError()'],
        ['failure', 'ModelError -> x'],
      ],
    );
  });

  it('finds the model in the metadata beside', async () => {
    await mkdir(inFolder('run'));
    await writeFile(inFolder('run', 'metadata.json'), '{"env_id": "sums", "model": "org/m"}');
    await writeFile(inFolder('run', 'results.jsonl'), JSON.stringify(row));
    const to = inFolder('out.jsonl');
    const { read } = await importedFile(verifiersFormat, inFolder('run', 'results.jsonl'), to);
    assert.equal(read[0]?.started.model, 'org/m');
    await writeFile(inFolder('run', 'metadata.json'), 'no JSON');
    const again = await importedFile(verifiersFormat, inFolder('run', 'results.jsonl'), to);
    assert.equal(again.read[0]?.started.model, 'unknown');
  });

  it('reads the last branch of a trace, with its calls', async () => {
    const file = path.join(fixtures, 'verifiers-traces.jsonl');
    const { read, unmapped } = await importedFile(verifiersFormat, file, inFolder('out.jsonl'));
    const [{ started, steps, ended, reward } = assert.fail()] = read;
    assert.deepEqual(
      [started.trajectoryId, started.task.id, started.model, started.policyVersion],
      ['t1', 'files-3', 'Qwen/Qwen3-4B', 6],
    );
    assert.deepEqual(
      steps.map(({ code, reply }) => [
        code,
        reply.reasoning,
        reply.milliseconds,
        reply.usage?.promptTokens,
      ]),
      [
        ["bash(command='ls')", 'I look.', 1000, 20],
        [null, null, 250, 40],
      ],
    );
    assert.equal(steps[0]?.startedAt, '2025-10-09T08:53:22.000Z');
    assert.deepEqual([ended?.finalAnswer, ended?.endedAt], ['a.txt', '2025-10-09T08:53:25.000Z']);
    assert.equal(reward?.total, 2.25);
    // The other branch is kept whole, and of this one the tokens.
    const paths = unmapped.map((field) => field.path);
    for (const kept of ['traces[].nodes[]', 'traces[].nodes[].token_ids', 'run']) {
      assert.ok(paths.includes(kept), kept);
    }
  });

  it('does not walk in circles', async () => {
    const [line = ''] = (
      await readFile(path.join(fixtures, 'verifiers-traces.jsonl'), 'utf8')
    ).split('\n');
    const { read } = await imported(JSON.parse(line.replace('"parent": null', '"parent": 4')));
    assert.equal(read[0]?.steps.length, 2);
  });

  it('names an episode without traces, and a trace that is none', async () => {
    const { trajectories, problems } = await imported(
      row,
      { id: 'e', env: {}, task: {}, traces: [] },
      { id: 'f', traces: [{ id: 'x' }] },
    );
    assert.equal(trajectories, 1);
    assert.deepEqual(
      problems.map(({ where, message }) => [where, message.slice(0, 33)]),
      [
        ['document 2', 'the episode has no trace'],
        ['document 3', 'no trace of verifiers: task: Inva'],
      ],
    );
  });

  it('refuses what is none in a sentence', async () => {
    for (const other of [{}, 1, 'x', null, [row]])
      await assert.rejects(imported(other), HumanError);
  });
});
