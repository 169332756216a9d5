import assert from 'node:assert/strict';
import * as z from 'zod';
import { findRoute, get, post, type Route } from '../../../runtime/rolloutServer/route.ts';
import { WireProblem, wireError } from '../../../runtime/rolloutServer/wireProblem.ts';

const Greeting = z.object({ name: z.string() });
const routes: readonly Route[] = [
  post('/v1/greet', Greeting, ({ name }) => ({ status: 200, body: `Hello ${name}` })),
  post('/v1/things', z.object({}), () => ({ status: 202, body: {} })),
  get('/v1/things/', z.object({ waitS: z.coerce.number().default(0) }), ({ waitS }, { name }) => ({
    status: 200,
    body: { name, waitS },
  })),
];

function call(method: string, path: string, text = '') {
  const url = new URL(path, 'http://a');
  const { route, name } = findRoute(routes, method, url.pathname);
  const signal = new AbortController().signal;
  return route.handle({ name, query: url.searchParams, text, signal });
}

function statusOf(method: string, path: string): number {
  try {
    findRoute(routes, method, path);
  } catch (error) {
    return wireError(error).status;
  }
  return 200;
}

describe('findRoute', () => {
  it('finds a route by method and path', async () => {
    assert.deepEqual(await call('POST', '/v1/greet', '{"name":"Ada"}'), {
      status: 200,
      body: 'Hello Ada',
    });
    assert.equal((await call('POST', '/v1/things', '{}')).status, 202);
  });

  it('gives the name that a path leaves open, and the query', async () => {
    const answer = await call('GET', '/v1/things/batch-3?waitS=2.5');
    assert.deepEqual(answer.body, { name: 'batch-3', waitS: 2.5 });
    assert.deepEqual((await call('GET', '/v1/things/x')).body, { name: 'x', waitS: 0 });
  });

  it('says 404 for what there is not, and 405 for another method', () => {
    assert.equal(statusOf('POST', '/v1/nothing'), 404);
    assert.equal(statusOf('GET', '/v1/things/'), 404);
    assert.equal(statusOf('GET', '/v1/things/a/b'), 404);
    assert.equal(statusOf('GET', '/v1/greet'), 405);
    assert.equal(statusOf('DELETE', '/v1/things/x'), 405);
  });
});

describe('post and get', () => {
  for (const text of ['', 'name=Ada', '[]', '{"name":3}']) {
    it(`refuse a body that is not of their schema: ${text}`, async () => {
      const error: unknown = await call('POST', '/v1/greet', text).catch(
        (reason: unknown) => reason,
      );
      assert.ok(error instanceof WireProblem);
      assert.equal(error.status, 400);
      assert.ok(error.message.startsWith('The body is not what /v1/greet takes: '));
    });
  }

  it('refuse a query that is not of their schema', async () => {
    await assert.rejects(call('GET', '/v1/things/x?waitS=soon'), /The query is not what/);
  });
});

describe('wireError', () => {
  it('names the rollout at fault, where there is one', () => {
    assert.deepEqual(wireError(new WireProblem(502, 'broke', 't1')), {
      status: 502,
      body: { error: 'broke', trajectoryId: 't1' },
    });
    assert.deepEqual(wireError(new WireProblem(404, 'none')), {
      status: 404,
      body: { error: 'none' },
    });
  });

  it('is 500 for everything that nobody foresaw', () => {
    assert.deepEqual(wireError(new Error('oops')), { status: 500, body: { error: 'oops' } });
  });
});
