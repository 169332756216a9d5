import assert from 'node:assert/strict';
import { PolicyReader } from '../../../runtime/tools/policyReader.ts';
import { FixedPolicy } from '../../fakes/fixedPolicy.ts';

const never = new AbortController().signal;
const longText = Array.from({ length: 3_000 }, (_, line) =>
  line === 2_000
    ? 'The winch of berth 7 was made in 1961.'
    : `Line ${line} is about something else.`,
).join('\n');

function readerOn(policy: FixedPolicy, maxCharacters = 60_000): PolicyReader {
  return new PolicyReader({ policy, maxCharacters, maxAnswerTokens: 100, seed: 7 });
}

describe('PolicyReader', () => {
  it('shows a short text whole and asks without chance', async () => {
    const policy = new FixedPolicy('Answer: 12');
    assert.equal(await readerOn(policy).answer('How many?', 'Twelve boats.', never), 'Answer: 12');
    const [request] = policy.requests;
    assert.deepEqual([request?.temperature, request?.seed, request?.maxTokens], [0, 7, 100]);
    assert.match(request?.messages[1]?.content ?? '', /Twelve boats\.[\s\S]*How many\?/);
  });
  it('cuts a long text to the context of the model, keeps the passage, and says so', async () => {
    const policy = new FixedPolicy('Answer: 1961', { contextTokens: 2_048 });
    const answer = await readerOn(policy).answer('When was the winch made?', longText, never);
    const [request] = policy.requests;
    const tokens = await policy.countTokens(request?.messages ?? []);
    assert.ok(tokens <= 2_048 - 100, `${tokens} tokens`);
    assert.ok(tokens > 1_200, `${tokens} tokens: the context is used`);
    assert.match(request?.messages[1]?.content ?? '', /winch of berth 7 was made in 1961/);
    assert.match(answer, /^Answer: 1961\n\[The reader saw [\d]+ of \d+ characters of the file: /);
  });
  it('keeps its own limit when the model takes more', async () => {
    const policy = new FixedPolicy('Answer: x', { contextTokens: 1_000_000 });
    await readerOn(policy, 5_000).answer('winch', longText, never);
    assert.ok((policy.requests[0]?.messages[1]?.content.length ?? 0) < 6_000);
  });
  it('asks even when hardly anything fits', async () => {
    const policy = new FixedPolicy('Answer: unknown', { contextTokens: 200 });
    assert.match(await readerOn(policy).answer('winch', longText, never), /^Answer: unknown/);
  });
  it('passes on that an answer was cut', async () => {
    const policy = new FixedPolicy('Answer: the', { finishReason: 'length' });
    assert.match(await readerOn(policy).answer('q', 'text', never), /\[The answer was cut/);
  });
  it('stops when cancelled', async () => {
    const policy = new FixedPolicy('Answer: 1');
    await assert.rejects(readerOn(policy).answer('q', 'text', AbortSignal.abort()), {
      name: 'AbortError',
    });
    assert.equal(policy.requests.length, 0);
  });
});
