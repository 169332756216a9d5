import assert from 'node:assert/strict';
import type { ChatMessage } from '../../../../../runtime/store/importers/trajectories/chatMessages.ts';
import { conversationOf } from '../../../../../runtime/store/importers/trajectories/chatSteps.ts';

describe('conversationOf', () => {
  function say(role: string, content: string, over: Partial<ChatMessage> = {}): ChatMessage {
    return { role, content, reasoning: null, calls: [], callId: null, name: null, ...over };
  }

  const call = (id: string | null, name: string, args = {}) => ({ id, name, arguments: args });

  it('has a step for each reply, with what came back', () => {
    const conversation = conversationOf([
      say('system', 'Be brief.'),
      say('user', 'Add.'),
      say('assistant', 'I add.', { calls: [call('1', 'add', { a: 1 })] }),
      say('tool', '2', { callId: '1', name: 'add' }),
      say('assistant', 'It is 2.', { reasoning: 'done' }),
    ]);
    const { system, question, steps, finalAnswer } = conversation;
    assert.deepEqual([system, question, finalAnswer], ['Be brief.', 'Add.', 'It is 2.']);
    assert.deepEqual(
      steps.map(({ thought, code, reply, observation }) => [thought, code, reply, observation]),
      [
        ['I add.', 'add(a=1)', 'I add.\n\nadd(a=1)', '2'],
        ['It is 2.', null, 'It is 2.', ''],
      ],
    );
    assert.deepEqual(steps[0]?.calls, [
      { name: 'add', arguments: { a: 1 }, isError: false, preview: '2' },
    ]);
    assert.equal(steps[1]?.reasoning, 'done');
  });

  it('gives each call its answer, in whichever order they came', () => {
    const { steps } = conversationOf([
      say('assistant', '', { calls: [call('1', 'f'), call('2', 'g')] }),
      say('tool', 'of g', { callId: '2', name: 'g' }),
      say('tool', 'of f', { callId: '1' }),
    ]);
    const [step = assert.fail()] = steps;
    assert.deepEqual(
      step.calls.map(({ preview }) => preview),
      ['of f', 'of g'],
    );
    assert.equal(step.observation, 'g:\nof g\n\ntool:\nof f');
    assert.equal(step.code, 'f()\ng()');
  });

  it('gives calls without ids their answers in order', () => {
    const { steps } = conversationOf([
      say('assistant', '', { calls: [call(null, 'f'), call(null, 'g')] }),
      say('tool', 'of f'),
      say('tool', 'of g'),
    ]);
    assert.deepEqual(
      steps[0]?.calls.map(({ preview }) => preview),
      ['of f', 'of g'],
    );
  });

  it('tells errors by what its caller says', () => {
    const messages = [
      say('assistant', '', { calls: [call('1', 'f')] }),
      say('tool', 'Error: no user', { callId: '1' }),
    ];
    assert.equal(conversationOf(messages).steps[0]?.error, null);
    const isError = (text: string) => text.startsWith('Error:');
    const [step] = conversationOf(messages, { isError }).steps;
    assert.deepEqual([step?.error, step?.calls[0]?.isError], ['Error: no user', true]);
  });

  it('shows examples in the prompt with their roles', () => {
    const messages = [
      say('user', '1+1?'),
      say('assistant', '2'),
      say('user', '2+2?'),
      say('assistant', '4'),
    ];
    const { question, steps } = conversationOf(messages, { promptLength: 3 });
    assert.equal(question, 'user: 1+1?\n\nassistant: 2\n\nuser: 2+2?');
    assert.deepEqual(
      steps.map(({ reply }) => reply),
      ['4'],
    );
  });

  it('has no answer when something came after it', () => {
    assert.equal(conversationOf([say('assistant', 'Bye'), say('user', 'STOP')]).finalAnswer, null);
    assert.equal(conversationOf([]).finalAnswer, null);
  });

  it('keeps what came back before the first reply', () => {
    const { steps } = conversationOf([say('user', 'a'), say('tool', 'b')], { promptLength: 1 });
    assert.deepEqual([steps[0]?.reply, steps[0]?.observation], ['', 'b']);
  });

  it('takes thousands of messages', () => {
    const messages = Array.from({ length: 6700 }, (_, at) =>
      at % 2 === 0 ? say('assistant', `${at}`) : say('user', `${at}`),
    );
    assert.equal(conversationOf(messages).steps.length, 3350);
  });
});
