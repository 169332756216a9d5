import assert from 'node:assert/strict';
import { SingleTurnPolicy } from '../../../../runtime/policy/training/singleTurnPolicy.ts';
import type { TokenServer } from '../../../../runtime/policy/training/tokenServer.ts';
import { lazyChat } from '../../../../runtime/policy/training/tokenChat.ts';
import { tickingClock } from '../../../fakes/tickingClock.ts';
import { addedTokens, encode, render } from '../../../fakes/toyTokenizer.ts';

const signal = new AbortController().signal;

describe('SingleTurnPolicy', () => {
  it('answers questions that have nothing to do with each other', async () => {
    const server: TokenServer = {
      tokenize: (messages) =>
        Promise.resolve({ ids: encode(render('chatml', messages, true)), contextTokens: 77 }),
      complete: ({ promptIds }) =>
        Promise.resolve({
          text: String(promptIds.length),
          ids: [1],
          logProbs: [-1],
          finishReason: 'stop',
          stopString: null,
        }),
    };
    const chat = lazyChat(server, addedTokens, signal);
    const clock = tickingClock();
    const policy = new SingleTurnPolicy({ model: 'm', server, chat, clock, signal });
    assert.equal(policy.capabilities.appendOnly, false);
    for (const content of ['one', 'another one', 'one']) {
      const messages = [{ role: 'user', content }] as const;
      const expected = encode(render('chatml', messages, true)).length;
      const reply = await policy.complete(
        { messages, stop: [], maxTokens: 9, temperature: 1, topP: 1, seed: 1, shape: 'free' },
        { signal },
      );
      assert.equal(reply.text, String(expected));
      assert.equal(await policy.countTokens(messages), expected);
    }
    assert.equal(policy.contextTokens, 77);
  });
});
