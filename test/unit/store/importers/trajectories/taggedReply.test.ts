import assert from 'node:assert/strict';
import { taggedMessage } from '../../../../../runtime/store/importers/trajectories/taggedReply.ts';

describe('taggedMessage', () => {
  const reply = (text: string) => taggedMessage({ role: 'assistant', text });

  it('takes calls and thoughts out of the text', () => {
    const text =
      '<think>\nHm.\n</think>\nI call.\n<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call>\n<tool_call>{"name": "g", "arguments": "{}"}</tool_call>';
    const { content, calls, written } = reply(text);
    assert.equal(content, 'I call.');
    assert.deepEqual(calls, [
      { id: null, name: 'f', arguments: { a: 1 } },
      { id: null, name: 'g', arguments: {} },
    ]);
    assert.deepEqual(written, { text, thought: 'Hm.\n\nI call.' });
  });

  it('leaves a call that is none in the text', () => {
    const { content, calls } = reply('<tool_call>f(1)</tool_call>');
    assert.deepEqual([content, calls], ['<tool_call>f(1)</tool_call>', []]);
  });

  it('reads a call whose end was a stop string', () => {
    assert.equal(reply('<tool_call>\n{"name": "f", "arguments": {}}\n').calls[0]?.name, 'f');
  });

  it('reads plain text', () => {
    const { content, written } = reply('Hi');
    assert.deepEqual([content, written?.thought], ['Hi', 'Hi']);
  });

  it('takes what a tool answered out of its tags', () => {
    const text = '<tool_response>\n42\n</tool_response>';
    const { role, content } = taggedMessage({ role: 'user', text });
    assert.deepEqual([role, content], ['tool', '42']);
    assert.equal(taggedMessage({ role: 'user', text: 'Go on.' }).role, 'user');
  });
});
