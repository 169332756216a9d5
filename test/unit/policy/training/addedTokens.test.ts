import assert from 'node:assert/strict';
import { parseAddedTokens } from '../../../../runtime/policy/training/addedTokens.ts';
import { addedTokens, tokenizerJson } from '../../../fakes/toyTokenizer.ts';

/** As the library writes it for Qwen2.5, with more keys than anybody needs. */
const file = {
  version: '1.0',
  added_tokens: [
    {
      id: 151645,
      content: '<|im_end|>',
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    },
    { id: 151657, content: '<tool_call>', special: false },
    { id: 4, content: '<mask>', lstrip: true, special: true },
  ],
  model: { type: 'BPE' },
};

describe('parseAddedTokens', () => {
  it('gives the tokens beside those of text', () => {
    const tokens = parseAddedTokens(JSON.stringify(file));
    assert.deepEqual(tokens.ok && tokens.value, [
      { id: 151645, text: '<|im_end|>', isSpecial: true, takesSpace: false },
      { id: 151657, text: '<tool_call>', isSpecial: false, takesSpace: false },
      { id: 4, text: '<mask>', isSpecial: true, takesSpace: true },
    ]);
  });

  it('reads the tokenizer of the tests', () => {
    assert.deepEqual(parseAddedTokens(tokenizerJson), { ok: true, value: addedTokens });
  });

  for (const [what, text, problem] of [
    ['no JSON', '{', /^not JSON/],
    ['another file', '{"model_type":"llama"}', /^added_tokens: /],
    ['a token without id', '{"added_tokens":[{"content":"<s>"}]}', /^added_tokens\.0\.id: /],
    ['a token of nothing', '{"added_tokens":[{"id":1,"content":""}]}', /^added_tokens\.0\.content/],
  ] as const) {
    it(`refuses ${what}`, () => {
      const tokens = parseAddedTokens(text);
      assert.ok(!tokens.ok);
      assert.match(tokens.problem, problem);
    });
  }
});
