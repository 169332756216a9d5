import assert from 'node:assert/strict';
import { HttpServer } from '../../../runtime/rolloutServer/httpServer.ts';
import { serviceRoutes } from '../../../runtime/rolloutServer/serviceRoutes.ts';
import { silentLog } from '../../../runtime/support/log.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';
import {
  makePolicy,
  makeRequest,
  openTraining,
  type TrainingParts,
} from '../../fakes/trainingServer.ts';
import { smallRecipe } from '../../fakes/trainingRecords.ts';

const runId = 'run-1';
const { agent } = smallRecipe();
const hello = {
  runId,
  protocol: 1,
  step: 0,
  updateSize: 4,
  groupsPerStep: 2,
  temperature: agent.temperature,
  maxSequenceTokens: agent.maxSequenceTokens,
  tokenizerSha256: null,
};

describe('the rollout server over HTTP', () => {
  const inFolder = temporaryFolder();
  let parts: TrainingParts;
  let server: HttpServer;
  let origin = '';

  beforeEach(async () => {
    parts = openTraining(inFolder());
    server = new HttpServer({ routes: serviceRoutes(parts.service), log: silentLog });
    const { host, port } = await server.listen({ host: '127.0.0.1', port: 0 });
    origin = `http://${host}:${port}`;
  });
  afterEach(() => server.close());

  async function call(method: string, path: string, body?: object) {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(origin + path, { method, ...sent });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }
  const post = (path: string, body: object) => call('POST', path, body);
  const poll = (id: string, waitS = 10) =>
    call('GET', `/v1/batches/${id}?runId=${runId}&waitS=${waitS}`);

  it('takes a trainer through a train step', async () => {
    assert.deepEqual(await call('GET', '/v1/health'), {
      status: 200,
      body: { protocol: 1, runId },
    });
    const welcome = await post('/v1/hello', hello);
    assert.deepEqual(welcome.body, {
      protocol: 1,
      capabilities: ['resume', 'long-poll'],
      totalSteps: null,
      stop: false,
    });
    const done = { status: 200, body: {} };
    assert.deepEqual(await post('/v1/restore', { runId, step: 0, dir: null }), done);
    assert.deepEqual(await post('/v1/policy/begin', { runId, version: 0 }), done);
    const accepted = await post('/v1/batches', makeRequest(0));
    assert.deepEqual(accepted, { status: 202, body: { batchId: 'batch-0' } });
    const waiting = await poll('batch-0', 0);
    assert.deepEqual(waiting, {
      status: 202,
      body: { done: 0, total: 0, phase: 'waiting-for-policy' },
    });
    assert.deepEqual(await post('/v1/policy/end', { runId, ...makePolicy(0) }), done);
    const batch = await poll('batch-0');
    assert.equal(batch.status, 200);
    assert.equal(batch.body['step'], 0);
    const report = { runId, step: 1, metrics: { 'reward/total': 1, kl: null } };
    assert.deepEqual(await post('/v1/steps', report), { status: 200, body: { stop: false } });
    const dir = 'checkpoints/checkpoint-1';
    assert.deepEqual(await post('/v1/checkpoints', { runId, step: 1, dir }), done);
    assert.deepEqual(await post('/v1/restore', { runId, step: 1, dir }), done);
    assert.deepEqual(await post('/v1/abort', { runId, reason: 'enough' }), done);
  });

  it('serves no other run', async () => {
    const foreign = { runId: 'run-2' };
    const answers = await Promise.all([
      post('/v1/hello', { ...hello, ...foreign }),
      post('/v1/policy/begin', { ...foreign, version: 0 }),
      post('/v1/policy/end', { ...foreign, ...makePolicy(0) }),
      post('/v1/batches', makeRequest(0, foreign)),
      post('/v1/steps', { ...foreign, step: 0, metrics: {} }),
      post('/v1/checkpoints', { ...foreign, step: 0, dir: 'c' }),
      post('/v1/restore', { ...foreign, step: 0, dir: null }),
      post('/v1/abort', { ...foreign, reason: 'r' }),
      call('GET', '/v1/batches/batch-0?runId=run-2'),
    ]);
    for (const { status, body } of answers) {
      assert.equal(status, 409);
      assert.equal(body['error'], 'This server serves run run-1, not run-2.');
    }
  });

  it('answers a request that comes again while the batch is made, or after it', async () => {
    await post('/v1/restore', { runId, step: 0, dir: null });
    await post('/v1/policy/end', { runId, ...makePolicy(0) });
    const ids = await Promise.all([1, 2, 3].map(() => post('/v1/batches', makeRequest(0))));
    assert.deepEqual(new Set(ids.map(({ body }) => body['batchId'])), new Set(['batch-0']));
    const answers = await Promise.all([1, 2, 3].map(() => poll('batch-0')));
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
    assert.equal(parts.rollouts.wishes.length, 8);
  });

  it('holds a poll until the batch is whole', async () => {
    await post('/v1/restore', { runId, step: 0, dir: null });
    await post('/v1/policy/begin', { runId, version: 0 });
    await post('/v1/batches', makeRequest(0));
    const started = performance.now();
    assert.equal((await poll('batch-0', 0.2)).status, 202);
    assert.ok(performance.now() - started >= 190);
    const polling = poll('batch-0', 30);
    await post('/v1/policy/end', { runId, ...makePolicy(0) });
    assert.equal((await polling).status, 200);
  });

  it('tells why a batch broke', async () => {
    await post('/v1/restore', { runId, step: 0, dir: null });
    await post('/v1/policy/end', { runId, ...makePolicy(5) });
    await post('/v1/batches', makeRequest(0));
    const { status, body } = await poll('batch-0');
    assert.equal(status, 409);
    assert.match(String(body['error']), /policy version 0, and the token server has 5/);
  });

  it('refuses a token server with another tokenizer than the trainer', async () => {
    const other = { runId, ...makePolicy(0) };
    await post('/v1/hello', { ...hello, tokenizerSha256: 'abd' });
    const { status, body } = await post('/v1/policy/end', other);
    assert.equal(status, 409);
    assert.match(String(body['error']), /at http:\/\/127\.0\.0\.1:1 has another tokenizer/);
    await post('/v1/hello', { ...hello, tokenizerSha256: 'abc' });
    assert.equal((await post('/v1/policy/end', other)).status, 200);
  });

  it('takes a hello of an older trainer, and what its tokenizer makes of a text of a newer one', async () => {
    assert.equal((await post('/v1/hello', hello)).status, 200);
    const tokenizerProbe = { text: 'print', ids: [1] };
    assert.equal((await post('/v1/hello', { ...hello, tokenizerProbe })).status, 200);
    const { status, body } = await post('/v1/hello', { ...hello, tokenizerProbe: { ids: [-1] } });
    assert.equal(status, 400);
    assert.match(String(body['error']), /tokenizerProbe/);
  });

  it('says what is wrong with a request', async () => {
    const problem = async (path: string, body: object) => {
      const answer = await post(path, body);
      return `${answer.status} ${String(answer.body['error'])}`;
    };
    assert.match(await problem('/v1/batches', { runId }), /^400 .*\/v1\/batches takes: step: /);
    assert.match(
      await problem('/v1/policy/end', { runId, version: 0, model: 'm', baseUrls: [] }),
      /^400 .*baseUrls/,
    );
    assert.match(
      await problem('/v1/hello', { ...hello, updateSize: 3 }),
      /^409 .*updateSize 3, and the run 4/,
    );
    assert.equal((await poll('batch-9')).status, 404);
    assert.equal((await call('GET', '/v1/batches/batch-0?runId=run-1&waitS=soon')).status, 400);
    assert.equal((await call('GET', '/v1/hello')).status, 405);
  });
});
