import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { otelFormat } from '../../../../../runtime/store/importers/trajectories/otelFormat.ts';
import { HumanError } from '../../../../../runtime/support/errors.ts';
import { importedFile, type ImportedFile } from '../../../../fakes/importedFile.ts';
import { otlpDocument, otlpSpan } from '../../../../fakes/otlp.ts';
import { temporaryFolder } from '../../../../fakes/temporaryFolder.ts';

describe('OpenTelemetry traces', () => {
  const inFolder = temporaryFolder();
  const text = (role: string, content: string) => ({ role, parts: [{ type: 'text', content }] });
  const call = { type: 'tool_call', id: 'c1', name: 'weather', arguments: { city: 'Paris' } };
  const answer = {
    role: 'tool',
    parts: [{ type: 'tool_call_response', id: 'c1', response: 'rainy' }],
  };
  const asked = [text('user', 'Weather in Paris?')];
  const called = {
    role: 'assistant',
    parts: [{ type: 'reasoning', content: 'I must look.' }, call],
  };
  const definitions = [
    {
      type: 'function',
      name: 'weather',
      description: 'Now.',
      parameters: { type: 'object', properties: {} },
    },
  ];
  const agent = otlpSpan('a', {
    name: 'invoke_agent w',
    start: 1,
    end: 9,
    attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'w' },
  });
  const chats = [
    otlpSpan('m1', {
      parent: 'a',
      start: 2,
      end: 3.5,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': 'gpt-x',
        'gen_ai.usage.input_tokens': 20,
        'gen_ai.usage.output_tokens': 7,
        'gen_ai.system_instructions': JSON.stringify([{ type: 'text', content: 'Be brief.' }]),
        'gen_ai.input.messages': JSON.stringify(asked),
        'gen_ai.output.messages': JSON.stringify([{ ...called, finish_reason: 'tool_call' }]),
        'gen_ai.tool.definitions': JSON.stringify(definitions),
        'gen_ai.request.temperature': 0.5,
      },
    }),
    otlpSpan('m2', {
      parent: 'a',
      start: 6,
      end: 7,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.input.messages': [...asked, called, answer],
        'gen_ai.output.messages': [text('assistant', 'It rains.')],
      },
      events: [
        {
          name: 'gen_ai.evaluation.result',
          attributes: {
            'gen_ai.evaluation.name': 'right',
            'gen_ai.evaluation.score.value': 1,
            'gen_ai.evaluation.explanation': 'It does.',
          },
        },
      ],
    }),
  ];
  const tool = otlpSpan('t', {
    parent: 'a',
    name: 'execute_tool weather',
    start: 4,
    end: 4.25,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'weather',
      'gen_ai.tool.call.id': 'c1',
      'gen_ai.tool.call.arguments': '{"city":"Paris"}',
      'gen_ai.tool.call.result': 'rainy',
    },
  });
  const http = otlpSpan('h', { name: 'GET /weather', parent: 't', start: 4, end: 4.1 });
  // A span is written when it has ended, so the first one comes last.
  const spans = [chats[0], http, tool, chats[1], agent];

  async function read(content: string): Promise<ImportedFile> {
    await writeFile(inFolder('in.json'), content);
    return importedFile(otelFormat, inFolder('in.json'), inFolder('out.jsonl'));
  }

  const readSpans = (...list: readonly unknown[]): Promise<ImportedFile> =>
    read(JSON.stringify(otlpDocument(list), null, 1));

  it('are told by their first key', () => {
    const told = (head: string) => otelFormat.detect('x.json', Buffer.from(head));
    assert.ok(told('{"resourceSpans":[{"resource":'));
    assert.ok(!told('{"resourceLogs":[]}'));
    assert.ok(!told('[]'));
  });

  it('reads an agent with the calls of its model and its tools', async () => {
    const {
      read: [{ started, steps, ended, reward } = assert.fail()],
      problems,
    } = await readSpans(...spans);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      [started.trajectoryId, started.model, started.task.question, started.prompt.system],
      ['trace1-a', 'gpt-x', 'Weather in Paris?', 'Be brief.'],
    );
    assert.deepEqual(
      started.tools.map(({ name }) => name),
      ['weather'],
    );
    assert.deepEqual(
      steps.map(({ code, observation, reply, sandboxMilliseconds }) => [
        code,
        observation.text,
        reply.reasoning,
        reply.milliseconds,
        sandboxMilliseconds,
      ]),
      [
        ["weather(city='Paris')", 'rainy', 'I must look.', 1500, 250],
        [null, '', null, 1000, 0],
      ],
    );
    assert.deepEqual(steps[0]?.reply.usage, { promptTokens: 20, completionTokens: 7 });
    assert.deepEqual([ended?.stopReason, ended?.finalAnswer], ['final-answer', 'It rains.']);
    assert.deepEqual(
      [started.startedAt, ended?.endedAt],
      ['2026-01-01T00:00:01.000Z', '2026-01-01T00:00:09.000Z'],
    );
    assert.deepEqual(
      reward?.parts.map(({ name, score, reason }) => [name, score, reason]),
      [['right', 1, 'It does.']],
    );
  });

  it('lists attributes that have no place, and tells of other spans', async () => {
    const { unmapped, notes } = await readSpans(...spans);
    assert.deepEqual(unmapped.map(({ path }) => path).sort(), [
      'resource.service.name',
      'spans[].attributes.gen_ai.agent.name',
      'spans[].attributes.gen_ai.request.temperature',
    ]);
    assert.match(notes[0]?.message ?? '', /stay in the file: 1 GET$/);
  });

  it('reads one document a line, with the spans of a trace in several of them', async () => {
    const other = spans.map((span) => ({ ...span, traceId: 'trace2' }));
    const mixed = [
      [spans[0], other[0]],
      [spans[2], other[1], other[2]],
      [spans[3], spans[4]],
      [other[3], other[4]],
    ];
    const lines = mixed.map((list) => `${JSON.stringify(otlpDocument(list))}\n`).join('');
    const { read: all, problems } = await read(`${lines}{"resourceSpans":[{"sco`);
    assert.deepEqual(
      all.map(({ started, steps }) => [started.trajectoryId, steps.length]),
      [
        ['trace1-a', 2],
        ['trace2-a', 2],
      ],
    );
    assert.equal(problems.length, 1);
  });

  it('takes the results of tools from their spans where no message shows them', async () => {
    const silent = [0, 1].map((at) =>
      otlpSpan(`m${at}`, {
        parent: 'a',
        start: at * 4 + 2,
        end: at * 4 + 3,
        attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'gpt-x' },
      }),
    );
    const failed = { ...tool, status: { code: 2, message: 'no such city' } };
    const {
      read: [{ steps } = assert.fail()],
    } = await readSpans(agent, silent[0], failed, silent[1]);
    assert.deepEqual(
      steps.map(({ code, observation }) => [code, observation.kind, observation.text]),
      [
        ["weather(city='Paris')", 'python-error', 'rainy'],
        [null, 'final-answer', ''],
      ],
    );
  });

  it('gives an agent that another one called a trajectory of its own', async () => {
    const inner = otlpSpan('b', {
      parent: 't',
      start: 4,
      end: 5,
      attributes: { 'gen_ai.operation.name': 'invoke_agent' },
    });
    const chat = otlpSpan('m3', {
      parent: 'b',
      start: 4,
      end: 5,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.output.messages': [text('assistant', 'Inner.')],
      },
    });
    const { read: all } = await readSpans(...spans, inner, chat);
    assert.deepEqual(
      all.map(({ started, steps }) => [started.trajectoryId, steps.length]),
      [
        ['trace1-a', 2],
        ['trace1-b', 1],
      ],
    );
  });

  it('reads the names of before 1.37: numbered attributes, and events', async () => {
    const attributes = {
      'gen_ai.system': 'openai',
      'gen_ai.request.model': 'gpt-3',
      'gen_ai.usage.prompt_tokens': 5,
      'gen_ai.usage.completion_tokens': '6',
    };
    const numbered = {
      'gen_ai.prompt.0.role': 'user',
      'gen_ai.prompt.0.content': 'Hi',
      'gen_ai.completion.0.content': 'Hello',
      'gen_ai.completion.0.tool_calls.0.name': 'wave',
      'gen_ai.completion.0.tool_calls.0.arguments': '{"hand": 1}',
    };
    const events = [
      { name: 'gen_ai.user.message', attributes: { content: 'Hi' } },
      {
        name: 'gen_ai.choice',
        attributes: {
          'gen_ai.event.content':
            '{"index":0,"message":{"content":"Hello","tool_calls":[{"id":"1","type":"function","function":{"name":"wave","arguments":"{\\"hand\\": 1}"}}]}}',
        },
      },
    ];
    for (const span of [
      otlpSpan('m', { attributes: { ...attributes, ...numbered } }),
      otlpSpan('m', { attributes, events }),
    ]) {
      const {
        read: [{ started, steps } = assert.fail()],
      } = await readSpans(span);
      assert.deepEqual(
        [started.trajectoryId, started.task.question, started.model],
        ['trace1', 'Hi', 'gpt-3'],
      );
      assert.deepEqual([steps[0]?.thought, steps[0]?.code], ['Hello', 'wave(hand=1)']);
      assert.deepEqual(steps[0]?.reply.usage, { promptTokens: 5, completionTokens: 6 });
    }
  });

  it('reads the names of OpenInference', async () => {
    const schema = JSON.stringify({
      type: 'function',
      function: { name: 'weather', parameters: { type: 'object', properties: {} } },
    });
    const root = otlpSpan('a', {
      start: 1,
      attributes: {
        'openinference.span.kind': 'AGENT',
        'input.value': 'Weather?',
        'output.value': 'It rains.',
      },
    });
    const model = otlpSpan('m', {
      parent: 'a',
      start: 2,
      attributes: {
        'openinference.span.kind': 'LLM',
        'llm.model_name': 'gpt-y',
        'llm.token_count.prompt': 3,
        'llm.token_count.completion': 4,
        'llm.input_messages.0.message.role': 'system',
        'llm.input_messages.0.message.content': 'Be brief.',
        'llm.input_messages.1.message.role': 'user',
        'llm.input_messages.1.message.contents.0.message_content.type': 'text',
        'llm.input_messages.1.message.contents.0.message_content.text': 'Weather?',
        'llm.output_messages.0.message.role': 'assistant',
        'llm.output_messages.0.message.tool_calls.0.tool_call.id': 'c',
        'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'weather',
        'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments':
          '{"city": "Paris"}',
        'llm.tools.0.tool.json_schema': schema,
        'llm.provider': 'openai',
      },
    });
    const run = otlpSpan('t', {
      parent: 'a',
      start: 3,
      attributes: {
        'openinference.span.kind': 'TOOL',
        'tool.name': 'weather',
        'input.value': '{"city": "Paris"}',
        'output.value': 'rainy',
      },
    });
    const {
      read: [{ started, steps, ended } = assert.fail()],
      unmapped,
    } = await readSpans(root, model, run);
    assert.deepEqual(
      [started.task.question, started.prompt.system, started.model],
      ['Weather?', 'Be brief.', 'gpt-y'],
    );
    assert.deepEqual(
      started.tools.map(({ name }) => name),
      ['weather'],
    );
    assert.deepEqual(
      [steps[0]?.code, steps[0]?.observation.text],
      ["weather(city='Paris')", 'rainy'],
    );
    assert.equal(ended?.finalAnswer, 'It rains.');
    assert.ok(unmapped.some(({ path }) => path.endsWith('llm.provider')));
  });

  it('counts a call once that two libraries wrote down', async () => {
    const inner = otlpSpan('m0', {
      parent: 'm2',
      start: 6,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.output.messages': [text('assistant', 'It rains.')],
      },
    });
    const { steps } = await readSpans(...spans, inner);
    assert.equal(steps, 2);
  });

  it('keeps messages with parts that it can show by their kind alone', async () => {
    const picture = { role: 'user', parts: [{ type: 'uri', modality: 'image', uri: 'a.png' }] };
    const span = otlpSpan('m', {
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.input.messages': JSON.stringify([...asked, picture]),
        'gen_ai.output.messages': JSON.stringify([text('assistant', 'A cat.')]),
      },
    });
    const {
      read: [{ started } = assert.fail()],
      unmapped,
    } = await readSpans(span);
    assert.equal(started.prompt.user, 'Weather in Paris?\n\n[uri]');
    assert.ok(unmapped.some(({ path }) => path === 'spans[].attributes.gen_ai.input.messages'));
    assert.ok(!unmapped.some(({ path }) => path.endsWith('output.messages')));
  });

  it('says why a call of a model failed', async () => {
    const failed = { ...chats[0], status: { code: 2, message: 'rate limit' } };
    const {
      read: [{ ended } = assert.fail()],
    } = await readSpans(failed);
    assert.deepEqual([ended?.stopReason, ended?.failure?.message], ['failure', 'rate limit']);
  });

  it('stands spans that are their own parents, have no times, or come twice', async () => {
    const odd = [
      { ...chats[0], spanId: 'x', parentSpanId: 'y' },
      { ...agent, spanId: 'y', parentSpanId: 'x', startTimeUnixNano: 'soon' },
    ];
    const { steps } = await readSpans(...odd, odd[0]);
    assert.equal(steps, 1);
  });

  it('names what is no span, and refuses a file without any of generative AI', async () => {
    const { problems } = await readSpans(...spans, { name: 'x' }, 7);
    assert.deepEqual(
      problems.map(({ where }) => where.replace(/.*spans\./, '')),
      ['5', '6'],
    );
    await assert.rejects(readSpans(http), HumanError);
    for (const content of ['', '{}', '[]', '{"resourceSpans":{}}'])
      await assert.rejects(read(content), HumanError);
  });
});
