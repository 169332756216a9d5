import assert from 'node:assert/strict';
import { endpointModels } from '../../../../runtime/policy/openAi/endpointModels.ts';
import {
  startOpenAiServer,
  type Answer,
  type FakeOpenAiServer,
} from '../../../fakes/openAiServer.ts';

const never = new AbortController().signal;

describe('endpointModels', () => {
  let server: FakeOpenAiServer | null = null;
  afterEach(async () => {
    await server?.close();
    server = null;
  });

  async function ask(answer: Answer, apiKey: string | null = null) {
    server = await startOpenAiServer({ 'GET /v1/models': [answer] });
    return endpointModels({ baseUrl: server.baseUrl, apiKey, fetch }, never);
  }

  it('lists the models of an endpoint, asked with its key', async () => {
    const offer = await ask({ body: { data: [{ id: 'a' }, { id: 'b' }] } }, 'secret-key');
    assert.deepEqual(offer, { ok: true, models: ['a', 'b'] });
    assert.equal(server?.requests[0]?.headers.authorization, 'Bearer secret-key');
  });

  const problems: [string, Answer, string | null, RegExp][] = [
    ['that it wants a key', { status: 401, body: {} }, null, /wants a key/],
    ['that the key is wrong', { status: 403, body: {} }, 'secret-key', /refuses the key/],
    ['that it lists none', { status: 404, body: {} }, null, /no list of models.*NAME@/],
    ['that it is no such server', { body: '<html>' }, null, /no list of models/],
    ['that it has none', { body: { data: [] } }, null, /has no model/],
    ['that it is in trouble', { status: 503, body: {} }, null, /HTTP 503/],
    ['that the line broke', { breaks: true }, null, /broke|could not be asked/],
  ];
  for (const [name, answer, key, message] of problems) {
    it(`says ${name}, and never the key`, async () => {
      const offer = await ask(answer, key);
      assert.ok(!offer.ok);
      assert.match(offer.problem, message);
      assert.ok(!offer.problem.includes('secret-key'));
    });
  }

  it('says that nobody listens', async () => {
    server = await startOpenAiServer({});
    const { baseUrl } = server;
    await server.close();
    server = null;
    const offer = await endpointModels({ baseUrl, apiKey: null, fetch }, never);
    assert.ok(!offer.ok);
    assert.match(offer.problem, /Nothing listens at/);
  });

  it('says that it takes too long', async () => {
    const slow: typeof fetch = (_input, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      });
    const access = { baseUrl: 'http://slow.example/v1', apiKey: null, fetch: slow };
    const offer = await endpointModels(access, AbortSignal.timeout(20));
    assert.ok(!offer.ok);
    assert.match(offer.problem, /does not answer in time/);
  });
});
