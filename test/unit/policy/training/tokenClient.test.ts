import assert from 'node:assert/strict';
import { TokenClient } from '../../../../runtime/policy/training/tokenClient.ts';
import type { CompletionRequest } from '../../../../runtime/policy/training/tokenWire.ts';
import { failureOf } from '../../../fakes/failureOf.ts';
import {
  FakeTokenServer,
  logProb,
  type FakeTokenServerOptions,
} from '../../../fakes/tokenServer.ts';
import { tickingClock } from '../../../fakes/tickingClock.ts';
import { encode } from '../../../fakes/toyTokenizer.ts';
import { until } from '../../../fakes/until.ts';

const never = new AbortController().signal;
const request: CompletionRequest = {
  promptIds: encode('<|im_start|>assistant\n'),
  maxTokens: 100,
  temperature: 0.6,
  stop: ['<end_code>'],
  stopTokenIds: [2],
  seed: 5,
};

describe('TokenClient', () => {
  const servers: FakeTokenServer[] = [];
  const waits: number[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
    waits.length = 0;
  });

  async function start(over: Partial<FakeTokenServerOptions> = {}): Promise<FakeTokenServer> {
    const server = await FakeTokenServer.start({ speak: () => 'print(1)<end_code>\n', ...over });
    servers.push(server);
    return server;
  }

  function client(baseUrls: readonly string[], timeoutMilliseconds = 5000): TokenClient {
    return new TokenClient({
      model: 'policy',
      baseUrls,
      fetch,
      clock: tickingClock(),
      random: () => 0,
      sleep: (milliseconds) => {
        waits.push(milliseconds);
        return Promise.resolve();
      },
      timeoutMilliseconds,
    });
  }

  it('tokenizes messages with the opening of the next reply', async () => {
    const { baseUrl } = await start();
    const messages = [
      { role: 'system', content: 's' },
      { role: 'user', content: 'u' },
    ] as const;
    const { ids, contextTokens } = await client([baseUrl]).tokenize(messages, never);
    assert.deepEqual(
      ids,
      encode(
        '<|im_start|>system\ns<|im_end|>\n<|im_start|>user\nu<|im_end|>\n<|im_start|>assistant\n',
      ),
    );
    assert.equal(contextTokens, 4096);
  });

  it('tokenizes a text as it is', async () => {
    const { baseUrl } = await start();
    assert.deepEqual(await client([baseUrl]).textIds('print the', never), encode('print the'));
  });

  it('gives what was sampled, past the stop string where a token spans it', async () => {
    const { baseUrl } = await start();
    const completion = await client([`${baseUrl}/v1/`]).complete(request, never);
    assert.equal(completion.text, 'print(1)');
    assert.equal(completion.stopString, '<end_code>');
    assert.deepEqual(completion.ids, encode('print(1)<end_code>\n'));
    assert.deepEqual(
      completion.logProbs,
      completion.ids.map((id, place) => logProb(5, id, place)),
    );
  });

  it('asks again after an error of the server and a broken connection', async () => {
    const server = await start();
    server.troubles.push({ status: 503, body: 'loading' }, null);
    const completion = await client([server.baseUrl]).complete(request, never);
    assert.equal(completion.text, 'print(1)');
    assert.equal(server.completions.length, 3);
    assert.deepEqual(waits, [500, 1000]);
  });

  it('goes to another server when one is gone', async () => {
    const gone = await start();
    const there = await start();
    const { baseUrl } = gone;
    await gone.close();
    servers.shift();
    const completion = await client([baseUrl, there.baseUrl]).complete(request, never);
    assert.equal(completion.text, 'print(1)');
    assert.equal(there.completions.length, 1);
  });

  it('gives up in the end and says where nothing answers', async () => {
    const server = await start();
    const { baseUrl } = server;
    await server.close();
    servers.pop();
    const failure = await failureOf(client([baseUrl]).complete(request, never));
    assert.equal(failure.code, 'policy/unreachable');
    assert.ok(failure.message.includes(baseUrl) && failure.message.includes('ECONNREFUSED'));
    assert.deepEqual(waits, [500, 1000, 2000, 4000, 8000]);
  });

  it('does not ask again what the server refuses', async () => {
    const server = await start();
    server.troubles.push({ status: 400, body: 'prompt too long' });
    const failure = await failureOf(client([server.baseUrl]).complete(request, never));
    assert.equal(failure.code, 'policy/refused');
    assert.ok(failure.message.endsWith('answered 400: prompt too long'));
    assert.equal(server.completions.length, 1);
  });

  it('says what is wrong with an answer that cannot be trained on', async () => {
    const { baseUrl } = await start({ spoil: () => ({ choices: [{ text: 'x' }] }) });
    const failure = await failureOf(client([baseUrl]).complete(request, never));
    assert.equal(failure.code, 'policy/malformed-answer');
    assert.match(failure.message, /token_ids/);
    const html = await start({ spoil: () => '<html>' });
    const second = await failureOf(client([html.baseUrl]).tokenize([], never));
    assert.match(second.message, /not JSON/);
  });

  it('does not wait for an answer for ever', async () => {
    const { baseUrl } = await start({ delay: () => 500 });
    const failure = await failureOf(client([baseUrl], 20).complete(request, never));
    assert.equal(failure.code, 'policy/no-answer-in-time');
  });

  it('knows the tokenizer of a server that says it', async () => {
    const { baseUrl } = await start({ tokenizerSha256: 'abc' });
    assert.deepEqual(await client([`${baseUrl}/v1`]).tokenizer(never), { sha256: 'abc' });
    const { baseUrl: silent } = await start();
    assert.deepEqual(await client([silent]).tokenizer(never), { sha256: null });
    await servers.pop()?.close();
    assert.equal(await client([silent]).tokenizer(never), null);
  });

  it('ends at once when its signal fires, without another attempt', async () => {
    const server = await start({ delay: () => 2_000 });
    const stop = new AbortController();
    const completing = client([server.baseUrl]).complete(request, stop.signal);
    const rejected = assert.rejects(completing, { name: 'AbortError' });
    await until(() => server.completions.length === 1);
    stop.abort();
    await rejected;
    assert.equal(server.completions.length, 1);
  });
});
