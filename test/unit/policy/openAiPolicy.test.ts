import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from '../../../runtime/contract/reply.ts';
import { openServerFetch } from '../../../runtime/policy/serverFetch.ts';
import { type Answer, chat, delta, finish, refusal, usage } from '../../fakes/openAiServer.ts';
import {
  failureOf,
  ServerPolicyFixture,
  until,
  chatRoute,
  plainRoute,
  key,
  request,
} from '../../fakes/serverPolicyFixture.ts';

describe('server policy', () => {
  let at: ServerPolicyFixture;

  beforeEach(() => {
    at = new ServerPolicyFixture();
  });

  afterEach(() => at.close());

  describe('a streamed chat', () => {
    it('puts the pieces together, with characters split over chunks', async () => {
      const text = 'Thought: čtyři 四 👩‍👩‍👧 řádky\nCode:\n```py\nprint("héllo")\n```';
      await at.start({ [chatRoute]: [chat(...Array.from(text))] });
      const reply = await at.ask();
      assert.equal(reply.text, text);
      assert.equal(reply.streamed, text);
      assert.equal(reply.finishReason, 'stop');
      assert.equal(reply.model, 'fake-model');
      assert.equal(reply.reasoning, null);
      assert.deepEqual(reply.usage, {
        promptTokens: 11,
        completionTokens: Array.from(text).length,
      });
      assert.ok(reply.milliseconds >= (reply.firstTokenMilliseconds ?? Infinity));
    });

    it('sends what was asked for, and the key', async () => {
      await at.start({ [chatRoute]: [chat('ok')] });
      await at.ask();
      assert.deepEqual(at.server.bodies(chatRoute)[0], {
        model: 'fake-model',
        messages: request.messages,
        stream: true,
        stream_options: { include_usage: true },
        max_tokens: 100,
        temperature: 0.6,
        top_p: 0.95,
        seed: 7,
        stop: ['<end_code>', 'Observation:'],
        return_token_ids: true,
        logprobs: true,
        top_logprobs: 0,
      });
      assert.equal(at.server.requests[0]?.headers.authorization, `Bearer ${key}`);
    });

    it('sends no Authorization header without a key, whatever the environment holds', async () => {
      process.env['OPENAI_API_KEY'] = 'sk-from-the-environment';
      process.env['OPENAI_ORG_ID'] = 'org-from-the-environment';
      try {
        await at.start({ [chatRoute]: [chat('ok')] }, { keyFor: () => Promise.resolve(null) });
        await at.ask();
      } finally {
        delete process.env['OPENAI_API_KEY'];
        delete process.env['OPENAI_ORG_ID'];
      }
      assert.ok(at.server.requests.length > 0);
      assert.ok(!JSON.stringify(at.server.requests).includes('from-the-environment'));
      assert.ok(at.server.requests.every((one) => one.headers.authorization === undefined));
    });

    it('leaves out a seed that nobody set', async () => {
      await at.start({ [chatRoute]: [chat('ok')] });
      await at.ask({ seed: null, stop: [] });
      const body = at.server.bodies(chatRoute)[0];
      assert.ok(body);
      assert.ok(!('seed' in body) && !('stop' in body));
    });

    it('takes comments, blank lines, CRLF and event names between the chunks', async () => {
      const line = (value: object) =>
        `: keep-alive\r\n\r\nevent: x\r\ndata: ${JSON.stringify(value)}\r\n\r\n`;
      await at.start({
        [chatRoute]: [
          { events: [line(delta('a')), '\n\n', line(delta('b')), line(finish('stop'))] },
        ],
      });
      assert.equal((await at.ask()).text, 'ab');
    });

    it('needs no [DONE] mark', async () => {
      await at.start({ [chatRoute]: [{ ...chat('whole'), then: 'end' }] });
      const reply = await at.ask();
      assert.equal(reply.text, 'whole');
      assert.equal(reply.finishReason, 'stop');
    });

    it('calls the end unknown when the server does not say how the reply ended', async () => {
      await at.start({ [chatRoute]: [{ events: [delta('text')], then: 'end' }] });
      assert.equal((await at.ask()).finishReason, 'unknown');
    });

    it('keeps a reply whose connection broke after its end', async () => {
      await at.start({ [chatRoute]: [{ events: [delta('all'), finish('stop')], then: 'break' }] });
      const reply = await at.ask();
      assert.equal(reply.text, 'all');
      assert.equal(reply.finishReason, 'stop');
    });

    it('waits only briefly for the usage of a reply that has ended', async () => {
      await at.start({ [chatRoute]: [{ events: [delta('all'), finish('length')], then: 'hang' }] });
      const reply = await at.ask();
      assert.equal(reply.finishReason, 'length');
      assert.equal(reply.usage, null);
      assert.ok(reply.milliseconds < 30_000, `${reply.milliseconds} ms`);
    });

    it('takes chunks without choices and choices without text', async () => {
      const events = [
        { choices: [], prompt_filter_results: [] },
        { choices: null },
        { id: 'x' },
        delta(null),
        delta('ok'),
        finish('stop'),
        usage(1, 1),
      ];
      await at.start({ [chatRoute]: [{ events }] });
      assert.equal((await at.ask()).text, 'ok');
    });

    it('gives an empty reply when the model ended at once', async () => {
      await at.start({ [chatRoute]: [{ events: [finish('stop')] }] });
      const reply = await at.ask();
      assert.equal(reply.text, '');
      assert.equal(reply.finishReason, 'stop');
    });

    it('reads only the first of several choices', async () => {
      const second = { choices: [{ index: 1, delta: { content: 'other' }, finish_reason: null }] };
      await at.start({
        [chatRoute]: [{ events: [second, delta('first'), second, finish('stop')] }],
      });
      assert.equal((await at.ask()).text, 'first');
    });

    it('reads a whole answer of a server that does not stream', async () => {
      const body = {
        model: 'plain',
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content: 'all at once' },
            finish_reason: 'stop',
          },
        ],
        usage: { prompt_tokens: 3, completion_tokens: 4 },
      };
      await at.start({ [chatRoute]: [{ body }] });
      const reply = await at.ask();
      assert.equal(reply.text, 'all at once');
      assert.equal(reply.streamed, 'all at once');
      assert.equal(reply.model, 'plain');
      assert.deepEqual(reply.usage, { promptTokens: 3, completionTokens: 4 });
    });

    const reasons: [string, Reply['finishReason']][] = [
      ['stop', 'stop'],
      ['length', 'length'],
      ['content_filter', 'content-filter'],
      ['tool_calls', 'stop'],
      ['abort', 'unknown'],
    ];
    for (const [theirs, ours] of reasons) {
      it(`reads the finish reason ${theirs} as ${ours}`, async () => {
        await at.start({ [chatRoute]: [{ events: [delta('x'), finish(theirs)] }] });
        assert.equal((await at.ask()).finishReason, ours);
      });
    }
  });

  describe('stop strings', () => {
    it('are cut here when the server ignores them, and the connection is closed', async () => {
      await at.start({
        [chatRoute]: [
          {
            events: ['print(1)', '\n``', '`<end', '_co', 'de>\nObs', 'ervation: 9'].map((text) =>
              delta(text),
            ),
            then: 'hang',
          },
        ],
      });
      const reply = await at.ask();
      assert.equal(reply.text, 'print(1)\n```');
      assert.equal(reply.streamed, reply.text);
      assert.equal(reply.finishReason, 'stop');
      assert.equal(reply.stopString, '<end_code>');
      await until(() => at.server.abandoned === 1);
    });

    it('are cut from the text of a server that includes them', async () => {
      await at.start({ [chatRoute]: [chat('a', '<end_code>')] });
      assert.equal((await at.ask()).text, 'a');
    });

    it('are named when the server names them', async () => {
      await at.start({
        [chatRoute]: [{ events: [delta('a'), finish('stop', { stop_reason: 'Observation:' })] }],
      });
      assert.equal((await at.ask()).stopString, 'Observation:');
    });

    it('past the fourth are still cut here', async () => {
      await at.start({ [chatRoute]: [chat('one FIVE two')] });
      const reply = await at.ask({ stop: ['1', '2', '3', '4', 'FIVE'] });
      assert.equal(reply.text, 'one ');
      assert.deepEqual(at.server.bodies(chatRoute)[0]?.['stop'], ['1', '2', '3', '4']);
    });
  });

  describe('cancelling', () => {
    it('gives the text so far and closes the connection', async () => {
      await at.start({ [chatRoute]: [{ events: [delta('Thought: so far <end')], then: 'hang' }] });
      const stop = new AbortController();
      const asked = at.ask({}, stop.signal);
      await until(() => at.streamed !== '');
      stop.abort();
      const reply = await asked;
      assert.equal(reply.finishReason, 'cancelled');
      assert.equal(reply.text, 'Thought: so far <end');
      assert.equal(reply.streamed, reply.text);
      assert.equal(reply.tokens, null);
      await until(() => at.server.abandoned === 1);
    });

    it('works before the first text', async () => {
      await at.start({ [chatRoute]: [{ events: [], then: 'hang' }] });
      const stop = new AbortController();
      const asked = at.ask({}, stop.signal);
      await until(() => at.server.requests.length === 1);
      stop.abort();
      const reply = await asked;
      assert.equal(reply.finishReason, 'cancelled');
      assert.equal(reply.text, '');
      assert.equal(reply.firstTokenMilliseconds, null);
    });

    it('works during the wait for the next attempt', async () => {
      const stop = new AbortController();
      await at.start(
        { [chatRoute]: [refusal(503, 'busy')] },
        {
          sleep: async (_, signal) => {
            stop.abort();
            await sleep(10_000, undefined, { signal });
          },
        },
      );
      assert.equal((await at.ask({}, stop.signal)).finishReason, 'cancelled');
    });

    it('asks nothing when it came first', async () => {
      await at.start({ [chatRoute]: [chat('never')] });
      assert.equal((await at.ask({}, AbortSignal.abort())).finishReason, 'cancelled');
      assert.equal(at.server.requests.length, 0);
    });

    it('closes what only the policy uses when it is disposed of', async () => {
      const servers = openServerFetch({});
      let closed = false;
      await at.start(
        { [chatRoute]: [{ events: [delta('half')], then: 'hang' }] },
        {
          fetch: servers.fetch,
          onDispose: async () => {
            await servers.close();
            closed = true;
          },
        },
      );
      const asked = at.ask();
      await until(() => at.streamed !== '');
      await at.policy.dispose();
      assert.ok(closed);
      assert.equal((await asked).finishReason, 'cancelled');
    });

    it('happens to replies in flight when the policy is disposed of', async () => {
      await at.start({ [chatRoute]: [{ events: [delta('half')], then: 'hang' }] });
      const asked = at.ask();
      await until(() => at.streamed !== '');
      await at.policy.dispose();
      const reply = await asked;
      assert.equal(reply.finishReason, 'cancelled');
      assert.equal(reply.text, 'half');
    });
  });

  describe('the context', () => {
    it('is told in the failure when the prompt does not fit', async () => {
      const message =
        "This model's maximum context length is 4096 tokens. However, your request has 5000 input tokens.";
      await at.start({ [chatRoute]: [refusal(400, message)] });
      const failed = await failureOf(at.ask());
      assert.equal(failed.code, 'policy/context-overflow');
      assert.match(failed.message, /prompt of 5000 tokens.*4096 tokens.*fewer files/);
      assert.equal(at.policy.contextTokens, 4096);
    });

    it('makes the reply shorter when only the reply does not fit', async () => {
      const message =
        "'max_tokens' is too large: 4000. This model's maximum context length is 4096 tokens and your request has 3900 input tokens (4000 > 4096 - 3900).";
      await at.start({ [chatRoute]: [refusal(400, message), chat('ok')] });
      assert.equal((await at.ask({ maxTokens: 4_000 })).text, 'ok');
      assert.equal(at.server.bodies(chatRoute)[1]?.['max_tokens'], 196);
    });

    it('is read from the list of models of vLLM', async () => {
      await at.start({
        'GET /v1/models': [{ body: { data: [{ id: 'fake-model', max_model_len: 16384 }] } }],
      });
      assert.equal(at.policy.contextTokens, null);
      await at.policy.countTokens(request.messages);
      assert.equal(at.policy.contextTokens, 16_384);
    });

    it('is read from the properties of llama.cpp, which names models as it likes', async () => {
      await at.start({
        'GET /v1/models': [{ body: { data: [{ id: 'a.gguf', owned_by: 'llamacpp' }] } }],
        'GET /props': [{ body: { default_generation_settings: { n_ctx: 8192 } } }],
      });
      await at.policy.countTokens(request.messages);
      assert.equal(at.policy.contextTokens, 8_192);
    });

    it('is read from the running models of Ollama, once the first reply has loaded it', async () => {
      await at.start({
        [chatRoute]: [chat('ok')],
        'GET /v1/models': [{ body: { data: [{ id: 'fake-model', owned_by: 'library' }] } }],
        'GET /api/ps': [
          { body: { models: [] } },
          { body: { models: [{ name: 'fake-model:latest', context_length: 4096 }] } },
        ],
      });
      await at.policy.countTokens(request.messages);
      assert.equal(at.policy.contextTokens, null);
      await at.ask();
      assert.equal(at.policy.contextTokens, 4_096);
    });

    it('is read from the loaded models of LM Studio', async () => {
      await at.start({
        [chatRoute]: [chat('ok')],
        'GET /v1/models': [
          { body: { data: [{ id: 'fake-model', owned_by: 'organization_owner' }] } },
        ],
        'GET /api/v0/models/fake-model': [{ body: { loaded_context_length: 32768 } }],
      });
      await at.ask();
      assert.equal(at.policy.contextTokens, 32_768);
    });

    it('is asked for twice at most', async () => {
      await at.start({ [chatRoute]: [chat('ok')] });
      for (let round = 0; round < 3; round += 1) {
        await at.policy.countTokens(request.messages);
        await at.ask();
      }
      assert.equal(at.server.bodies('GET /v1/models').length, 2);
    });
  });

  describe('counting tokens', () => {
    it('asks the tokenizer of vLLM', async () => {
      const body = { count: 42, max_model_len: 2048, tokens: [1, 2] };
      await at.start({ 'POST /tokenize': [{ body }] });
      assert.equal(await at.policy.countTokens(request.messages), 42);
      assert.equal(at.policy.contextTokens, 2_048);
      assert.deepEqual(at.server.bodies('POST /tokenize')[0], {
        model: 'fake-model',
        messages: request.messages,
        add_generation_prompt: true,
      });
    });

    it('asks the tokenizer of llama.cpp, with the prompt in its template', async () => {
      const tokenize: Answer = (sent) => ({
        body: { tokens: 'content' in sent.body ? [5, 6, 7] : [] },
      });
      await at.start({
        'POST /tokenize': [tokenize],
        'POST /apply-template': [{ body: { prompt: '<s>hi' } }],
      });
      assert.equal(await at.policy.countTokens(request.messages), 3);
      assert.equal(at.server.bodies('POST /tokenize')[1]?.['content'], '<s>hi');
      assert.equal(await at.policy.countTokens(request.messages), 3);
      assert.equal(at.server.bodies('POST /tokenize').length, 3);
    });

    it('estimates without a tokenizer and asks for one only once', async () => {
      await at.start({});
      const first = await at.policy.countTokens(request.messages);
      assert.equal(first, await at.policy.countTokens(request.messages));
      assert.ok(first > 5 && first < 40, String(first));
      assert.equal(at.server.bodies('POST /tokenize').length, 2);
    });

    it('corrects the estimate by what the server counted', async () => {
      await at.start({ [chatRoute]: [{ events: [delta('x'), finish('stop'), usage(200, 1)] }] });
      await at.ask();
      assert.equal(await at.policy.countTokens(request.messages), 200);
    });
  });

  describe('plain completions', () => {
    const plain = (text: string, more: object = {}) => ({
      model: 'fake-model',
      choices: [{ index: 0, text, finish_reason: null, ...more }],
    });
    const path = '/v1/completions';

    it('send the ids of the prompt and record the tokens', async () => {
      const events = [
        plain('a', { token_ids: [10], logprobs: { token_logprobs: [-0.5] } }),
        plain('', { token_ids: [11], logprobs: { token_logprobs: [-1] }, finish_reason: 'stop' }),
      ];
      await at.start(
        {
          'POST /tokenize': [{ body: { count: 2, max_model_len: 2048, tokens: [1, 2] } }],
          [plainRoute]: [{ events }],
        },
        { path },
      );
      const reply = await at.ask();
      assert.equal(reply.text, 'a');
      assert.deepEqual(reply.tokens, {
        promptIds: [1, 2],
        completionIds: [10, 11],
        completionMask: [1, 1],
        logProbs: [-0.5, -1],
      });
      const body = at.server.bodies(plainRoute)[0];
      assert.ok(body);
      assert.deepEqual(body['prompt'], [1, 2]);
      assert.equal(body['logprobs'], 0);
      assert.ok(!('messages' in body));
      assert.deepEqual(body['stop'], request.stop);
    });

    it('send ChatML where the server has no tokenizer, and end at its mark', async () => {
      await at.start(
        { [plainRoute]: [{ events: [plain('yes'), plain('<|im_end|>'), plain('more')] }] },
        { path },
      );
      const reply = await at.ask();
      assert.equal(reply.text, 'yes');
      const body = at.server.bodies(plainRoute)[0];
      assert.equal(
        body?.['prompt'],
        '<|im_start|>system\nYou write Python.<|im_end|>\n<|im_start|>user\nHow many rows?<|im_end|>\n<|im_start|>assistant\n',
      );
      assert.deepEqual(body['stop'], ['<end_code>', 'Observation:', '<|im_end|>']);
    });
  });
});
