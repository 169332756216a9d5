import assert from 'node:assert/strict';
import { textPart } from '../../../runtime/tools/textPart.ts';

describe('textPart', () => {
  it('gives a short text whole and without remark', () => {
    assert.deepEqual(textPart('short', 0, 'a.txt', 10), { text: 'short', remark: null });
    assert.deepEqual(textPart('', 0, 'a.txt', 10), { text: '', remark: null });
  });
  it('cuts at the end of a line and says how to read on', () => {
    const { text, remark } = textPart('one\ntwo\nthree\nfour\n', 0, 'a.txt', 10);
    assert.equal(text, 'one\ntwo\n');
    assert.equal(
      remark,
      "Characters 1 to 8 of 19 are shown. Read on with inspect_file_as_text('a.txt#from=9'), or ask a question about the file.",
    );
  });
  it('reads on from there to the end without loss', () => {
    const whole = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n');
    let from = 0;
    let joined = '';
    for (let part = 0; part < 20 && from < whole.length; part += 1) {
      const { text, remark } = textPart(whole, from, 'a.txt', 50);
      joined += text;
      from += text.length;
      const next = /#from=(\d+)/.exec(remark ?? '');
      assert.equal(next === null ? whole.length : Number(next[1]) - 1, from);
    }
    assert.equal(joined, whole);
  });
  it('marks the last part as the end', () => {
    assert.equal(
      textPart('0123456789', 6, 'a', 10).remark,
      'Characters 7 to 10 of 10 are shown. This is the end.',
    );
  });
  it('cuts a long line at the limit, but no character in half', () => {
    assert.equal(textPart('x'.repeat(30), 0, 'a', 10).text.length, 10);
    assert.equal(textPart(`${'x'.repeat(9)}😀${'y'.repeat(9)}`, 0, 'a', 10).text, 'x'.repeat(9));
  });
  it('says when the text ends before the place', () => {
    assert.deepEqual(textPart('short', 5, 'a', 10), {
      text: '',
      remark: 'The text ends before: it has 5 characters.',
    });
  });
});
