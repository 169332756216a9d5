import assert from 'node:assert/strict';
import {
  callArguments,
  readCall,
  readChat,
} from '../../../../../runtime/store/importers/trajectories/chatMessages.ts';

describe('readChat', () => {
  const plain = { reasoning: null, calls: [], callId: null, name: null };

  it('reads messages of text', () => {
    const { messages, unmapped } = readChat([{ role: 'user', content: 'Hi' }], 'm');
    assert.deepEqual([messages, unmapped], [[{ ...plain, role: 'user', content: 'Hi' }], {}]);
  });

  it('joins texts of parts, and names the others', () => {
    const picture = { type: 'image_url', image_url: { url: 'data:' } };
    const content = [{ type: 'text', text: 'a' }, picture, 'b', 7];
    const { messages, unmapped } = readChat([{ role: 'user', content }], 'm');
    assert.equal(messages[0]?.content, 'a\n[image_url]\nb\n[unknown part]');
    assert.deepEqual(unmapped, { 'm[0].content[1]': picture, 'm[0].content[3]': 7 });
  });

  it('reads calls, answers and reasoning', () => {
    const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a": 1}' } };
    const { messages } = readChat(
      [
        { role: 'assistant', content: null, reasoning_content: 'hm', tool_calls: [call] },
        { role: 'tool', content: '2', tool_call_id: 'c1', name: 'f' },
      ],
      'm',
    );
    assert.deepEqual(messages, [
      {
        ...plain,
        role: 'assistant',
        content: '',
        reasoning: 'hm',
        calls: [{ id: 'c1', name: 'f', arguments: { a: 1 } }],
      },
      { ...plain, role: 'tool', content: '2', callId: 'c1', name: 'f' },
    ]);
  });

  it('reads the one call of the old protocol', () => {
    const message = {
      role: 'assistant',
      content: '',
      function_call: { name: 'f', arguments: '{}' },
    };
    const { messages, unmapped } = readChat([message], 'm');
    assert.deepEqual(messages[0]?.calls, [{ id: null, name: 'f', arguments: {} }]);
    assert.deepEqual(unmapped, {});
  });

  it('hands back what it has no place for', () => {
    const message = { role: 'assistant', content: 'x', audio: 1, refusal: null, tool_calls: [3] };
    const { unmapped } = readChat([message, 'no message', { content: 'no role' }], 'm');
    assert.deepEqual(unmapped, {
      'm[0].audio': 1,
      'm[0].tool_calls[0]': 3,
      'm[1]': 'no message',
      'm[2]': { content: 'no role' },
    });
    assert.deepEqual(readChat('text', 'm'), { messages: [], unmapped: { m: 'text' } });
    assert.deepEqual(readChat(null, 'm'), { messages: [], unmapped: {} });
  });
});

describe('readCall', () => {
  it('reads a call wrapped, flat, or as the text of its JSON', () => {
    const call = { id: 'i', name: 'f', arguments: { a: 1 } };
    assert.deepEqual(readCall(call), call);
    const wrapped = { id: 'i', type: 'function', function: { name: 'f', arguments: { a: 1 } } };
    assert.deepEqual(readCall(wrapped), call);
    assert.deepEqual(readCall(JSON.stringify(wrapped)), call);
  });

  it('reads nothing else', () => {
    for (const value of [null, 'f()', '"f"', 1, {}, { name: 1 }])
      assert.equal(readCall(value), null);
  });
});

describe('callArguments', () => {
  it('keeps what is no object', () => {
    assert.deepEqual(callArguments('{"a": '), { arguments: '{"a": ' });
    assert.deepEqual(callArguments([1]), { arguments: [1] });
    for (const nothing of [null, undefined, '', {}]) assert.deepEqual(callArguments(nothing), {});
  });
});
