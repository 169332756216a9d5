import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { atifFormat } from '../../../../../runtime/store/importers/trajectories/atifFormat.ts';
import { HumanError } from '../../../../../runtime/support/errors.ts';
import { importedFile, type ImportedFile } from '../../../../fakes/importedFile.ts';
import { temporaryFolder } from '../../../../fakes/temporaryFolder.ts';

describe('ATIF trajectories', () => {
  const inFolder = temporaryFolder();
  const parameters = {
    type: 'object',
    properties: { ticker: { type: 'string' } },
    required: ['ticker'],
  };
  const agent = {
    name: 'harbor-agent',
    version: '1.0.0',
    model_name: 'gemini-x',
    tool_definitions: [
      { type: 'function', function: { name: 'search', description: 'Prices.', parameters } },
    ],
  };
  const steps = [
    { step_id: 1, source: 'system', message: 'You know prices.' },
    {
      step_id: 2,
      source: 'user',
      message: 'What does GOOGL cost?',
      timestamp: '2025-10-11T10:30:00Z',
    },
    {
      step_id: 3,
      source: 'agent',
      timestamp: '2025-10-11T10:30:02Z',
      reasoning_effort: 'medium',
      message: 'I search.',
      reasoning_content: 'Two calls.',
      tool_calls: [
        { tool_call_id: 'a', function_name: 'search', arguments: { ticker: 'GOOGL' } },
        { tool_call_id: 'b', function_name: 'volume', arguments: {} },
      ],
      observation: {
        results: [
          { source_call_id: 'b', content: '1.5M' },
          { source_call_id: 'a', content: [{ type: 'text', text: '$185' }] },
        ],
      },
      metrics: {
        prompt_tokens: 520,
        completion_tokens: 80,
        cost_usd: 0.00045,
        completion_token_ids: [1, 2],
      },
    },
    {
      step_id: 4,
      source: 'agent',
      timestamp: '2025-10-11T10:30:05Z',
      message: 'It costs $185.',
      llm_call_count: 1,
    },
  ];
  const document = {
    schema_version: 'ATIF-v1.7',
    session_id: 's-1',
    agent,
    steps,
    final_metrics: { total_steps: 4 },
  };

  async function read(text: string): Promise<ImportedFile> {
    await writeFile(inFolder('in.json'), text);
    return importedFile(atifFormat, inFolder('in.json'), inFolder('out.jsonl'));
  }

  it('are told by their version and their agent', () => {
    const told = (value: unknown) =>
      atifFormat.detect('x.json', Buffer.from(JSON.stringify(value)));
    assert.ok(told(document));
    assert.ok(told([document]));
    assert.ok(!told({ ...document, schema_version: '1.0' }));
    assert.ok(!told({ schema_version: 'ATIF-v1.7' }));
    assert.ok(!told([]));
  });

  it('reads the steps of the agent with calls, results, tokens and times', async () => {
    const {
      read: [{ started, steps: made, ended } = assert.fail()],
      problems,
    } = await read(JSON.stringify(document, null, 2));
    assert.deepEqual(problems, []);
    assert.deepEqual(
      [started.trajectoryId, started.model, started.task.question, started.prompt.system],
      ['s-1', 'gemini-x', 'What does GOOGL cost?', 'You know prices.'],
    );
    assert.deepEqual(
      started.tools.map(({ name }) => name),
      ['search'],
    );
    assert.deepEqual(
      made.map(({ thought, code, reply: { reasoning, usage }, startedAt }) => [
        thought,
        code,
        reasoning,
        usage,
        startedAt,
      ]),
      [
        [
          'I search.',
          "search(ticker='GOOGL')\nvolume()",
          'Two calls.',
          { promptTokens: 520, completionTokens: 80 },
          '2025-10-11T10:30:02.000Z',
        ],
        ['It costs $185.', null, null, null, '2025-10-11T10:30:05.000Z'],
      ],
    );
    assert.equal(made[0]?.observation.text, 'volume:\n1.5M\n\nsearch:\n$185');
    assert.deepEqual(
      made[0].toolCalls.map(({ preview }) => preview),
      ['$185', '1.5M'],
    );
    assert.deepEqual([ended?.stopReason, ended?.finalAnswer], ['final-answer', 'It costs $185.']);
    assert.equal(ended?.endedAt, '2025-10-11T10:30:05.000Z');
  });

  it('lists what has no place', async () => {
    const { unmapped } = await read(JSON.stringify(document));
    assert.deepEqual(unmapped.map(({ path }) => path).sort(), [
      'agent.name',
      'agent.version',
      'final_metrics',
      'schema_version',
      'session_id',
      'steps[].llm_call_count',
      'steps[].metrics.completion_token_ids',
      'steps[].metrics.cost_usd',
      'steps[].reasoning_effort',
    ]);
  });

  it('shows a picture by its kind and a result without a call', async () => {
    const source = { media_type: 'image/png', path: 'a.png' };
    const shown = {
      step_id: 1,
      source: 'agent',
      message: [
        { type: 'text', text: 'See.' },
        { type: 'image', source },
      ],
      observation: { results: [{ content: 'Seen.' }] },
    };
    const {
      read: [{ steps: made } = assert.fail()],
      unmapped,
    } = await read(JSON.stringify({ ...document, steps: [shown] }));
    assert.deepEqual([made[0]?.thought, made[0]?.observation.text], ['See.\n[image]', 'Seen.']);
    assert.ok(unmapped.some(({ path }) => path === 'steps[].message[]'));
  });

  it('reads many documents: a list, or one a line', async () => {
    const other = { ...document, session_id: 's-2' };
    for (const text of [
      JSON.stringify([document, other]),
      `${JSON.stringify(document)}\n${JSON.stringify(other)}\n`,
    ]) {
      const { read: all, steps: count } = await read(text);
      assert.deepEqual(
        all.map(({ started }) => started.trajectoryId),
        ['s-1', 's-2'],
      );
      assert.equal(count, 4);
    }
  });

  it('reads the agents that another one called', async () => {
    const child = {
      schema_version: 'ATIF-v1.7',
      trajectory_id: 'child',
      agent: { name: 'helper', version: '1' },
      steps: [{ step_id: 1, source: 'agent', message: 'Done.' }],
    };
    const reference = { subagent_trajectory_ref: [{ trajectory_id: 'child' }] };
    const parent = {
      ...document,
      steps: [
        { step_id: 1, source: 'agent', message: 'Help.', observation: { results: [reference] } },
      ],
      subagent_trajectories: [child],
    };
    const { read: all, unmapped } = await read(JSON.stringify(parent));
    assert.deepEqual(
      all.map(({ started }) => started.trajectoryId),
      ['s-1', 'child'],
    );
    assert.ok(
      unmapped.some(({ path }) => path === 'steps[].observation.results[].subagent_trajectory_ref'),
    );
  });

  it('names a step that is none, and a document without steps', async () => {
    const wrong = { ...document, steps: [...steps, { source: 'robot' }] };
    const text = `${JSON.stringify(wrong)}\n${JSON.stringify({ ...document, steps: [] })}\n`;
    const { problems, steps: count } = await read(text);
    assert.deepEqual(
      problems.map(({ where }) => where),
      ['steps.4', 'document 2'],
    );
    assert.equal(count, 2);
  });

  it('keeps the steps of a document that was cut off', async () => {
    const text = JSON.stringify(document);
    const { steps: count, problems } = await read(text.slice(0, text.indexOf('It costs')));
    assert.deepEqual([count, problems.map(({ where }) => where)], [1, ['steps.3']]);
  });

  it('refuses a file that holds none', async () => {
    for (const text of ['', '{}', '[]', '7', '"x"', '{"steps": 7}'])
      await assert.rejects(read(text), HumanError);
  });
});
