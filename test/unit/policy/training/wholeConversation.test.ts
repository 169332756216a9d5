import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ChatMessage } from '../../../../runtime/policy/policy.ts';
import { RolloutPolicy } from '../../../../runtime/policy/training/rolloutPolicy.ts';
import type { TokenServer } from '../../../../runtime/policy/training/tokenServer.ts';
import { lazyChat } from '../../../../runtime/policy/training/tokenChat.ts';
import { tickingClock } from '../../../fakes/tickingClock.ts';
import {
  addedTokens,
  decode,
  encode,
  endOfTurn,
  render,
  type Template,
} from '../../../fakes/toyTokenizer.ts';

const signal = new AbortController().signal;

/** Text as a template tells it: some trim what stands at its ends. */
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .map((value) => `a${value}z`)
  .filter((value) => !value.includes('<'));
const conversation = fc.array(fc.record({ reply: text, told: text, ends: fc.boolean() }), {
  minLength: 1,
  maxLength: 5,
});

/** A server whose model says the replies one after the other. */
function saying(replies: string[], template: Template): TokenServer {
  return {
    tokenize: (messages) =>
      Promise.resolve({ ids: encode(render(template, messages, true)), contextTokens: null }),
    complete: () => {
      const reply = replies.shift() ?? '';
      const ids = encode(reply);
      return Promise.resolve({
        text: reply.replace(endOfTurn(template) ?? '', ''),
        ids,
        logProbs: ids.map(() => -1),
        finishReason: 'stop',
        stopString: null,
      });
    },
  };
}

describe('a conversation in token ids', () => {
  for (const template of ['chatml', 'llama3'] as const) {
    it(`reads as the template would write it as a whole (${template})`, async () => {
      await fc.assert(
        fc.asyncProperty(conversation, async (turns) => {
          const mark = endOfTurn(template) ?? '';
          const said = turns.map(({ reply, ends }) => (ends ? reply + mark : reply));
          const server = saying(said, template);
          const chat = lazyChat(server, addedTokens, signal);
          const policy = new RolloutPolicy({
            model: 'm',
            server,
            chat,
            clock: tickingClock(),
            signal,
          });
          let messages: ChatMessage[] = [
            { role: 'system', content: 'be brief' },
            { role: 'user', content: 'begin' },
          ];
          for (const { reply, told } of turns) {
            const sampling = {
              maxTokens: 999,
              temperature: 1,
              topP: 1,
              seed: 1,
              shape: 'free',
            } as const;
            const { tokens } = await policy.complete(
              { messages, stop: [], ...sampling },
              { signal },
            );
            assert.equal(decode(tokens!.promptIds), render(template, messages, true));
            messages = [
              ...messages,
              { role: 'assistant', content: reply },
              { role: 'user', content: told },
            ];
          }
          assert.equal(
            await policy.countTokens(messages),
            encode(render(template, messages, true)).length,
          );
        }),
        { numRuns: 60 },
      );
    });
  }
});
