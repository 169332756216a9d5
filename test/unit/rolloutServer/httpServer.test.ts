import assert from 'node:assert/strict';
import { request as openRequest } from 'node:http';
import * as z from 'zod';
import { HttpServer } from '../../../runtime/rolloutServer/httpServer.ts';
import { get, post, type Route } from '../../../runtime/rolloutServer/route.ts';
import { HumanError } from '../../../runtime/support/errors.ts';
import { silentLog } from '../../../runtime/support/log.ts';

/** Something that happens once, and is waited for elsewhere. */
function signalled(): { readonly given: Promise<void>; readonly give: () => void } {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give: () => give() };
}

describe('HttpServer', () => {
  const servers: HttpServer[] = [];
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

  async function start(routes: readonly Route[], maxBodyBytes?: number): Promise<string> {
    const limit = maxBodyBytes === undefined ? {} : { maxBodyBytes };
    const server = new HttpServer({ routes, log: silentLog, ...limit });
    servers.push(server);
    const { host, port } = await server.listen({ host: '127.0.0.1', port: 0 });
    return `http://${host}:${port}`;
  }

  const echo = post('/echo', z.looseObject({}), (body) => ({ status: 200, body }));

  it('answers in JSON', async () => {
    const origin = await start([echo]);
    const response = await fetch(`${origin}/echo`, { method: 'POST', body: '{"a":[1,"ü"]}' });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/json');
    assert.deepEqual(await response.json(), { a: [1, 'ü'] });
  });

  it('tells errors as JSON too, whatever they are', async () => {
    const broken = get('/broken', z.object({}), () => Promise.reject(new Error('a fault')));
    const origin = await start([echo, broken]);
    const ask = async (path: string, method = 'GET') => {
      const response = await fetch(origin + path, { method });
      return { status: response.status, body: (await response.json()) as unknown };
    };
    assert.deepEqual(await ask('/broken'), { status: 500, body: { error: 'a fault' } });
    assert.deepEqual(await ask('/other'), {
      status: 404,
      body: { error: 'There is no /other here.' },
    });
    assert.deepEqual(await ask('/echo'), {
      status: 405,
      body: { error: '/echo takes POST, not GET.' },
    });
  });

  it('refuses a body that is too large, and answers the next request', async () => {
    const origin = await start([echo], 1000);
    const body = JSON.stringify({ text: 'x'.repeat(5000) });
    const response = await fetch(`${origin}/echo`, { method: 'POST', body });
    assert.equal(response.status, 413);
    assert.deepEqual(await response.json(), { error: 'The body has more than 1000 bytes.' });
    assert.equal((await fetch(`${origin}/echo`, { method: 'POST', body: '{}' })).status, 200);
  });

  it('answers no web page', async () => {
    const origin = await start([echo]);
    const headers = { origin: 'https://example.org' };
    const response = await fetch(`${origin}/echo`, { method: 'POST', body: '{}', headers });
    assert.equal(response.status, 403);
  });

  it('sends bytes as they are, 20 MB of them in a moment', async () => {
    const row = Array.from({ length: 4000 }, (_, id) => id);
    const bytes = Buffer.from(JSON.stringify({ rows: Array.from({ length: 1000 }, () => row) }));
    const origin = await start([get('/batch', z.object({}), () => ({ status: 200, body: bytes }))]);
    assert.ok(bytes.length > 18_000_000, String(bytes.length));
    const started = performance.now();
    const received = Buffer.from(await (await fetch(`${origin}/batch`)).arrayBuffer());
    const milliseconds = performance.now() - started;
    assert.ok(received.equals(bytes));
    // It takes about 30 ms; the limit is for a machine that does other things.
    assert.ok(milliseconds < 3000, `${milliseconds} ms`);
  });

  it('tells a handler that the caller has gone', async () => {
    const begun = signalled();
    const noticed = signalled();
    const wait = get('/wait', z.object({}), async (_query, { signal }) => {
      signal.addEventListener('abort', () => noticed.give());
      begun.give();
      await noticed.given;
      return { status: 200, body: {} };
    });
    const request = openRequest(`${await start([wait])}/wait`);
    request.on('error', () => undefined);
    request.end();
    await begun.given;
    request.destroy();
    await noticed.given;
  });

  it('ends the requests that wait when it is closed', async () => {
    const begun = signalled();
    const wait = get('/wait', z.object({}), async (_query, { signal }) => {
      const ended = new Promise((resolve) => signal.addEventListener('abort', resolve));
      begun.give();
      await ended;
      throw new Error('ended');
    });
    const origin = await start([wait]);
    const waiting = assert.rejects(fetch(`${origin}/wait`));
    await begun.given;
    await servers.splice(0)[0]?.close();
    await waiting;
  });

  it('says in one line that its port is in use', async () => {
    const origin = await start([echo]);
    const port = Number(new URL(origin).port);
    const second = new HttpServer({ routes: [], log: silentLog });
    await assert.rejects(second.listen({ host: '127.0.0.1', port }), (error: Error) => {
      assert.ok(error instanceof HumanError);
      assert.equal(
        error.message,
        `Port ${port} of 127.0.0.1 is in use. Stop what listens there, or choose another with --listen.`,
      );
      return true;
    });
  });

  it('says that an address is none of this machine', async () => {
    const server = new HttpServer({ routes: [], log: silentLog });
    await assert.rejects(server.listen({ host: '203.0.113.7', port: 0 }), /is no address of this/);
  });
});
