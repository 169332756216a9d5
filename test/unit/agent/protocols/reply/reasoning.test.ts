import assert from 'node:assert/strict';
import { withoutReasoning } from '../../../../../runtime/agent/protocols/reply/reasoning.ts';

describe('withoutReasoning', () => {
  const cases: readonly (readonly [string, string, string, boolean])[] = [
    ['nothing to take out', 'a\nb', 'a\nb', false],
    ['a block', '<think>\nx\n</think>\nb', '\nb', false],
    ['a block in the middle', 'a\n<think>x</think>\nb', 'a\n\nb', false],
    ['an open block', 'a\n<think>\nx', 'a\n', true],
    ['a closing tag that nothing opened', 'x\n</think>\nb', '\nb', false],
    ['two closing tags that nothing opened', 'x\n</think>\ny\n</think>\nb', '\nb', false],
    [
      'a tag inside a line',
      'see <think> and </think> here',
      'see <think> and </think> here',
      false,
    ],
    ['a tag inside the code', '```py\n<think>\n```\nb', '```py\n<think>\n```\nb', false],
    ['a tag inside a block', '<think>\n<think>\nx</think>b', 'b', false],
    [
      'a late closing tag after a block',
      '<think>x</think>\nb\n</think>\nc',
      '\nb\n</think>\nc',
      false,
    ],
  ];
  for (const [name, text, kept, open] of cases) {
    it(`handles ${name}`, () => {
      assert.deepEqual(withoutReasoning(text), { text: kept, openReasoning: open });
    });
  }
});
