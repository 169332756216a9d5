import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { smolagentsFormat } from '../../../../../runtime/store/importers/trajectories/smolagentsFormat.ts';
import { HumanError } from '../../../../../runtime/support/errors.ts';
import { importedFile } from '../../../../fakes/importedFile.ts';
import { temporaryFolder } from '../../../../fakes/temporaryFolder.ts';

describe('smolagents memory', () => {
  const inFolder = temporaryFolder();
  const task = { task: 'How many?', task_images: null };
  const action = {
    step_number: 1,
    timing: { start_time: 1_748_000_000, end_time: 1_748_000_002, duration: 2 },
    model_input_messages: [{ role: 'system', content: 'Use code.' }],
    tool_calls: [],
    error: null,
    model_output: 'Thought: I count.\n<code>\nfinal_answer(3)\n</code>',
    code_action: 'final_answer(3)',
    observations: 'Execution logs:\n',
    action_output: 3,
    token_usage: { input_tokens: 5, output_tokens: 7 },
    is_final_answer: true,
  };

  async function imported(...documents: readonly unknown[]) {
    await writeFile(inFolder('in.json'), documents.map((one) => JSON.stringify(one)).join('\n'));
    return importedFile(smolagentsFormat, inFolder('in.json'), inFolder('out.jsonl'));
  }

  async function one(...documents: readonly unknown[]) {
    const [{ started, steps, ended } = assert.fail()] = (await imported(...documents)).read;
    assert.ok(ended !== null);
    return { started, steps, ended };
  }

  it('is told by its keys', () => {
    const is = (value: unknown) =>
      smolagentsFormat.detect('x.json', Buffer.from(JSON.stringify(value)));
    assert.ok(is([task, action]));
    assert.ok(is({ output: 3, state: 'success', steps: [action] }));
    assert.ok(is([{ task: 'x' }, { agent_memory: [], llm_output: 'y' }]));
    for (const other of [[{ task: 'x' }], { steps: [{ step_id: 1 }] }, [], ''])
      assert.ok(!is(other));
  });

  it('reads what the agent thought, ran and answered', async () => {
    const { started, steps, ended } = await one([task, action]);
    assert.deepEqual([started.task.question, started.prompt.system], ['How many?', 'Use code.']);
    assert.equal(started.startedAt, '2025-05-23T11:33:20.000Z');
    assert.equal(ended.endedAt, '2025-05-23T11:33:22.000Z');
    const [step = assert.fail()] = steps;
    assert.deepEqual([step.thought, step.code], ['I count.', 'final_answer(3)']);
    assert.deepEqual([step.reply.usage?.promptTokens, step.reply.usage?.completionTokens], [5, 7]);
    assert.deepEqual([ended.finalAnswer, ended.stopReason], ['3', 'final-answer']);
  });

  it('reads the result of a run', async () => {
    const timing = { start_time: 1_748_000_000, end_time: 1_748_000_010 };
    const result = {
      output: { a: [1] },
      state: 'success',
      token_usage: { total_tokens: 9 },
      timing,
    };
    const { read, unmapped } = await imported({ ...result, steps: [task, action] });
    assert.equal(read[0]?.ended?.finalAnswer, '{"a":[1]}');
    assert.equal(read[0].ended.endedAt, '2025-05-23T11:33:30.000Z');
    assert.deepEqual(
      unmapped.map(({ path }) => path),
      ['state', 'token_usage'],
    );
  });

  it('reads calls of tools', async () => {
    const call = {
      id: '1',
      type: 'function',
      function: { name: 'search', arguments: { query: 'x' } },
    };
    const step = { ...action, code_action: null, tool_calls: [call], is_final_answer: false };
    const { steps, ended } = await one([task, { ...step, observations: 'found' }]);
    assert.equal(steps[0]?.code, "search(query='x')");
    assert.deepEqual(
      steps[0].toolCalls.map(({ name, arguments: given, preview }) => [name, given, preview]),
      [['search', { query: 'x' }, 'found']],
    );
    assert.equal(ended.stopReason, 'cancelled');
  });

  it('tells errors, and the end of the step limit', async () => {
    const failed = {
      ...action,
      error: { type: 'AgentExecutionError', message: 'no x' },
      is_final_answer: false,
    };
    const last = {
      ...action,
      error: { type: 'AgentMaxStepsError', message: 'Reached max steps.' },
      is_final_answer: false,
    };
    const { steps, ended } = await one([task, failed, last]);
    assert.equal(steps[0]?.observation.error?.message, 'no x');
    assert.match(steps[0].observation.text, /Error:\nAgentExecutionError: no x$/);
    assert.deepEqual([ended.stopReason, ended.finalAnswer], ['max-steps', '3']);
    const broken = await one([task, { ...failed, action_output: null }]);
    assert.deepEqual([broken.ended.stopReason, broken.ended.finalAnswer], ['failure', null]);
    assert.equal(broken.ended.failure?.message, 'AgentExecutionError: no x');
  });

  it('has a trajectory for each task of a memory, and for each line', async () => {
    const { read } = await imported([task, action, { task: 'And now?' }, action], [task, action]);
    assert.deepEqual(
      read.map(({ started, steps }) => [started.task.question, steps.length]),
      [
        ['How many?', 1],
        ['And now?', 1],
        ['How many?', 1],
      ],
    );
  });

  it('reads the names of early versions', async () => {
    const old = {
      agent_memory: [{ role: 'system', content: 'Old prompt.' }],
      tool_call: { name: 'python_interpreter', arguments: 'print(3)', id: 'c' },
      start_time: 1_748_000_000,
      end_time: 1_748_000_001,
      step: 0,
      llm_output: 'Thought: Old.\nCode:\n```py\nprint(3)\n```',
      observations: '3',
      action_output: '3',
    };
    const answer = { ...old, tool_call: { name: 'final_answer', arguments: { answer: '3' } } };
    const { started, steps, ended } = await one([
      { system_prompt: 'Own prompt.' },
      { task: 'Q' },
      old,
      answer,
    ]);
    assert.equal(started.prompt.system, 'Own prompt.');
    assert.deepEqual([steps[0]?.thought, steps[0]?.code], ['Old.', 'print(3)']);
    assert.deepEqual([steps[1]?.code, ended.finalAnswer], ["final_answer(answer='3')", '3']);
  });

  it('says that prompts were left out, and lists what found no place', async () => {
    const message = { role: 'assistant', content: 'x', raw: { model: 'm', id: 1 } };
    const step = {
      ...action,
      model_output_message: message,
      is_final_answer: false,
      action_output: 'unsaid',
    };
    const { read, notes, unmapped } = await imported([task, { ...step, note: 1 }]);
    assert.match(notes[0]?.message ?? '', /^the prompts of 1 step, /);
    assert.deepEqual(
      unmapped.map(({ path }) => path),
      ['[].action_output', '[].model_output_message.raw', '[].note'],
    );
    assert.equal(read[0]?.started.model, 'm');
    const kept = JSON.stringify(read[0].started['unmapped']);
    assert.match(kept, /"\[1\]\.action_output":"unsaid"/);
  });

  it('refuses what is no memory in a sentence', async () => {
    for (const other of [[], {}, 'x', [1], { steps: [] }, null]) {
      await assert.rejects(imported(other), HumanError);
    }
  });
});
