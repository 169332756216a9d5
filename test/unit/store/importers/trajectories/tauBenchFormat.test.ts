import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { tauBenchFormat } from '../../../../../runtime/store/importers/trajectories/tauBenchFormat.ts';
import { importedFile } from '../../../../fakes/importedFile.ts';
import { skipBecause } from '../../../../fakes/skip.ts';
import { temporaryFolder } from '../../../../fakes/temporaryFolder.ts';

describe('tau-bench results', () => {
  const inFolder = temporaryFolder();
  const task = {
    user_id: 'u',
    actions: [{ name: 'f', kwargs: {} }],
    instruction: 'Book it.',
    outputs: [],
  };
  const said = [
    { role: 'system', content: 'Policy' },
    { role: 'user', content: 'Hi' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: '1', type: 'function', function: { name: 'f', arguments: '{"a": 1}' } }],
    },
    { role: 'tool', tool_call_id: '1', name: 'f', content: 'Error: no seat' },
    { role: 'assistant', content: 'There is no seat.' },
    { role: 'user', content: 'Thanks. ###STOP###' },
  ];
  const scored = {
    task,
    source: 'user',
    user_cost: 0.5,
    reward_info: { reward: 1, info: { r_actions: 1, gt_data_hash: 'ea14' }, actions: task.actions },
  };

  async function imported(...runs: readonly unknown[]) {
    await writeFile(inFolder('in.json'), JSON.stringify(runs, null, 2));
    return importedFile(tauBenchFormat, inFolder('in.json'), inFolder('out.jsonl'));
  }

  it('is told by its keys', () => {
    const head = (text: string) => tauBenchFormat.detect('x.json', Buffer.from(text));
    assert.ok(head('[\n {"task_id": 0, "reward": 0.0, "info": {"task": '));
    assert.ok(!head('{"task_id": 0, "reward": 0.0, "info": {}}'));
    assert.ok(!head('[{"task_id": 0, "question": ""}]'));
    assert.ok(!head(''));
  });

  it('reads a conversation with its reward', async () => {
    const { read, unmapped } = await imported({
      task_id: 3,
      reward: 1,
      info: scored,
      traj: said,
      trial: 2,
    });
    const [{ started, steps, ended, reward } = assert.fail()] = read;
    assert.equal(started.trajectoryId, 'task-3-trial-2');
    assert.deepEqual([started.task.id, started.task.question], ['tau-bench-3', 'Book it.']);
    assert.deepEqual(started.prompt, { system: 'Policy', user: 'Hi' });
    assert.deepEqual(started.task.metadata['actions'], task.actions);
    assert.deepEqual(
      steps.map(({ code, observation }) => [code, observation.kind, observation.text]),
      [
        ['f(a=1)', 'python-error', 'Error: no seat'],
        [null, 'final-answer', 'Thanks. ###STOP###'],
      ],
    );
    assert.deepEqual(
      [ended?.stopReason, ended?.finalAnswer],
      ['final-answer', 'There is no seat.'],
    );
    assert.deepEqual([reward?.total, reward?.correctness], [1, 1]);
    assert.deepEqual(
      reward?.parts.map(({ name, score, weight }) => [name, score, weight]),
      [
        ['reward', 1, 1],
        ['r_actions', 1, 0],
      ],
    );
    const paths = unmapped.map((field) => field.path);
    assert.deepEqual(paths, [
      'info.reward_info.info.gt_data_hash',
      'info.source',
      'info.user_cost',
    ]);
  });

  it('tells a conversation that was cut off from one that ended', async () => {
    const info = { ...scored, reward_info: null };
    const { read } = await imported({
      task_id: 0,
      reward: 0,
      info,
      traj: said.slice(0, 5),
      trial: 0,
    });
    assert.equal(read[0]?.ended?.stopReason, 'max-steps');
    assert.equal(read[0].ended.finalAnswer, null);
  });

  it('reads a run that broke', async () => {
    const info = { error: 'Rate limit', traceback: 'Traceback' };
    const { read, unmapped } = await imported({ task_id: 0, reward: 0, info, traj: [], trial: 0 });
    assert.equal(read[0]?.ended?.failure?.message, 'Rate limit');
    assert.deepEqual(unmapped, [{ path: 'info.traceback', count: 1 }]);
  });

  it('names a run that is none, and reads the others', async () => {
    const { trajectories, problems } = await imported(
      { task_id: 0 },
      { task_id: 1, reward: 0, info: scored, traj: said, trial: 0 },
    );
    assert.equal(trajectories, 1);
    assert.equal(problems[0]?.where, '0');
    assert.match(problems[0].message, /no run of tau-bench: reward/);
  });

  it('reads a run of thousands of messages, on tens of thousands of lines', async () => {
    const turn = [
      ...said.slice(2, 4),
      { role: 'assistant', content: 'Wait.' },
      { role: 'user', content: 'Yes.' },
    ];
    const traj = [...said.slice(0, 2), ...Array.from({ length: 1675 }, () => turn).flat()];
    const run = { task_id: 0, reward: 0, info: scored, traj, trial: 0 };
    assert.ok(JSON.stringify([run], null, 2).split('\n').length > 40_000);
    const { read } = await imported(run);
    assert.equal(read[0]?.steps.length, 3350);
  });

  it('reads lone surrogates, and keeps what is nested deeply', async () => {
    const nested = JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`) as unknown;
    const traj = [...said.slice(0, 4), { role: 'assistant', content: 'a\ud83d' }];
    const info = { ...scored, extra: nested };
    const { read, unmapped } = await imported({ task_id: 0, reward: 0, info, traj, trial: 0 });
    assert.equal(read[0]?.ended?.finalAnswer, 'a\ud83d');
    assert.ok(unmapped.some((field) => field.path === 'info.extra'));
  });

  it('reads the published results', async function () {
    const file = path.resolve(
      import.meta.dirname,
      '../../../../../../shared/samples/taubench_gpt-4o-airline.json',
    );
    if (!existsSync(file)) skipBecause(this, 'the sample files are not here');
    const { read, problems, unmapped } = await importedFile(
      tauBenchFormat,
      file,
      inFolder('out.jsonl'),
    );
    assert.deepEqual([read.length, problems.length], [200, 0]);
    const rewards = read.map(({ reward }) => reward?.total);
    assert.equal(rewards.filter((reward) => reward === 1).length, 84);
    assert.equal(rewards.filter((reward) => reward === 0).length, 116);
    assert.equal(new Set(read.map(({ started }) => started.task.id)).size, 50);
    // One step for each message of the agent.
    assert.equal(
      read.reduce((sum, { steps }) => sum + steps.length, 0),
      2454,
    );
    assert.equal(read.filter(({ ended }) => ended?.stopReason === 'max-steps').length, 5);
    assert.deepEqual(unmapped.map((field) => field.path).sort(), [
      'info.reward_info.info.gt_data_hash',
      'info.reward_info.info.outputs',
      'info.source',
      'info.user_cost',
    ]);
  });
});
