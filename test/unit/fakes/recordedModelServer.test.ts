// The model of the scenarios, tried by the policy that talks to real servers.
import assert from 'node:assert/strict';
import { parseModelName, type ServerModel } from '../../../runtime/policy/modelName.ts';
import { openServerFetch } from '../../../runtime/policy/serverFetch.ts';
import { OpenAiPolicy } from '../../../runtime/policy/openAiPolicy.ts';
import type { ChatMessage } from '../../../runtime/policy/policy.ts';
import { systemClock } from '../../../runtime/support/clock.ts';
import {
  startRecordedModelServer,
  tokensOf,
  type RecordedModelServer,
} from '../../fakes/recordedModelServer.ts';

const never = new AbortController().signal;
const question: ChatMessage = { role: 'user', content: 'How many?' };

function serverNamed(name: string): ServerModel {
  const model = parseModelName(name);
  assert.ok(model.kind === 'server');
  return model;
}

describe('the recorded model', () => {
  let server: RecordedModelServer;
  let policy: OpenAiPolicy;
  before(async () => {
    server = await startRecordedModelServer({
      replies: ['First I look at it.', 'Then I answer: 3.'],
      tokensPerSecond: 500,
    });
    const servers = openServerFetch({});
    policy = new OpenAiPolicy({
      model: serverNamed(server.modelName),
      keyFor: () => Promise.resolve(null),
      clock: systemClock,
      random: Math.random,
      sleep: () => Promise.resolve(),
      fetch: servers.fetch,
      onDispose: () => servers.close(),
      onNotice: () => undefined,
    });
  });
  after(async () => {
    await policy.dispose();
    await server.close();
  });

  async function ask(messages: readonly ChatMessage[], stop: readonly string[] = []) {
    let pieces = 0;
    const options = { messages, stop, maxTokens: 99, temperature: 0, topP: 1, seed: 1 };
    const onText = (): void => void (pieces += 1);
    const reply = await policy.complete({ ...options, shape: 'free' }, { signal: never, onText });
    return { ...reply, pieces };
  }

  it('gives the replies in the order of a conversation, from the start in each', async () => {
    const second = [question, { role: 'assistant', content: 'x' } as const, question];
    assert.equal((await ask([question])).text, 'First I look at it.');
    assert.equal((await ask(second)).text, 'Then I answer: 3.');
    assert.equal((await ask([question])).text, 'First I look at it.');
    const third = [...second, { role: 'assistant', content: 'y' } as const, question];
    assert.equal((await ask(third)).text, 'Then I answer: 3.');
  });

  it('streams them piece by piece', async () => {
    assert.ok((await ask([question])).pieces >= 4);
  });

  it('keeps the first stop string and what follows to itself, and says how much it wrote', async () => {
    const { text, stopString, usage } = await ask([question], ['at', 'nowhere', 'look']);
    assert.equal(text, 'First I ');
    assert.equal(stopString, 'look');
    assert.equal(usage?.completionTokens, tokensOf('First I ').length);
    assert.ok(usage.promptTokens > 0);
  });

  it('is asked more, the longer the conversation is', async () => {
    const short = (await ask([question])).usage?.promptTokens ?? 0;
    const long = [{ ...question, content: 'How many boats are there, and where? '.repeat(9) }];
    const more = (await ask(long)).usage?.promptTokens ?? 0;
    assert.ok(more > short + 50, `${short} and ${more}`);
  });

  it('is named as the product names models of servers', () => {
    assert.equal(server.modelName, `recorded-model@${server.baseUrl}`);
    assert.ok(server.requests.length > 0);
  });

  it('splits text into pieces that give the text again', () => {
    for (const text of ['', ' ', 'a', 'Thought: x\n\n```py\nprint(  1)\n```', 'überlanges Wort']) {
      assert.equal(tokensOf(text).join(''), text);
    }
    assert.ok(tokensOf('extraordinarily').every((token) => token.length <= 9));
  });
});
