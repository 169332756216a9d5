import assert from 'node:assert/strict';
import {
  type CancellationToken,
  ErrorCodes,
  type MessageConnection,
  ResponseError,
} from 'vscode-jsonrpc/node';
import { RestartLimit } from '../../../extension/runtime/restartLimit.ts';
import { Cancelled } from '../../../extension/runtime/runtimeConnection.ts';
import { RuntimeClient } from '../../../extension/runtimeClient.ts';
import { Problem } from '../../../extension/support/problem.ts';
import {
  type FakeRuntimeProcess,
  fakeRuntimeProcess,
  KeptLog,
} from '../../fakes/runtimeProcess.ts';
import { at } from '../../fakes/records.ts';

const noModels = { models: [] };

class Fixture {
  readonly started: FakeRuntimeProcess[] = [];
  readonly log = new KeptLog();
  readonly givenUp: string[] = [];
  now = 0;
  readonly client: RuntimeClient;

  constructor(answer: (runtime: MessageConnection) => void = () => undefined) {
    this.client = new RuntimeClient({
      start: () => {
        const process = fakeRuntimeProcess(answer);
        this.started.push(process);
        return process;
      },
      limit: new RestartLimit(3, 60_000),
      now: () => this.now,
      log: this.log,
      onGivenUp: (message) => this.givenUp.push(message),
    });
  }

  get last(): FakeRuntimeProcess {
    const process = this.started.at(-1);
    assert.ok(process !== undefined, 'nothing was started');
    return process;
  }
}

const event = {
  version: 1,
  trajectoryId: 'one',
  at,
  type: 'step-started',
  step: 1,
} as const;

describe('runtimeClient', () => {
  it('starts the runtime when it is first asked, and only once', async () => {
    const { client, started } = new Fixture((runtime) => {
      runtime.onRequest('list-models', () => noModels);
    });
    assert.equal(started.length, 0);
    const answers = await Promise.all([
      client.request('list-models', {}),
      client.request('list-models', { endpoints: ['http://localhost:1/v1'] }),
    ]);
    assert.deepEqual(answers, [noModels, noModels]);
    assert.equal(started.length, 1);
  });

  it('fills in what the contract has a default for', async () => {
    let asked: unknown;
    const { client } = new Fixture((runtime) => {
      runtime.onRequest('run-agent', (params: unknown) => {
        asked = params;
        return { trajectoryId: 'one', file: '/w/one.jsonl' };
      });
    });
    await client.request('run-agent', { question: 'How many?', files: [], workspace: '/w' });
    assert.deepEqual(asked, {
      model: 'embedded',
      recipe: 'tool-r1',
      seed: null,
      maxSteps: null,
      workspace: '/w',
      task: null,
      question: 'How many?',
      files: [],
      referenceAnswer: null,
      web: { mode: { type: 'off' }, search: 'duckduckgo', servers: [], isTrusted: false },
      visionModel: null,
    });
  });

  it('refuses to send what the contract does not know', async () => {
    const { client, started } = new Fixture();
    await assert.rejects(
      client.request('run-agent', { question: '', files: [], workspace: '/w' }),
      /run-agent: question/,
    );
    assert.equal(started.length, 1);
  });

  it('refuses an answer that is not what the contract says', async () => {
    const { client } = new Fixture((runtime) => {
      runtime.onRequest('list-models', () => ({ models: [{ name: 7 }] }));
    });
    await assert.rejects(
      client.request('list-models', {}),
      /answered list-models wrongly: models\.0/,
    );
  });

  it('tells the sentence that the runtime answers with', async () => {
    const { client } = new Fixture((runtime) => {
      runtime.onRequest(
        'open-trajectories',
        () => new ResponseError(ErrorCodes.InvalidRequest, 'That file is a folder. Name a file.'),
      );
    });
    await assert.rejects(client.request('open-trajectories', { file: '/w' }), (error) => {
      assert.ok(error instanceof Problem);
      assert.equal(error.message, 'That file is a folder. Name a file.');
      return true;
    });
  });

  it('hands on facts that are well formed and logs the others', async () => {
    const { client, log, started } = new Fixture((runtime) => {
      runtime.onRequest('list-models', () => noModels);
    });
    const heard: unknown[] = [];
    client.onNotification('run-event', () => {
      throw new Error('a listener that fails keeps no other from hearing');
    });
    client.onNotification('run-event', (fact) => heard.push(fact));
    await client.request('list-models', {});
    await started[0]?.runtime.sendNotification('run-event', event);
    await started[0]?.runtime.sendNotification('run-event', { ...event, step: 0 });
    await client.request('list-models', {});
    assert.deepEqual(heard, [event]);
    assert.match(log.lines.join('\n'), /a listener that fails/);
    assert.match(log.lines.join('\n'), /error The runtime sent a wrong run-event: step/);
  });

  it('stops hearing when asked to', async () => {
    const { client, started } = new Fixture((runtime) => {
      runtime.onRequest('list-models', () => noModels);
    });
    const heard: unknown[] = [];
    client.onNotification('run-event', (fact) => heard.push(fact)).dispose();
    await client.request('list-models', {});
    await started[0]?.runtime.sendNotification('run-event', event);
    await client.request('list-models', {});
    assert.deepEqual(heard, []);
  });

  it('hands over keys before anything else is asked, at each start', async () => {
    const asked: string[] = [];
    const fixture = new Fixture((runtime) => {
      runtime.onRequest('set-keys', () => {
        asked.push('set-keys');
        return {};
      });
      runtime.onRequest('list-models', () => {
        asked.push('list-models');
        return noModels;
      });
    });
    fixture.client.onStarted(async (runtime) => {
      await runtime.request('set-keys', { keys: { 'http://localhost/v1': 'secret' } });
    });
    await fixture.client.request('list-models', {});
    fixture.last.crash('with exit code 1');
    await fixture.client.request('list-models', {});
    assert.deepEqual(asked, ['set-keys', 'list-models', 'set-keys', 'list-models']);
  });

  it('goes on when a listener of the start fails', async () => {
    const { client, log } = new Fixture((runtime) => {
      runtime.onRequest('list-models', () => noModels);
    });
    client.onStarted(() => Promise.reject(new Error('no secret store')));
    assert.deepEqual(await client.request('list-models', {}), noModels);
    assert.match(log.lines.join('\n'), /no secret store/);
  });

  it('rejects what waits when the process ends, says how, and starts it again', async () => {
    const fixture = new Fixture((runtime) => {
      runtime.onRequest('list-models', () => noModels);
      runtime.onRequest('check-machine', () => new Promise(() => undefined));
    });
    const ended: string[] = [];
    fixture.client.onEnded((message) => ended.push(message));
    await fixture.client.request('list-models', {});
    const waiting = fixture.client.request('check-machine', {});
    const rejected = assert.rejects(waiting, /The agent's process ended by SIGKILL\. Try again/);
    await new Promise(setImmediate);
    fixture.last.crash('by SIGKILL');
    await rejected;
    assert.deepEqual(ended, ["The agent's process ended by SIGKILL."]);
    assert.equal(fixture.started.length, 2);
    assert.deepEqual(await fixture.client.request('list-models', {}), noModels);
    assert.equal(fixture.started.length, 2);
  });

  it('starts it again at most three times a minute, then tells the person, and again when asked', async () => {
    const fixture = new Fixture((runtime) => {
      runtime.onRequest('list-models', () => noModels);
    });
    await fixture.client.request('list-models', {});
    for (let crash = 1; crash <= 3; crash += 1) {
      fixture.last.crash('with exit code 1');
      assert.equal(fixture.started.length, crash + 1);
    }
    assert.deepEqual(fixture.givenUp, []);
    fixture.last.crash('with exit code 1');
    assert.equal(fixture.started.length, 4);
    assert.match(fixture.givenUp.join(), /ended several times within a minute/);
    assert.deepEqual(await fixture.client.request('list-models', {}), noModels);
    assert.equal(fixture.started.length, 5);
    fixture.now = 61_000;
    fixture.last.crash('with exit code 1');
    assert.equal(fixture.started.length, 6);
    assert.equal(fixture.givenUp.length, 1);
  });

  it('tells why it cannot start, and tries again at the next request', async () => {
    let starts = 0;
    const client = new RuntimeClient({
      start: () => {
        starts += 1;
        throw new Problem('The agent needs Node 20.18 or newer.');
      },
      limit: new RestartLimit(3, 60_000),
      now: () => 0,
      log: new KeptLog(),
      onGivenUp: () => undefined,
    });
    await assert.rejects(client.request('list-models', {}), /needs Node 20\.18/);
    await assert.rejects(client.request('list-models', {}), /needs Node 20\.18/);
    assert.equal(starts, 2);
  });

  it('gives up when the person does, and tells the runtime', async () => {
    let wasAsked: () => void = () => undefined;
    let wasCancelled: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => (wasAsked = resolve));
    const cancelled = new Promise<void>((resolve) => (wasCancelled = resolve));
    const { client } = new Fixture((runtime) => {
      runtime.onRequest('check-machine', (_params: unknown, token: CancellationToken) => {
        token.onCancellationRequested(wasCancelled);
        wasAsked();
        return new Promise(() => undefined);
      });
    });
    let cancel: () => void = () => undefined;
    const token = {
      isCancellationRequested: false,
      onCancellationRequested: (listener: () => void) => {
        cancel = listener;
        return { dispose: () => undefined };
      },
    };
    const asked = client.request('check-machine', {}, { token });
    await reached;
    cancel();
    await assert.rejects(asked, Cancelled);
    await cancelled;
  });

  it('does not ask at all when the person gave up before', async () => {
    const { client } = new Fixture((runtime) => {
      runtime.onRequest('check-machine', () => new Promise(() => undefined));
    });
    const token = {
      isCancellationRequested: true,
      onCancellationRequested: () => ({ dispose: () => undefined }),
    };
    await assert.rejects(client.request('check-machine', {}, { token }), Cancelled);
  });

  it('answers what the runtime asks, and streams', async () => {
    const fixture = new Fixture((runtime) => {
      runtime.onRequest('list-models', () => noModels);
    });
    const texts: unknown[] = [];
    fixture.client.answer('sample-editor-model', ({ callId, messages }) => {
      fixture.client.notify('editor-text', { callId, text: 'Tho' });
      return Promise.resolve({
        text: messages[0]?.text ?? '',
        promptTokens: null,
        completionTokens: null,
      });
    });
    await fixture.client.request('list-models', {});
    fixture.last.runtime.onNotification('editor-text', (fact: unknown) => {
      texts.push(fact);
    });
    const answer = await fixture.last.runtime.sendRequest('sample-editor-model', {
      callId: 'c1',
      model: 'copilot/gpt',
      messages: [{ role: 'user', text: 'Hello' }],
    });
    assert.deepEqual(answer, { text: 'Hello', promptTokens: null, completionTokens: null });
    assert.deepEqual(texts, [{ callId: 'c1', text: 'Tho' }]);
  });

  it('says so when it cannot answer, is asked wrongly, or its handler fails', async () => {
    const fixture = new Fixture((runtime) => {
      runtime.onRequest('list-models', () => noModels);
    });
    await fixture.client.request('list-models', {});
    const ask = (params: object) => fixture.last.runtime.sendRequest('list-editor-models', params);
    await assert.rejects(ask({}), /This editor cannot answer list-editor-models/);
    const answering = fixture.client.answer('list-editor-models', () =>
      Promise.reject(new Problem('You did not allow it.')),
    );
    await assert.rejects(ask({}), /You did not allow it\./);
    await assert.rejects(
      fixture.last.runtime.sendRequest('sample-editor-model', { callId: 'c1' }),
      /sample-editor-model: model/,
    );
    answering.dispose();
    await assert.rejects(ask({}), /cannot answer/);
  });

  it('ends the process with the window, and starts none afterwards', async () => {
    const fixture = new Fixture((runtime) => {
      runtime.onRequest('list-models', () => noModels);
    });
    await fixture.client.request('list-models', {});
    const [process] = fixture.started;
    fixture.client.dispose();
    await new Promise(setImmediate);
    assert.equal(process?.isEnded, true);
    process.crash('with exit code 0');
    assert.equal(fixture.started.length, 1);
    await assert.rejects(fixture.client.request('list-models', {}), /The window is closing/);
  });

  it('ends a process that was never asked for with nothing', () => {
    const fixture = new Fixture();
    fixture.client.dispose();
    assert.equal(fixture.started.length, 0);
  });
});
