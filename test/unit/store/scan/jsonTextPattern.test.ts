import assert from 'node:assert/strict';
import fc from 'fast-check';
import { jsonTextPattern } from '../../../../runtime/store/scan/jsonTextPattern.ts';

/** JSON of a text as bytes, each one character; `ascii` escapes everything else, as Python does. */
function jsonBytes(text: string, ascii = false): string {
  const json = JSON.stringify(text);
  const escaped = ascii
    ? json.replace(
        /[\u0080-\uffff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
    : json;
  return Buffer.from(escaped).toString('latin1');
}

describe('jsonTextPattern', () => {
  const cases: [text: string, inside: string][] = [
    ['print', 'a PRINT b'],
    ['März', 'der MÄRZ'],
    ['say "hi"', 'SAY "HI"'],
    ['a\\b', 'x A\\B y'],
    ['a/b', 'a/b'],
    ['one\ttwo', 'one\tTWO'],
    ['😀', 'so 😀'],
    ['日本', '日本語'],
    ['kelvin', '300 \u212Aelvin'],
    ['i', 'İ'],
    ['ὀδυσσεύς', 'ὈΔΥΣΣΕΎΣ'],
    ['ǆ', 'ǅ'],
    ['(a+b)*', 'x = (A+B)*c'],
  ];
  for (const [text, inside] of cases) {
    it(`finds ${JSON.stringify(text)} in ${JSON.stringify(inside)}`, () => {
      assert.ok(inside.toLowerCase().includes(text.toLowerCase()));
      const pattern = jsonTextPattern(text)!;
      assert.ok(pattern.test(jsonBytes(inside)));
      assert.ok(pattern.test(jsonBytes(inside, true)));
    });
  }

  it('tells most lines that lack a text', () => {
    assert.equal(jsonTextPattern('print')!.test(jsonBytes('prin t')), false);
    assert.equal(jsonTextPattern('ä')!.test(jsonBytes('a ö')), false);
  });

  it('says nothing about texts whose bytes do not show', () => {
    for (const text of ['', 'İ', '\ud83d', 'a\u0307']) assert.equal(jsonTextPattern(text), null);
  });

  it('never misses a text that is there', () => {
    const letters = fc.constantFrom(
      ...'aAkKiIßẞsſäÄςσΣ"\\/\n\té日😀İıǅ \u0131\u212a'.match(/./gsu)!,
    );
    const text = fc.string({ unit: letters, maxLength: 12 });
    fc.assert(
      fc.property(text, text, text, fc.boolean(), (before, inside, after, ascii) => {
        const whole = `${before}${inside}${after}`;
        for (const needle of [inside, inside.toUpperCase(), whole.slice(1, 5)]) {
          const pattern = jsonTextPattern(needle);
          if (pattern === null || !whole.toLowerCase().includes(needle.toLowerCase())) continue;
          assert.ok(pattern.test(jsonBytes(whole, ascii)), JSON.stringify([whole, needle]));
        }
      }),
      { numRuns: 5000, seed: 3 },
    );
  });
});
