import assert from 'node:assert/strict';
import {
  splitCompletion,
  splitPrompt,
} from '../../../../../runtime/store/importers/trajectories/templateText.ts';

describe('splitPrompt', () => {
  it('splits at the marks of ChatML', () => {
    const text =
      '<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHi\nuser\n<|im_end|>\n<|im_start|>assistant\n';
    assert.deepEqual(splitPrompt(text), {
      messages: [
        { role: 'system', text: 'Be brief.' },
        { role: 'user', text: 'Hi\nuser' },
      ],
      isByWords: false,
    });
  });

  it('splits at the marks of Llama 3', () => {
    const head = (role: string) => `<|start_header_id|>${role}<|end_header_id|>\n\n`;
    const text = `<|begin_of_text|>${head('user')}Hi<|eot_id|>${head('assistant')}`;
    assert.deepEqual(splitPrompt(text).messages, [{ role: 'user', text: 'Hi' }]);
  });

  it('splits at bare words, and says so', () => {
    assert.deepEqual(splitPrompt('system\nBe brief.\nuser\nHi\nassistant\n'), {
      messages: [
        { role: 'system', text: 'Be brief.' },
        { role: 'user', text: 'Hi' },
      ],
      isByWords: true,
    });
    assert.equal(splitPrompt('\n  \n  user\nHi\n  \n  assistant\n').messages[0]?.text, 'Hi');
  });

  it('takes any other text as one', () => {
    for (const text of ['Hi', 'Say:\nuser\nassistant', 'user\nwithout a turn', '']) {
      assert.deepEqual(splitPrompt(text), { messages: [{ role: 'user', text }], isByWords: false });
    }
  });
});

describe('splitCompletion', () => {
  it('splits what came back from what was said', () => {
    const text = 'I call.\ntool\n42\n\nassistant\nIt is 42.';
    assert.deepEqual(splitCompletion(text), {
      messages: [
        { role: 'assistant', text: 'I call.' },
        { role: 'tool', text: '42' },
        { role: 'assistant', text: 'It is 42.' },
      ],
      isByWords: true,
    });
  });

  it('passes over the role that it begins with', () => {
    assert.deepEqual(splitCompletion('assistant\nHi').messages, [
      { role: 'assistant', text: 'Hi' },
    ]);
  });

  it('splits at marks without doubt', () => {
    const text =
      'Hi<|im_end|>\n<|im_start|>user\n1<|im_end|>\n<|im_start|>assistant\nBye<|im_end|>';
    assert.deepEqual(splitCompletion(text), {
      messages: [
        { role: 'assistant', text: 'Hi' },
        { role: 'user', text: '1' },
        { role: 'assistant', text: 'Bye' },
      ],
      isByWords: false,
    });
  });

  it('keeps words that are text', () => {
    for (const text of [
      'The roles are:\nuser\nand\nsystem',
      'Two:\nassistant\nassistant',
      'Hi\nuser',
    ]) {
      assert.deepEqual(splitCompletion(text), {
        messages: [{ role: 'assistant', text }],
        isByWords: false,
      });
    }
  });

  it('has a reply of a text without any', () => {
    assert.deepEqual(splitCompletion('').messages, [{ role: 'assistant', text: '' }]);
  });
});
