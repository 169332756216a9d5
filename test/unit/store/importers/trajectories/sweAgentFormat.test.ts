import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sweAgentFormat } from '../../../../../runtime/store/importers/trajectories/sweAgentFormat.ts';
import { stopReasonOf } from '../../../../../runtime/store/importers/trajectories/sweAgentTrajectory.ts';
import { importedFile } from '../../../../fakes/importedFile.ts';
import { skipBecause } from '../../../../fakes/skip.ts';
import { temporaryFolder } from '../../../../fakes/temporaryFolder.ts';

describe('SWE-agent trajectories', () => {
  const inFolder = temporaryFolder();
  const call = {
    id: 'c1',
    type: 'function',
    function: { name: 'open', arguments: '{"path":"a.py"}' },
  };
  const history = [
    { role: 'system', content: 'You are a programmer.', message_type: 'system_prompt' },
    { role: 'user', content: 'An example.', is_demo: true },
    { role: 'assistant', content: 'As shown.', action: 'ls', is_demo: true },
    { role: 'user', content: [{ type: 'text', text: 'Mend it.' }], message_type: 'observation' },
    { role: 'assistant', content: 'Look.', thought: 'Look.', action: 'ls', message_type: 'action' },
    { role: 'tool', content: 'a.py' },
    {
      role: 'assistant',
      content: 'Open it.',
      action: 'open a.py',
      tool_calls: [call],
      thinking_blocks: [{ type: 'thinking', thinking: 'It must be in a.py.' }],
    },
  ];
  const steps = [
    {
      action: 'ls',
      observation: 'a.py',
      response: 'Look.',
      thought: 'Look.',
      execution_time: 0.25,
      state: { working_dir: '/repo' },
      query: history.slice(0, 4),
      extra_info: {},
    },
    { action: '', observation: 'No command.', response: 'Hm.', thought: 'Hm.', execution_time: 0 },
    { action: 'open a.py', observation: 'x = 1', response: 'Open it.', thought: 'Open it.' },
  ];
  const info = { exit_status: 'submitted', submission: '--- a.py', model_stats: { api_calls: 3 } };
  const settings = {
    problem_statement: {
      id: 'repo__1',
      text: 'It is broken.',
      type: 'text',
      extra_fields: { a: 1 },
    },
    agent: { model: { name: 'gpt-x' } },
  };
  const run = { trajectory: steps, history, info, replay_config: settings, environment: 'main' };

  async function imported(file: unknown, name = 'repo__9.traj') {
    await writeFile(inFolder(name), JSON.stringify(file, null, 2));
    return importedFile(sweAgentFormat, inFolder(name), inFolder('out.jsonl'));
  }

  it('is told by its keys', () => {
    const head = (text: string) => sweAgentFormat.detect('x.traj', Buffer.from(text));
    assert.ok(head('{"trajectory": [{"action": "ls", "observation": "a'.concat('"')));
    assert.ok(head('{"attempts": [{"trajectory": [{"action": "ls", "observation": ""'));
    assert.ok(!head('{"trajectory": [{"thought": "x"'));
    assert.ok(!head('[{"action": "ls", "observation": ""}]'));
    assert.ok(!head(''));
  });

  it('reads a run with its commands, times and patch', async () => {
    const { read, problems } = await imported(run);
    const [{ started, steps: made, ended } = assert.fail()] = read;
    assert.deepEqual(problems, []);
    assert.deepEqual(
      [started.trajectoryId, started.task.question, started.model, started.prompt.system],
      ['repo__1', 'It is broken.', 'gpt-x', 'You are a programmer.'],
    );
    assert.equal(started.prompt.user, 'Mend it.');
    assert.deepEqual(
      made.map((step) => [
        step.thought,
        step.code,
        step.observation.text,
        step.sandboxMilliseconds,
      ]),
      [
        ['Look.', 'ls', 'a.py', 250],
        ['Hm.', null, 'No command.', 0],
        ['Open it.', 'open a.py', 'x = 1', 0],
      ],
    );
    assert.deepEqual(
      made.map(({ toolCalls }) => toolCalls.map(({ name, arguments: given }) => [name, given])),
      [[], [], [['open', { path: 'a.py' }]]],
    );
    assert.deepEqual(
      made.map(({ reply }) => reply.reasoning),
      [null, null, 'It must be in a.py.'],
    );
    assert.deepEqual([ended?.stopReason, ended?.finalAnswer], ['final-answer', '--- a.py']);
  });

  it('leaves the repeated conversation out and lists what has no place', async () => {
    const { notes, unmapped } = await imported(run);
    assert.deepEqual(notes, [
      {
        where: 'trajectory',
        message: 'the conversation that 1 steps repeat was left out, because the history has it',
      },
    ]);
    assert.deepEqual(unmapped.map(({ path: place }) => place).sort(), [
      'environment',
      'info.model_stats',
      'replay_config.agent',
      'trajectory[].state',
    ]);
  });

  it('takes the conversation from the last step where there is no history', async () => {
    const { read } = await imported({ trajectory: steps, info: {} });
    const [{ started, ended } = assert.fail()] = read;
    assert.deepEqual(
      [started.trajectoryId, started.task.question, started.prompt.system],
      ['repo__9', 'Mend it.', 'You are a programmer.'],
    );
    assert.equal(ended?.stopReason, 'cancelled');
  });

  it('reads settings that are the text of their JSON', async () => {
    const { read } = await imported({ ...run, replay_config: JSON.stringify(settings) });
    assert.equal(read[0]?.started.model, 'gpt-x');
  });

  it('reads each attempt of a run that tried several times, and the best one once', async () => {
    const failed = { ...run, info: { exit_status: 'exit_api', submission: null } };
    const { read, notes } = await imported({ attempts: [failed, run], ...run });
    assert.deepEqual(
      read.map(({ started, ended }) => [
        started.trajectoryId,
        ended?.stopReason,
        ended?.failure?.message,
      ]),
      [
        ['repo__1-attempt-1', 'failure', 'SWE-agent ended with exit_api.'],
        ['repo__1-attempt-2', 'final-answer', undefined],
      ],
    );
    assert.ok(notes.some(({ where }) => where === 'attempts'));
  });

  it('names a step that is none, and reads the others', async () => {
    const { problems, steps: count } = await imported({
      ...run,
      trajectory: [steps[0], 7, steps[2]],
    });
    assert.deepEqual(
      problems.map(({ where }) => where),
      ['trajectory.1'],
    );
    assert.equal(count, 2);
  });

  it('keeps the steps of a file that was cut off', async () => {
    const text = JSON.stringify(run);
    await writeFile(inFolder('cut.traj'), text.slice(0, text.indexOf('"history"') + 40));
    const cut = await importedFile(sweAgentFormat, inFolder('cut.traj'), inFolder('out.jsonl'));
    assert.deepEqual([cut.trajectories, cut.steps, cut.problemCount], [1, 3, 1]);
  });

  it('knows the ways in which a run ends', () => {
    assert.equal(stopReasonOf('submitted (exit_cost)'), 'max-steps');
    assert.equal(stopReasonOf('submitted (exit_context)'), 'context-full');
    assert.equal(stopReasonOf('exit_format'), 'no-code');
    assert.equal(stopReasonOf('exit_total_execution_time'), 'max-steps');
    assert.equal(stopReasonOf('exit_environment_error'), 'failure');
  });

  it('reads the run on marshmallow of the project itself', async function () {
    const file = path.resolve('../shared/samples/sweagent_marshmallow.traj');
    if (!existsSync(file)) skipBecause(this, 'the sample files of other projects are not here');
    assert.ok(sweAgentFormat.detect(file, (await readFile(file)).subarray(0, 65_536)));
    const { read, problems } = await importedFile(sweAgentFormat, file, inFolder('out.jsonl'));
    const [{ started, steps: made, ended } = assert.fail()] = read;
    assert.deepEqual([problems, made.length], [[], 13]);
    assert.equal(started.task.id, 'marshmallow-code__marshmallow-1867');
    assert.match(started.task.question, /^TimeDelta serialization precision/);
    assert.deepEqual(made.map(({ code }) => code).slice(0, 2), ['ls -F', 'open "setup.py"']);
    assert.deepEqual(made[0]?.toolCalls[0]?.arguments, { command: 'ls -F' });
    assert.ok(made.every(({ toolCalls }) => toolCalls.length === 1));
    assert.match(ended?.finalAnswer ?? '', /diff --git a\/src\/marshmallow\/fields\.py/);
  });
});
