import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import {
  createMessageConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node';
import { RunEvent } from '../../../runtime/contract/events.ts';
import { requests } from '../../../runtime/contract/requests.ts';
import { RuntimeService } from '../../../runtime/serve/runtimeService.ts';
import { ViewThread } from '../../../runtime/store/viewing/viewThread.ts';
import { assembleTrajectory } from '../../../runtime/store/assembleTrajectory.ts';
import { failure } from '../../../runtime/support/errors.ts';
import { silentLog } from '../../../runtime/support/log.ts';
import { FakeRuntime, type FakeRuntimeParts } from '../../fakes/fakeRuntime.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';
import { makeTrajectoryRecords } from '../../fakes/trajectoryRecords.ts';
import { until } from '../../fakes/until.ts';

const recorded = assembleTrajectory(makeTrajectoryRecords('t1', 1)).trajectory!;

describe('RuntimeService', () => {
  const inFolder = temporaryFolder();
  const open: { connections: MessageConnection[] } = { connections: [] };
  afterEach(() => {
    for (const connection of open.connections.splice(0)) connection.dispose();
  });

  function start(parts: FakeRuntimeParts = {}) {
    const [there, back] = [new PassThrough(), new PassThrough()];
    const client = createMessageConnection(
      new StreamMessageReader(back),
      new StreamMessageWriter(there),
    );
    const connection = createMessageConnection(
      new StreamMessageReader(there),
      new StreamMessageWriter(back),
    );
    const runtime = new FakeRuntime({ trajectory: recorded, ...parts });
    const names = { now: () => '2026-03-01T14:25:30.000Z', randomHex: () => '0123456789abcdef' };
    const server = new RuntimeService({
      connection,
      runtime,
      names,
      log: silentLog,
      viewer: new ViewThread({
        workerFile: new URL('../../../dist/viewWorker.mjs', import.meta.url),
        log: silentLog,
      }),
      cacheDirectory: inFolder('cache'),
      checksResults: true,
    });
    const events: RunEvent[] = [];
    client.onNotification('run-event', (event: unknown) => {
      events.push(RunEvent.parse(event));
    });
    connection.listen();
    client.listen();
    open.connections.push(client, connection);
    return { client, server, runtime, events };
  }

  const question = () => ({ question: 'How many?', files: [], workspace: inFolder() });

  it('runs the agent and tells what happens', async () => {
    const { client, server, events } = start();
    const answer = requests['run-agent'].result.parse(
      await client.sendRequest('run-agent', question()),
    );
    assert.equal(answer.trajectoryId, '20260301-142530-012345');
    assert.ok(answer.file.startsWith(inFolder('.tool-r1', 'trajectories')));
    await server.close();
    await until(() => events.at(-1)?.type === 'rollout-ended');
    assert.equal(events[0]?.type, 'rollout-started');
    assert.equal(events.at(-1)?.type, 'rollout-ended');
  });

  it('fills in what the client left out', async () => {
    const { client, runtime } = start();
    await client.sendRequest('run-agent', question());
    const request = runtime.requests[0]!;
    assert.deepEqual([request.model, request.recipe.name], ['embedded', 'tool-r1']);
    assert.equal(request.seed, 0x0123456);
  });

  const wrong: [string, unknown, RegExp][] = [
    [
      'parameters of the wrong shape',
      { question: '', files: [], workspace: '/' },
      /^run-agent: question: /,
    ],
    ['no parameters', undefined, /^run-agent: /],
    ['a file that is not there', { question: 'x', files: ['no.csv'], workspace: '/' }, /no file/],
  ];
  for (const [name, params, message] of wrong) {
    it(`answers ${name} with a sentence`, async () => {
      const { client, runtime } = start();
      await assert.rejects(client.sendRequest('run-agent', params), { message });
      assert.equal(runtime.requests.length, 0);
    });
  }

  it('passes a failure on as data', async () => {
    const broken = failure('sandbox', 'no-snapshot', 'It is broken.');
    const { client, runtime } = start();
    runtime.listModels = () => Promise.reject(broken);
    await assert.rejects(client.sendRequest('list-models', {}), (error) => {
      assert.ok(error instanceof ResponseError);
      assert.equal(error.message, 'It is broken.');
      assert.deepEqual(error.data, broken.failure);
      return true;
    });
  });

  it('lists models and checks the machine', async () => {
    const { client } = start({
      models: [{ name: 'embedded', kind: 'embedded', ready: true, detail: 'there' }],
      checks: [{ name: 'Node', state: 'pass', detail: '20', advice: null }],
    });
    const { models } = requests['list-models'].result.parse(
      await client.sendRequest('list-models', {}),
    );
    const { checks } = requests['check-machine'].result.parse(
      await client.sendRequest('check-machine', {}),
    );
    assert.equal(models[0]?.name, 'embedded');
    assert.equal(checks[0]?.name, 'Node');
  });

  it('stops a rollout by its id, and says when there is none', async () => {
    const { client, runtime, server } = start();
    let stopped = false;
    runtime.run = (_request, { signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          stopped = true;
          resolve({ stopReason: 'cancelled', failure: null });
        });
      });
    const { trajectoryId } = requests['run-agent'].result.parse(
      await client.sendRequest('run-agent', question()),
    );
    assert.deepEqual(await client.sendRequest('stop-rollout', { trajectoryId: 'other' }), {
      stopped: false,
    });
    assert.deepEqual(await client.sendRequest('stop-rollout', { trajectoryId }), { stopped: true });
    assert.equal(stopped, true);
    await server.close();
    assert.deepEqual(await client.sendRequest('stop-rollout', { trajectoryId }), {
      stopped: false,
    });
  });

  it('stops everything when it closes', async () => {
    const { client, runtime, server } = start();
    let running = 0;
    runtime.run = (_request, { signal }) =>
      new Promise((resolve) => {
        running += 1;
        signal.addEventListener('abort', () => {
          running -= 1;
          resolve({ stopReason: 'cancelled', failure: null });
        });
      });
    await client.sendRequest('run-agent', question());
    assert.equal(running, 1);
    await server.close();
    assert.deepEqual([running, runtime.closed], [0, 1]);
  });

  it('answers an unknown request by saying so', async () => {
    const { client } = start();
    await assert.rejects(client.sendRequest('paint-house', {}), { message: /paint-house/ });
  });
});
