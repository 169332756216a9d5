import assert from 'node:assert/strict';
import { fitPrompt, tokenLimit, type Turn } from '../../../runtime/agent/contextBudget.ts';
import type { ChatMessage } from '../../../runtime/policy/policy.ts';

/** One token a character, so that every sum can be checked by hand. */
function countTokens(messages: readonly ChatMessage[]): Promise<number> {
  return Promise.resolve(messages.reduce((sum, { content }) => sum + content.length, 0));
}

function services(
  maxSequenceTokens: number,
  maxReplyTokens: number,
  contextTokens: number | null = null,
) {
  return {
    policy: { contextTokens, countTokens },
    protocol: { tell: (observation: string) => observation },
    settings: { maxSequenceTokens, maxReplyTokens },
  };
}

function turns(...observations: readonly string[]): readonly Turn[] {
  return observations.map((observation, position) => ({
    step: position + 1,
    reply: 'r',
    observation,
    asked: null,
  }));
}

const prompt = { system: 's', user: 'u' };
const long = (letter: string) => letter.repeat(3000);

describe('fitPrompt', () => {
  it('leaves a conversation that fits as it is', async () => {
    const fitted = await fitPrompt({ prompt, turns: turns('one', 'two') }, services(1000, 100));
    assert.deepEqual(
      fitted?.messages.map(({ role, content }) => `${role} ${content}`),
      ['system s', 'user u', 'assistant r', 'user one', 'assistant r', 'user two'],
    );
    assert.equal(fitted.maxTokens, 100);
    assert.deepEqual(fitted.shortened, []);
    assert.equal(fitted.newestObservation, 'two');
  });

  it('puts worked examples between system and question', async () => {
    const examples = [
      { role: 'user', content: 'eq' },
      { role: 'assistant', content: 'ea' },
    ] as const;
    const fitted = await fitPrompt(
      { prompt: { ...prompt, examples }, turns: [] },
      services(1000, 10),
    );
    assert.deepEqual(
      fitted?.messages.map(({ content }) => content),
      ['s', 'eq', 'ea', 'u'],
    );
    assert.equal(fitted.newestObservation, null);
  });

  it('shortens the oldest observation first, and no more than it must', async () => {
    const conversation = { prompt, turns: turns(long('a'), long('b'), long('c')) };
    const fitted = await fitPrompt(conversation, services(8000, 900));
    assert.deepEqual(fitted?.shortened, [1]);
    assert.match(fitted.messages[3]?.content ?? '', /^a+\n\[shortened: \d+ of 3000 .*\]\na+$/);
    assert.equal(fitted.messages[3]?.content.length, 999);
    assert.equal(fitted.messages[5]?.content, long('b'));
  });

  it('shortens all old ones further before it touches the newest', async () => {
    const conversation = { prompt, turns: turns(long('a'), long('b'), long('c')) };
    const fitted = await fitPrompt(conversation, services(4000, 500));
    assert.deepEqual(fitted?.shortened, [1, 2]);
    assert.equal(fitted.messages[3]?.content.length, 199);
    assert.equal(fitted.messages[5]?.content.length, 199);
    assert.equal(fitted.newestObservation, long('c'));
  });

  it('leaves short old observations alone', async () => {
    const conversation = { prompt, turns: turns('tiny', long('b'), long('c')) };
    const fitted = await fitPrompt(conversation, services(5000, 500));
    assert.deepEqual(fitted?.shortened, [2]);
    assert.equal(fitted.messages[3]?.content, 'tiny');
  });

  it('cuts the newest to nearly what fits', async () => {
    const fitted = await fitPrompt({ prompt, turns: turns(long('c')) }, services(2000, 500));
    const shown = fitted?.newestObservation ?? '';
    assert.match(shown, /\[shortened: \d+ of 3000 characters shown\]/);
    // 2000 less the reply, the prompt and the first reply leave 1497.
    assert.ok(shown.length <= 1497 && shown.length > 1300, String(shown.length));
    assert.deepEqual(fitted?.shortened, []);
  });

  it('cuts the newest alone where earlier turns are trained on', async () => {
    const { policy, ...others } = services(4000, 100);
    const capabilities = {
      tokens: true,
      logProbs: true,
      grammar: false,
      promptStyle: 'full',
    } as const;
    const trained = { ...policy, capabilities: { ...capabilities, appendOnly: true } };
    const conversation = { prompt, turns: turns(long('a'), long('b')) };
    const fitted = await fitPrompt(conversation, { ...others, policy: trained });
    assert.deepEqual(fitted?.shortened, []);
    assert.equal(fitted.messages[3]?.content, long('a'));
    assert.match(fitted.newestObservation ?? '', /\[shortened: \d+ of 3000 characters shown\]/);
    assert.ok((await countTokens(fitted.messages)) + 100 <= 4000);
    const two = { prompt, turns: turns(long('a'), long('b'), long('c')) };
    assert.equal(await fitPrompt(two, { ...others, policy: trained }), null);
  });

  it('gives the reply less room before it gives up', async () => {
    const fitted = await fitPrompt({ prompt, turns: turns(long('c')) }, services(400, 300));
    assert.ok(fitted !== null && fitted.maxTokens >= 128 && fitted.maxTokens < 300);
  });

  it('gives up when not even a short reply has room', async () => {
    assert.equal(await fitPrompt({ prompt, turns: turns(long('c')) }, services(300, 300)), null);
    assert.equal(await fitPrompt({ prompt, turns: [] }, services(100, 200)), null);
  });

  it('never tells more than the limit, whatever the sizes', async () => {
    for (let limit = 400; limit < 6000; limit += 331) {
      const conversation = { prompt, turns: turns(long('a'), 'b', long('c'), long('d')) };
      const fitted = await fitPrompt(conversation, services(limit, 300));
      if (fitted === null) continue;
      const told = await countTokens(fitted.messages);
      assert.ok(told + fitted.maxTokens <= limit, `${told} + ${fitted.maxTokens} of ${limit}`);
    }
  });
});

describe('tokenLimit', () => {
  it('is the smaller of recipe and model', () => {
    assert.equal(tokenLimit(services(1000, 10, 500)), 500);
    assert.equal(tokenLimit(services(1000, 10, 5000)), 1000);
    assert.equal(tokenLimit(services(1000, 10, null)), 1000);
  });
});
