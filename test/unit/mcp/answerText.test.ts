import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cutText, facts, oneLine, pageOf, rowsText } from '../../../runtime/mcp/answerText.ts';

describe('answers to other agents', () => {
  it('keep a row on one line, without what hides or moves text', () => {
    assert.equal(oneLine('a\r\n\tb\u001b[31m\u202Ec\u2028d  e '), 'a b [31m c d e');
    assert.equal(oneLine('x'.repeat(130)), `${'x'.repeat(119)}…`);
    assert.equal(oneLine('😀😀', 2), '…');
    assert.equal(oneLine('😀😀', 3), '😀…');
  });

  it('say how many rows there are and how to go on', () => {
    const page = (offset: number, limit: number) =>
      rowsText({ what: 'things', ...pageOf(['a', 'b', 'c'], { offset, limit }, (one) => one) });
    assert.equal(page(0, 10), '3 things:\n- a\n- b\n- c');
    assert.equal(page(0, 2), 'things, 1 to 2 of 3:\n- a\n- b\nMore with offset 2.');
    assert.equal(page(2, 2), 'things, 3 to 3 of 3:\n- c');
    assert.equal(page(3, 2), 'No things from 3 on; there are 3.');
    assert.equal(rowsText({ what: 'things', rows: [], offset: 0, total: 0 }), 'No things.');
  });

  it('leave out facts that are not known', () => {
    assert.equal(facts('a', null, '', 'b'), 'a | b');
  });

  it('cut texts and say what is left out', () => {
    assert.deepEqual(cutText('abc', 0, 3), { text: 'abc', note: null });
    assert.deepEqual(cutText('abc', 1, 1), {
      text: 'b',
      note: '[characters 1 to 2 of 3; read on with offset 2]',
    });
    assert.deepEqual(cutText('abc', 2, 5), { text: 'c', note: '[characters 2 to 3 of 3]' });
    assert.deepEqual(cutText('abc', 9, 5), { text: '', note: '[characters 3 to 3 of 3]' });
  });

  it('give every text whole to one who reads on, and no half of a character', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 60 });
    const limits = fc.integer({ min: 1, max: 20 });
    fc.assert(
      fc.property(texts, limits, (text, limit) => {
        let [read, offset] = ['', 0];
        for (let calls = 0; calls <= text.length; calls += 1) {
          const cut = cutText(text, offset, limit);
          assert.doesNotMatch(cut.text, /\p{Cs}/u);
          read += cut.text;
          const next = /offset (\d+)\]$/.exec(cut.note ?? '')?.[1];
          if (next === undefined) break;
          offset = Number(next);
        }
        assert.equal(read, text);
      }),
    );
  });
});
