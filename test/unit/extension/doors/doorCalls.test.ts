import assert from 'node:assert/strict';
import {
  describeCall,
  runCall,
  type DoorCall,
  type DoorParts,
} from '../../../../extension/doors/doorCalls.ts';
import type { RolloutOrigin } from '../../../../extension/live/liveRollouts.ts';
import type { NotificationOf } from '../../../../extension/runtime/runtimeRequests.ts';
import { requests } from '../../../../runtime/contract/requests.ts';
import { FakeRuntimeRequests, type Answers } from '../../../fakes/runtimeRequests.ts';

type Started = NotificationOf<'door-rollout-started'>;

/** A runtime that can tell of rollouts, too. */
class TellingRuntime extends FakeRuntimeRequests {
  readonly listeners = new Set<(fact: Started) => void>();

  onNotification(_name: 'door-rollout-started', listener: (fact: Started) => void) {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  }

  tell(fact: Started): void {
    for (const listener of this.listeners) listener(fact);
  }
}

const token = {
  isCancellationRequested: false,
  onCancellationRequested: () => ({ dispose: () => undefined }),
};
const call: DoorCall = {
  ...{ tool: 'toolr1_run_agent', input: { question: 'How many?' }, token },
  window: { isTrusted: true, folders: ['/data/a', '/data/b'] },
};

describe('calls by the language models of the editor', () => {
  function open(answers: Answers) {
    const runtime = new TellingRuntime(answers);
    const begun: RolloutOrigin[] = [];
    const parts: DoorParts = {
      runtime,
      live: { begin: (origin) => begun.push(origin) },
      tree: { choice: { current: () => 'editor:gpt' }, settings: { recipe: 'artist-math' } },
    };
    return { runtime, begun, parts };
  }

  it('are described by the runtime, with the folders of the window and the model of the settings', async () => {
    const confirmation = { title: 'Run it?', message: 'Question: How many?' };
    const { runtime, parts } = open({
      'describe-door-call': (_params, options) => {
        assert.equal(options?.token, token);
        return { activity: 'Running the agent', confirmation };
      },
    });
    assert.deepEqual(await describeCall(call, parts), {
      ...{ activity: 'Running the agent', confirmation },
    });
    const [asked] = runtime.asked;
    assert.deepEqual(asked?.params, {
      tool: 'toolr1_run_agent',
      input: { question: 'How many?' },
      folders: ['/data/a', '/data/b'],
      model: 'editor:gpt',
      recipe: 'artist-math',
    });
    requests['describe-door-call'].params.parse(asked.params);
  });

  it('are answered as text, and can be cancelled', async () => {
    const { runtime, parts } = open({
      'call-door-tool': ({ isAllowed, callId }, options) => {
        assert.equal(isAllowed, true);
        assert.match(callId, /^[\da-f-]{36}$/);
        assert.equal(options?.token, token);
        return { text: 'the answer' };
      },
    });
    assert.equal(await runCall(call, parts), 'the answer');
    requests['call-door-tool'].params.parse(runtime.asked[0]?.params);
    assert.equal(runtime.listeners.size, 0);
  });

  it('are allowed nothing in a workspace that is not trusted', async () => {
    const { parts } = open({ 'call-door-tool': ({ isAllowed }) => ({ text: String(isAllowed) }) });
    const window = { isTrusted: false, folders: ['/data/a'] };
    assert.equal(await runCall({ ...call, window }, parts), 'false');
  });

  it('show a person the rollout that they start, and none of others', async () => {
    const { runtime, begun, parts } = open({
      'call-door-tool': ({ callId }) => {
        const fact = {
          trajectoryId: 't1',
          file: '/t.jsonl',
          workspace: '/data/a',
          question: 'Why?',
        };
        runtime.tell({ ...fact, callId: 'of another call', trajectoryId: 't0' });
        runtime.tell({ ...fact, callId });
        return { text: 'done' };
      },
    });
    await runCall(call, parts);
    const origin = { id: 't1', file: '/t.jsonl', workspace: '/data/a', question: 'Why?' };
    assert.deepEqual(begun, [origin]);
  });

  it('pass on what the runtime refuses, and listen to nothing afterwards', async () => {
    const { runtime, parts } = open({
      'call-door-tool': () => Promise.reject(new Error('There is no run none.')),
    });
    await assert.rejects(runCall(call, parts), /There is no run none/);
    assert.equal(runtime.listeners.size, 0);
  });
});
