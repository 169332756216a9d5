import assert from 'node:assert/strict';
import { fitPrompt } from '../../../runtime/agent/contextBudget.ts';
import { runLoop } from '../../../runtime/agent/loop.ts';
import { protocolOf } from '../../../runtime/agent/protocols/protocolOf.ts';
import { toolR1 } from '../../../runtime/agent/protocols/toolR1.ts';
import { toldMessages, toldReply } from '../../../runtime/agent/toldHistory.ts';
import { AgentSettings, ThinkingForm } from '../../../runtime/contract/recipe.ts';
import type { ChatMessage } from '../../../runtime/policy/policy.ts';
import recipe from '../../../runtime/recipes/tool-r1.json' with { type: 'json' };
import { echoSandbox } from '../../fakes/fakeSandbox.ts';
import { makeReply, makeStep } from '../../fakes/records.ts';
import { action, ScriptedPolicy } from '../../fakes/scriptedPolicy.ts';
import { tickingClock } from '../../fakes/tickingClock.ts';

const text = action('print(1)', 'I look first.');
const step = makeStep({
  reply: makeReply({ text, reasoning: 'Hm, a table.', stopString: null }),
  ...{ thought: 'I look first.', code: 'print(1)' },
});

describe('toldReply', () => {
  it('tells the reply as it was sampled, without the reasoning that a server gives apart', () => {
    assert.equal(toldReply(step, toolR1, 'thought'), text);
  });

  it('tells that reasoning too when all is kept, and nothing of it where there is none', () => {
    assert.equal(toldReply(step, toolR1, 'all'), `<think>\nHm, a table.\n</think>\n${text}`);
    const plain = { ...step, reply: makeReply({ text, reasoning: ' ' }) };
    assert.equal(toldReply(plain, toolR1, 'all'), text);
  });

  it('tells only what the model did when nothing is kept, in the form of the dialect', () => {
    const told = toldReply(step, toolR1, 'none');
    assert.doesNotMatch(told, /look first|table/);
    assert.equal(toolR1.parse(told, false).code, 'print(1)');
    const math = toldReply(step, protocolOf('artist-math'), 'none');
    assert.equal(protocolOf('artist-math').parse(math, false).code, 'print(1)');
  });

  it('leaves a reply without code, which is all thought', () => {
    const silent = { ...step, code: null, reply: makeReply({ text: 'I wonder.' }) };
    for (const form of ThinkingForm.options) {
      assert.ok(toldReply(silent, toolR1, form).includes('I wonder.'));
    }
  });
});

describe('toldMessages', () => {
  const system: ChatMessage = { role: 'system', content: 'Use Python.' };
  const question: ChatMessage = { role: 'user', content: 'How many?' };
  const turns: readonly ChatMessage[] = [
    { role: 'assistant', content: 'print(1)' },
    { role: 'user', content: 'Observation: 1' },
  ];

  it('leaves turns of their own roles as they are', () => {
    const messages = [system, question, ...turns];
    assert.equal(toldMessages(messages, 'native'), messages);
  });

  it('writes them out in one message that the model goes on with', () => {
    assert.deepEqual(toldMessages([system, question, ...turns], 'flattened'), [
      system,
      {
        role: 'user',
        content: 'User:\nHow many?\n\nAssistant:\nprint(1)\n\nUser:\nObservation: 1\n\nAssistant:',
      },
    ]);
  });

  it('changes nothing of a question that stands alone', () => {
    const messages = [system, question];
    assert.equal(toldMessages(messages, 'flattened'), messages);
  });
});

describe('a rollout with these settings', () => {
  async function secondPrompt(settings: Partial<AgentSettings>): Promise<readonly ChatMessage[]> {
    const lines = [action('print(1)', 'I look first.'), action('final_answer(1)', 'Done.')];
    const policy = new ScriptedPolicy(lines);
    const services = { policy, protocol: toolR1, sandbox: echoSandbox(), clock: tickingClock() };
    const loop = runLoop(
      {
        ...{ trajectoryId: 't', seed: 1, signal: new AbortController().signal },
        prompt: { system: 'system', user: 'Question: q' },
        settings: { ...AgentSettings.parse(recipe.agent), ...settings },
      },
      services,
    );
    while ((await loop.next()).done !== true);
    return policy.requests[1]?.messages ?? [];
  }

  it('puts earlier turns to the model as they say', async () => {
    const usual = await secondPrompt({});
    assert.deepEqual(
      usual.map(({ role }) => role),
      ['system', 'user', 'assistant', 'user'],
    );
    assert.match(usual[2]?.content ?? '', /I look first\./);

    const silent = await secondPrompt({ thinking: 'none' });
    assert.equal(silent.length, 4);
    assert.doesNotMatch(silent[2]?.content ?? '', /I look first\./);

    const flat = await secondPrompt({ history: 'flattened' });
    assert.deepEqual(
      flat.map(({ role }) => role),
      ['system', 'user'],
    );
    assert.match(
      flat[1]?.content ?? '',
      /^User:\nQuestion: q\n\nAssistant:\nThought: I look first/,
    );
  });

  it('counts the tokens of the prompt as it is put', async () => {
    const counted: number[] = [];
    await fitPrompt(
      {
        prompt: { system: 's', user: 'u' },
        turns: [{ step: 1, reply: 'r', observation: 'o', asked: null }],
      },
      {
        policy: {
          contextTokens: null,
          countTokens: (messages) => Promise.resolve(counted.push(messages.length)),
        },
        protocol: { tell: (observation) => observation },
        settings: { maxSequenceTokens: 100, maxReplyTokens: 10, history: 'flattened' },
      },
    );
    assert.ok(counted.every((length) => length === 2));
  });
});
