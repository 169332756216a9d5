import assert from 'node:assert/strict';
import type { Picture } from '../../../runtime/policy/policy.ts';
import { PolicyVision } from '../../../runtime/tools/visionModel.ts';
import { FixedPolicy } from '../../fakes/fixedPolicy.ts';

const picture: Picture = { mediaType: 'image/jpeg', bytes: Uint8Array.of(1, 2, 3) };
const { signal } = new AbortController();

describe('PolicyVision', () => {
  it('shows the picture with the question, repeatably', async () => {
    const policy = new FixedPolicy(' Two boats. ');
    const vision = new PolicyVision({ policy, seed: 7 });
    assert.equal(await vision.look('How many?', picture, signal), 'Two boats.');
    const [request] = policy.requests;
    assert.deepEqual(request?.messages.at(-1), {
      role: 'user',
      content: 'How many?',
      pictures: [picture],
    });
    assert.equal(request.temperature, 0);
    assert.equal(request.seed, 7);
  });
  it('leaves reasoning out and says when there is no answer', async () => {
    const look = (text: string) =>
      new PolicyVision({ policy: new FixedPolicy(text), seed: null }).look('x', picture, signal);
    assert.equal(await look('<think>hm</think>Two.'), 'Two.');
    assert.match(await look('<think>hm'), /gave no answer/);
  });
  it('says when the answer was cut', async () => {
    const policy = new FixedPolicy('A harbour with', { finishReason: 'length' });
    const answer = await new PolicyVision({ policy, seed: null }).look('x', picture, signal);
    assert.equal(answer, 'A harbour with\n[The answer was cut.]');
  });
  it('ends with the signal', async () => {
    const vision = new PolicyVision({ policy: new FixedPolicy('x'), seed: null });
    await assert.rejects(vision.look('x', picture, AbortSignal.abort()), { name: 'AbortError' });
  });
});
