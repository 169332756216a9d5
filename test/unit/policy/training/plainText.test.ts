import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { PlainText } from '../../../../runtime/policy/training/plainText.ts';
import { addedTokens, decode, encode, markId } from '../../../fakes/toyTokenizer.ts';

const texts = addedTokens.map(({ text }) => text);
const separator = { id: markId('<|endoftext|>'), text: '<|endoftext|>' };
const plain = new PlainText(texts, separator);
const isMark = (id: number) => id < texts.length;
const idsOf = (text: string) => plain.restore(encode(plain.hide(text)));

describe('PlainText', () => {
  it('leaves text without marks as it is', () => {
    const text = 'a < b | c > d <im_end> <|im_en|>\n';
    assert.equal(plain.hide(text), text);
    assert.deepEqual(idsOf(text), encode(text));
  });

  it('makes ordinary tokens of marks, the separator among them', () => {
    for (const text of texts) {
      assert.equal(encode(text).length, 1, text);
      assert.ok(!idsOf(text).some(isMark), text);
      assert.equal(decode(idsOf(text)), text);
    }
  });

  it('finds marks that overlap', () => {
    const odd = new PlainText(['<a', 'a<', '<|endoftext|>'], separator);
    assert.equal(odd.hide('<a<a'), '<<|endoftext|>a<|endoftext|><<|endoftext|>a');
  });

  it('takes the signs of marks as they are, not as a pattern', () => {
    const odd = new PlainText(['[INST]', 'a.c', '(?'], separator);
    assert.equal(odd.hide('I N abc'), 'I N abc');
    assert.equal(odd.hide('[INST]'), '[<|endoftext|>INST]');
    assert.equal(odd.hide('a.c(?'), 'a<|endoftext|>.c(<|endoftext|>?');
  });

  it('cuts no character of two code units apart', () => {
    const odd = new PlainText(['😀end'], separator);
    assert.equal(odd.hide('😀end'), '😀<|endoftext|>end');
  });

  it('changes nothing where there is no mark to look for', () => {
    assert.equal(new PlainText([], separator).hide('<|im_end|>'), '<|im_end|>');
  });

  it('keeps every text the same, and none of its tokens a mark', () => {
    const piece = fc.oneof(
      fc.constantFrom(...texts, '<|', '|>', 'im_end', '<|endof', 'text|>', '\n', 'Observation'),
      fc.string({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const ids = idsOf(text);
        assert.ok(!ids.some(isMark), text);
        assert.equal(decode(ids), decode(encode(text)));
      }),
      { numRuns: 500 },
    );
  });
});
