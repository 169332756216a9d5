import assert from 'node:assert/strict';
import type { PolicyRequest } from '../../../runtime/policy/policy.ts';
import { TokenPolicy } from '../../../runtime/policy/tokenPolicy.ts';
import { systemClock } from '../../../runtime/support/clock.ts';
import { ByteEngine } from '../../fakes/byteEngine.ts';

const request: PolicyRequest = {
  messages: [{ role: 'user', content: 'Hi' }],
  stop: ['<end_code>'],
  maxTokens: 100,
  temperature: 1,
  topP: 1,
  seed: null,
  shape: 'free',
};
const { signal } = new AbortController();

describe('tokenPolicy', () => {
  const policyOn = (engine: ByteEngine): TokenPolicy =>
    new TokenPolicy({
      model: 'bytes',
      engine,
      promptStyle: 'compact',
      limits: { thoughtTokens: 10, oneLineThought: true, codeTokens: 50 },
      clock: systemClock,
      newSeed: () => 77,
    });

  it('says what it can', () => {
    const policy = policyOn(new ByteEngine({ says: [], contextTokens: 123 }));
    assert.equal(policy.model, 'bytes');
    assert.equal(policy.contextTokens, 123);
    assert.deepEqual(policy.capabilities, {
      tokens: true,
      logProbs: true,
      grammar: true,
      promptStyle: 'compact',
    });
  });

  it('counts tokens as the model reads the messages', async () => {
    const policy = policyOn(new ByteEngine({ says: [] }));
    assert.equal(await policy.countTokens(request.messages), 'user: Hi\n'.length);
  });

  it('takes the seed of the request, or a new one', async () => {
    const engine = new ByteEngine({ says: ['a\0', 'a\0'] });
    const policy = policyOn(engine);
    await policy.complete(request, { signal });
    await policy.complete({ ...request, seed: 3 }, { signal });
    assert.deepEqual(
      engine.samplings.map((sampling) => sampling.seed),
      [77, 3],
    );
  });

  it('shapes every reply anew when it is asked to', async () => {
    const policy = policyOn(new ByteEngine({ says: [' A.\nx\n```', ' B.\ny\n```', 'free\0'] }));
    const shaped: PolicyRequest = { ...request, shape: 'thought-code' };
    const texts = [];
    for (const asked of [shaped, shaped, request]) {
      texts.push((await policy.complete(asked, { signal })).text);
    }
    assert.deepEqual(texts, [
      'Thought: A.\nCode:\n```py\nx\n```',
      'Thought: B.\nCode:\n```py\ny\n```',
      'free',
    ]);
  });

  it('frees the engine', async () => {
    const engine = new ByteEngine({ says: [] });
    await policyOn(engine).dispose();
    assert.ok(engine.disposed);
  });
});
