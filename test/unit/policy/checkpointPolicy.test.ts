import assert from 'node:assert/strict';
import { CheckpointPolicy } from '../../../runtime/policy/checkpointPolicy.ts';
import type { ServedModel } from '../../../runtime/policy/checkpointServer.ts';
import type { PolicyRequest } from '../../../runtime/policy/policy.ts';
import { failureOf } from '../../fakes/failureOf.ts';
import { FixedPolicy } from '../../fakes/fixedPolicy.ts';
import { ScriptedPolicy } from '../../fakes/scriptedPolicy.ts';

const { signal } = new AbortController();
const request: PolicyRequest = {
  messages: [{ role: 'user', content: 'How many?' }],
  ...{ stop: [], maxTokens: 10, temperature: 0, topP: 1, seed: 1, shape: 'free' },
};

/** A served checkpoint that a test ends. */
class Served implements ServedModel {
  readonly model = 'checkpoint-4@http://127.0.0.1:4100/v1';
  readonly ended: Promise<void>;
  #problem: string | null = null;
  #end: () => void = () => undefined;

  constructor() {
    this.ended = new Promise((resolve) => (this.#end = resolve));
  }

  problem(): string | null {
    return this.#problem;
  }

  end(problem: string): void {
    this.#problem = problem;
    this.#end();
  }
}

describe('CheckpointPolicy', () => {
  const model = 'checkpoint:first/4';
  let served: Served;
  beforeEach(() => {
    served = new Served();
  });
  const lost = 'The connection to a100 was lost.';
  const sentence =
    'checkpoint:first/4 is not served any more. The connection to a100 was lost. Run again: it is then served anew.';

  it('is asked by the name that outlives the address', async () => {
    const inner = new FixedPolicy('42', { contextTokens: 1024 });
    const policy = new CheckpointPolicy({ model, served, policy: inner });
    assert.deepEqual([policy.model, policy.contextTokens], [model, 1024]);
    assert.equal((await policy.complete(request, { signal })).text, '42');
    assert.equal(await policy.countTokens([{ role: 'user', content: '12345678' }]), 2);
    assert.equal(policy.capabilities.promptStyle, 'full');
  });

  it('ends a reply that waits when its server is gone, and says how to have it again', async () => {
    let isLeft = false;
    const inner = new ScriptedPolicy([
      (_, options) => {
        options.signal.addEventListener('abort', () => (isLeft = true));
        return new Promise(() => undefined);
      },
    ]);
    const policy = new CheckpointPolicy({ model, served, policy: inner });
    const reply = failureOf(policy.complete(request, { signal }));
    served.end(lost);
    const { code, boundary, message } = await reply;
    assert.deepEqual([code, boundary], ['policy/checkpoint-gone', 'policy']);
    assert.equal(message, sentence);
    assert.equal(isLeft, true);
    await policy.ended;
  });

  it('says the same when the broken line was seen first', async () => {
    const inner = new ScriptedPolicy([
      () => {
        served.end(lost);
        return Promise.reject(new Error('socket hang up'));
      },
    ]);
    const policy = new CheckpointPolicy({ model, served, policy: inner });
    assert.equal((await failureOf(policy.complete(request, { signal }))).message, sentence);
  });

  it('passes on what the server itself refuses', async () => {
    const inner = new ScriptedPolicy([new Error('The prompt is too long.')]);
    const policy = new CheckpointPolicy({ model, served, policy: inner });
    await assert.rejects(policy.complete(request, { signal }), /The prompt is too long/);
  });

  it('gives a cancelled reply when whoever asks gives up', async () => {
    const policy = new CheckpointPolicy({ model, served, policy: new FixedPolicy('42') });
    const reply = await policy.complete(request, { signal: AbortSignal.abort() });
    assert.equal(reply.finishReason, 'cancelled');
  });
});
