// Loads the embedded model; the set-up of the tests has put it into the cache.
import assert from 'node:assert/strict';
import { openLocalPolicy } from '../../../runtime/policy/localPolicy.ts';
import type { Policy } from '../../../runtime/policy/policy.ts';
import { systemClock } from '../../../runtime/support/clock.ts';
import { failure } from '../../../runtime/support/errors.ts';
import type { Progress } from '../../../runtime/support/progress.ts';
import { embeddedModelFile } from '../../fakes/embeddedModelFile.ts';

describe('localPolicy', function () {
  this.timeout(180_000);
  const progress: Progress[] = [];
  const load = {
    signal: new AbortController().signal,
    onProgress: (report: Progress): number => progress.push(report),
  };
  let policy: Policy;
  before(async () => {
    const store = { ensure: embeddedModelFile };
    policy = await openLocalPolicy(
      { store, maxThreads: 1, clock: systemClock, newSeed: () => 1 },
      load,
    );
  });
  after(() => policy.dispose());

  it('asks for the short prompt and gives tokens with their log-probabilities', () => {
    assert.equal(policy.model, 'embedded');
    assert.equal(policy.contextTokens, 8192);
    assert.deepEqual(policy.capabilities, {
      tokens: true,
      logProbs: true,
      grammar: true,
      promptStyle: 'compact',
    });
  });

  it('tells that the model is being loaded', () => {
    assert.deepEqual(progress.at(-1), {
      activity: 'Loading the model',
      done: 100,
      total: 100,
      unit: 'items',
    });
  });

  it('writes one short thought and code', async () => {
    const reply = await policy.complete(
      {
        messages: [{ role: 'user', content: 'Question: What is 2 + 3? Answer with print.' }],
        stop: ['<end_code>', 'Observation:'],
        maxTokens: 150,
        temperature: 0.6,
        topP: 1,
        seed: 4,
        shape: 'thought-code',
      },
      { signal: load.signal },
    );
    assert.match(reply.text, /^Thought:\s*[^\n]*\n+Code:\n```py\n/);
  });

  it('passes on that the model cannot be had', async () => {
    const store = {
      ensure: (): Promise<string> => Promise.reject(failure('policy', 'model-unavailable', 'no')),
    };
    const options = { store, maxThreads: 1, clock: systemClock, newSeed: () => 1 };
    await assert.rejects(openLocalPolicy(options, load), { message: 'no' });
  });
});
