import assert from 'node:assert/strict';
import fc from 'fast-check';
import { shortText } from '../../../../extension/support/shortText.ts';

describe('short text', () => {
  for (const [text, most, short] of [
    ['as it is', 10, 'as it is'],
    ['cut between words here', 15, 'cut between…'],
    ['Donaudampfschifffahrt', 10, 'Donaudamp…'],
    ['  one\n\ttwo  ', 20, 'one two'],
    ['', 5, ''],
  ] as const) {
    it(`${JSON.stringify(text)} in ${most} is ${JSON.stringify(short)}`, () =>
      assert.equal(shortText(text, most), short));
  }

  it('is one line, never longer than wished, and whole characters', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 2, max: 50 }),
        (text, most) => {
          const short = shortText(text, most);
          assert.ok(Array.from(short).length <= most);
          assert.doesNotMatch(short, /[\n\r\t]/);
          assert.doesNotMatch(short, /\p{Surrogate}/u);
        },
      ),
    );
  });
});
