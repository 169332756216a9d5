import assert from 'node:assert/strict';
import type { Reply } from '../../../../runtime/contract/reply.ts';
import type { ChatMessage } from '../../../../runtime/policy/policy.ts';
import { RolloutPolicy } from '../../../../runtime/policy/training/rolloutPolicy.ts';
import { TokenClient } from '../../../../runtime/policy/training/tokenClient.ts';
import { lazyChat } from '../../../../runtime/policy/training/tokenChat.ts';
import { turnSeed } from '../../../../runtime/policy/training/turnSeed.ts';
import { failureOf } from '../../../fakes/failureOf.ts';
import { FakeTokenServer, type Speak } from '../../../fakes/tokenServer.ts';
import { tickingClock } from '../../../fakes/tickingClock.ts';
import { addedTokens, decode, encode, type Template } from '../../../fakes/toyTokenizer.ts';

const never = new AbortController().signal;
const first: readonly ChatMessage[] = [
  { role: 'system', content: 's' },
  { role: 'user', content: 'How many?' },
];

function then(messages: readonly ChatMessage[], reply: string, told: string): ChatMessage[] {
  return [...messages, { role: 'assistant', content: reply }, { role: 'user', content: told }];
}

describe('RolloutPolicy', () => {
  let server: FakeTokenServer;
  afterEach(() => server.close());

  async function open(speak: Speak, template: Template = 'chatml'): Promise<RolloutPolicy> {
    server = await FakeTokenServer.start({ speak, template, contextTokens: 900 });
    const clock = tickingClock();
    const client = new TokenClient({
      model: 'policy-v2',
      baseUrls: [server.baseUrl],
      fetch,
      clock,
      random: () => 0,
      sleep: () => Promise.resolve(),
      timeoutMilliseconds: 60_000,
    });
    const chat = lazyChat(client, addedTokens, never);
    return new RolloutPolicy({ model: 'run/2', server: client, chat, clock, signal: never });
  }

  function ask(policy: RolloutPolicy, messages: readonly ChatMessage[]): Promise<Reply> {
    const request = { messages, stop: ['<end_code>', 'Observation:'], maxTokens: 60 } as const;
    const sampling = { temperature: 0.6, topP: 1, seed: 9, shape: 'free' } as const;
    return policy.complete({ ...request, ...sampling }, { signal: never });
  }

  it('begins with the prompt in the template of the model', async () => {
    const policy = await open(() => 'print(1)<end_code>\n');
    const reply = await ask(policy, first);
    const opening = '<|im_start|>system\ns<|im_end|>\n<|im_start|>user\nHow many?<|im_end|>\n';
    assert.equal(decode(reply.tokens!.promptIds), `${opening}<|im_start|>assistant\n`);
    assert.equal(reply.text, 'print(1)');
    assert.equal(reply.stopString, '<end_code>');
    assert.deepEqual(reply.tokens?.completionIds, encode('print(1)<end_code>\n'));
    assert.ok(reply.tokens.completionMask.every((mask) => mask === 1));
    assert.equal(reply.tokens.logProbs?.length, reply.tokens.completionIds.length);
    assert.equal(policy.contextTokens, 900);
    assert.equal(policy.model, 'run/2');
  });

  for (const [template, end, piece] of [
    [
      'chatml',
      '<|im_end|>',
      '\n<|im_start|>user\nObservation:\n2<|im_end|>\n<|im_start|>assistant\n',
    ],
    [
      'llama3',
      '<|eot_id|>',
      '<|start_header_id|>user<|end_header_id|>\n\nObservation:\n2<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n',
    ],
  ] as const) {
    it(`goes on with the very ids that were sampled (${template})`, async () => {
      // The stop string ends inside a token: tokenising the text again would lose the line feed.
      const policy = await open(
        ({ prompt }) => (prompt.includes('Observation:\n') ? 'ok' : 'x<end_code>\n'),
        template,
      );
      const before = (await ask(policy, first)).tokens!;
      const next = (await ask(policy, then(first, 'x<end_code>', 'Observation:\n2'))).tokens!;
      const kept = [...before.promptIds, ...before.completionIds];
      assert.deepEqual(next.promptIds.slice(0, kept.length), kept);
      assert.equal(decode(next.promptIds.slice(kept.length)), `${end}${piece}`);
    });

    it(`does not end a turn twice when the policy ended it (${template})`, async () => {
      const policy = await open(() => `x${end}`, template);
      const before = (await ask(policy, first)).tokens!;
      const next = (await ask(policy, then(first, 'x', 'Observation:\n2'))).tokens!;
      const kept = before.promptIds.length + before.completionIds.length;
      assert.equal(decode(before.completionIds), `x${end}`);
      assert.equal(decode(next.promptIds.slice(kept)), piece);
    });
  }

  it('carries ids over many turns', async () => {
    const policy = await open(({ seed }) => `x${seed}<end_code>\n`);
    let messages = [...first];
    let ids: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const reply = await ask(policy, messages);
      assert.equal(reply.text, `x${turnSeed(9, turn)}`);
      assert.deepEqual(reply.tokens?.promptIds.slice(0, ids.length), ids);
      ids = [...reply.tokens.promptIds, ...reply.tokens.completionIds];
      messages = then(messages, `${reply.text}<end_code>`, `Observation:\n${turn}`);
    }
  });

  it('counts the tokens of what it would send, and asks the server once for both', async () => {
    const policy = await open(() => 'x<end_code>\n');
    assert.equal(
      await policy.countTokens(first),
      encode(
        '<|im_start|>system\ns<|im_end|>\n<|im_start|>user\nHow many?<|im_end|>\n<|im_start|>assistant\n',
      ).length,
    );
    // Seven are for finding out how the model tells a conversation.
    assert.equal(server.tokenizeCalls, 8);
    const reply = await ask(policy, first);
    assert.equal(server.tokenizeCalls, 8);
    const next = then(first, 'x<end_code>', 'Observation:\nmany words');
    const count = await policy.countTokens(next);
    assert.ok(count > reply.usage!.promptTokens + reply.usage!.completionTokens);
    assert.equal((await ask(policy, next)).usage?.promptTokens, count);
  });

  for (const [what, messages] of [
    [
      'an earlier observation was shortened',
      [first[0]!, { role: 'user', content: 'How' }, ...then([], 'x<end_code>', 'o')],
    ],
    ['the reply is another one', then(first, 'y<end_code>', 'o')],
    ['a turn is missing', [...first, { role: 'assistant', content: 'x<end_code>' }]],
    ['two turns come at once', then(then(first, 'x<end_code>', 'o'), 'z', 'p')],
    [
      'the turn is told by another role',
      [...then(first, 'x<end_code>', 'o').slice(0, -1), { role: 'system', content: 'o' }],
    ],
  ] as const) {
    it(`refuses a prompt that does not go on: ${what}`, async () => {
      const policy = await open(() => 'x<end_code>\n');
      await ask(policy, first);
      const failure = await failureOf(ask(policy, messages));
      assert.equal(failure.code, 'policy/prefix-broken');
    });
  }

  it('asks for the end of a turn as a stop token, beside the stop strings', async () => {
    const policy = await open(() => 'x<end_code>\n');
    await ask(policy, first);
    const [sent] = server.completions;
    assert.deepEqual(sent?.['stop_token_ids'], [encode('<|im_end|>')[0]]);
    assert.deepEqual(sent['stop'], ['<end_code>', 'Observation:']);
    assert.equal(sent['seed'], turnSeed(9, 0));
    assert.equal(sent['model'], 'policy-v2');
  });

  it('keeps nothing of a turn that broke, so that it can be sampled again', async () => {
    const policy = await open(() => 'x<end_code>\n');
    server.troubles.push({ status: 400, body: 'no' });
    assert.equal((await failureOf(ask(policy, first))).code, 'policy/refused');
    assert.equal((await ask(policy, first)).text, 'x');
  });
});
