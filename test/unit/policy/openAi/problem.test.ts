import assert from 'node:assert/strict';
import { parseServerModel } from '../../../../runtime/policy/modelName.ts';
import { type Answer, delta, refusal } from '../../../fakes/openAiServer.ts';
import {
  failureOf,
  ServerPolicyFixture,
  chatRoute,
  key,
} from '../../../fakes/serverPolicyFixture.ts';

describe('problems of servers', () => {
  let at: ServerPolicyFixture;

  beforeEach(() => {
    at = new ServerPolicyFixture();
  });

  afterEach(() => at.close());

  describe('failures', () => {
    it('says that a key is needed', async () => {
      await at.start(
        { [chatRoute]: [refusal(401, 'You did not provide an API key.')] },
        { keyFor: () => Promise.resolve(null) },
      );
      const failed = await failureOf(at.ask());
      assert.equal(failed.code, 'policy/no-key');
      assert.match(failed.message, /asks for an API key. Set TOOL_R1_API_KEY/);
    });

    it('says that the key is wrong and never repeats it', async () => {
      await at.start({ [chatRoute]: [refusal(401, `Incorrect API key provided: ${key}.`)] });
      const failed = await failureOf(at.ask());
      assert.equal(failed.code, 'policy/wrong-key');
      assert.match(failed.message, /Incorrect API key provided: \[key\]/);
      assert.equal(at.server.bodies(chatRoute).length, 1);
    });

    it('says that the key may not use the model', async () => {
      await at.start({ [chatRoute]: [refusal(403, 'Project has no access to it.')] });
      assert.equal((await failureOf(at.ask())).code, 'policy/forbidden');
    });

    const unknownModel: [string, Answer][] = [
      ['vLLM', refusal(404, 'The model `fake-model` does not exist.', { type: 'NotFoundError' })],
      ['Ollama', refusal(404, 'model "fake-model" not found, try pulling it first')],
      ['OpenRouter', refusal(400, 'fake-model is not a valid model ID')],
      ['LM Studio', refusal(400, 'No models loaded. Please load a model in the developer page.')],
      ['a bare 404', { status: 404, body: { detail: 'Not Found' } }],
    ];
    for (const [name, answer] of unknownModel) {
      it(`lists the models when the server does not have this one: ${name}`, async () => {
        await at.start({
          [chatRoute]: [answer],
          'GET /v1/models': [{ body: { data: [{ id: 'llama3' }, { id: 'qwen3' }] } }],
        });
        const failed = await failureOf(at.ask());
        assert.equal(failed.code, 'policy/unknown-model');
        assert.match(failed.message, /has no model "fake-model". It offers: llama3, qwen3\./);
      });
    }

    it('shortens a long list of models', async () => {
      const data = Array.from({ length: 30 }, (_, index) => ({ id: `m${index}` }));
      await at.start({
        [chatRoute]: [refusal(404, 'model not found')],
        'GET /v1/models': [{ body: { data } }],
      });
      assert.match((await failureOf(at.ask())).message, /m11 and 18 more\./);
    });

    it('says when the server has the model but not the endpoint', async () => {
      await at.start({ 'GET /v1/models': [{ body: { data: [{ id: 'fake-model' }] } }] });
      const failed = await failureOf(at.ask());
      assert.equal(failed.code, 'policy/no-endpoint');
      assert.ok(failed.message.includes(`try fake-model@${at.server.baseUrl}/completions`));
    });

    it('finds the API under /v1 when the address lacks it', async () => {
      await at.start(
        { 'GET /v1/models': [{ body: { data: [{ id: 'fake-model' }] } }] },
        { path: '' },
      );
      const failed = await failureOf(at.ask());
      assert.equal(failed.code, 'policy/not-an-api');
      assert.ok(failed.message.includes(`write fake-model@${at.server.origin}/v1`));
    });

    for (const status of [200, 404]) {
      it(`recognises a web page with status ${status}`, async () => {
        const page: Answer = {
          status,
          headers: { 'content-type': 'text/html; charset=utf-8' },
          body: '<!doctype html><title>Sign in</title>',
        };
        await at.start({ [chatRoute]: [page] });
        const failed = await failureOf(at.ask());
        assert.equal(failed.code, 'policy/not-an-api');
        assert.match(failed.message, /no OpenAI-compatible API.*under \/v1/);
      });
    }

    it('quotes the title of a proxy page', async () => {
      const page: Answer = {
        status: 502,
        headers: { 'content-type': 'text/html' },
        body: '<html><head><title>502 Bad Gateway</title></head><body><h1>nginx</h1></body></html>',
      };
      await at.start({ [chatRoute]: [page] });
      assert.match((await failureOf(at.ask())).message, /"502 Bad Gateway"/);
    });

    it('tells of a stream that is no JSON', async () => {
      await at.start({ [chatRoute]: [{ events: ['data: {"choices": [\n\n'] }] });
      assert.equal((await failureOf(at.ask())).code, 'policy/malformed-answer');
    });

    it('tells of JSON in another shape', async () => {
      await at.start({ [chatRoute]: [{ events: [{ choices: 'many' }] }] });
      const failed = await failureOf(at.ask());
      assert.equal(failed.code, 'policy/malformed-answer');
      assert.match(failed.message, /choices/);
    });

    it('tells of an answer without any reply', async () => {
      await at.start({ [chatRoute]: [{ events: [] }] });
      const failed = await failureOf(at.ask());
      assert.equal(failed.code, 'policy/no-reply');
      assert.match(failed.message, /longer than its context/);
    });

    it('tells of an error that comes with status 200', async () => {
      await at.start({ [chatRoute]: [{ body: { error: 'something odd' } }] });
      const failed = await failureOf(at.ask());
      assert.match(failed.message, /something odd/);
    });

    it('tells of an error in the middle of a reply, without trying again', async () => {
      const events = [delta('abc'), { error: { message: 'Context size has been exceeded.' } }];
      await at.start({ [chatRoute]: [{ events }] });
      assert.equal((await failureOf(at.ask())).code, 'policy/context-overflow');
      assert.equal(at.server.bodies(chatRoute).length, 1);
    });

    it('tells of too little memory without trying again', async () => {
      const message = 'model requires more system memory (8.0 GiB) than is available (2.0 GiB)';
      await at.start({ [chatRoute]: [refusal(500, message)] });
      assert.equal((await failureOf(at.ask())).code, 'policy/server-out-of-memory');
      assert.equal(at.server.bodies(chatRoute).length, 1);
    });
  });

  describe('connections that fail', () => {
    it('says that nobody listens and how to start a server', async () => {
      await at.start({});
      const { origin } = at.server;
      await at.server.close();
      const failed = await failureOf(at.ask());
      assert.equal(failed.code, 'policy/unreachable');
      assert.ok(failed.message.startsWith(`Nothing listens at ${origin}/v1.`));
      assert.deepEqual(at.waits, []);
    });

    it('says that the host does not exist', async () => {
      await at.start({});
      at.setUp({ model: parseServerModel('m@http://no-such-host.invalid/v1') });
      const failed = await failureOf(at.ask());
      assert.ok(['policy/unknown-host', 'policy/connection-lost'].includes(failed.code));
      assert.match(failed.message, /no-such-host\.invalid/);
    });

    it('says that the server does not speak HTTPS', async () => {
      await at.start({});
      const address = at.server.origin.replace('http:', 'https:');
      at.setUp({ model: parseServerModel(`m@${address}/v1`) });
      const failed = await failureOf(at.ask());
      assert.equal(failed.code, 'policy/not-https');
      assert.match(failed.message, /Write the address with http:\/\//);
    });
  });
});
