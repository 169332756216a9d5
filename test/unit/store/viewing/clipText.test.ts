import assert from 'node:assert/strict';
import fc from 'fast-check';
import { clipLine, clipText, textAt } from '../../../../runtime/store/viewing/clipText.ts';

describe('clipText', () => {
  it('leaves a text that fits', () => {
    assert.equal(clipText('x'.repeat(20_000)), 'x'.repeat(20_000));
    assert.equal(clipLine('abc', 3), 'abc');
  });

  it('keeps head and tail and says what is left out', () => {
    const text = `${'a'.repeat(500)}${'z'.repeat(500)}`;
    const match = /^(a+)\n… (\d+) characters are left out here …\n(z+)$/.exec(clipText(text, 200));
    assert.ok(match);
    assert.equal(match[1]!.length + Number(match[2]) + match[3]!.length, 1000);
    assert.ok(match[1]!.length > match[3]!.length);
    assert.equal(clipLine('abcdef', 4), 'abc…');
  });

  it('stays within its limit and never cuts a character in two', () => {
    const texts = fc.string({ unit: 'grapheme', minLength: 60, maxLength: 300 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 90, max: 200 }), (text, limit) => {
        const clipped = clipText(text, limit);
        assert.ok(clipped.length <= Math.max(limit, 0) || text.length <= limit);
        assert.equal(/\p{Surrogate}/u.test(clipped), /\p{Surrogate}/u.test(text));
      }),
      { seed: 4 },
    );
  });
});

describe('textAt', () => {
  const value = { a: { 'b.c': 'one', b: { c: 'two', d: ['x', { e: 'three' }] } }, n: 1 };
  const cases: [path: string, text: string | null][] = [
    ['a.b.d.0', 'x'],
    ['a.b.d.1.e', 'three'],
    ['a.b.c', 'one'],
    ['n', null],
    ['a', null],
    ['', null],
    ['a.b.d.7', null],
    ['__proto__', null],
  ];
  for (const [path, text] of cases) {
    it(`finds ${String(text)} at "${path}"`, () => assert.equal(textAt(value, path), text));
  }
});
