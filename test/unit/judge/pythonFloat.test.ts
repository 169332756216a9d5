import assert from 'node:assert/strict';
import { pythonFloat, withoutWhiteSpace } from '../../../runtime/judge/pythonFloat.ts';

describe('pythonFloat', () => {
  const numbers: readonly (readonly [string, number])[] = [
    ['17', 17],
    [' 17\n', 17],
    ['+17', 17],
    ['-.5', -0.5],
    ['90.', 90],
    ['1e3', 1000],
    ['1E+3', 1000],
    ['.5e-1', 0.05],
    ['1_000', 1000],
    ['1_0.0_1', 10.01],
    ['0017', 17],
    ['５', 5],
    ['٣', 3],
    ['𝟡', 9],
    ['inf', Infinity],
    ['-Infinity', -Infinity],
    ['+INF', Infinity],
    ['\u00a05\u0085', 5],
    ['1e999', Infinity],
  ];
  for (const [text, value] of numbers) {
    it(`reads ${JSON.stringify(text)}`, () => assert.equal(pythonFloat(text), value));
  }

  it('reads nan with a sign too', () => {
    assert.ok(Number.isNaN(pythonFloat('nan')));
    assert.ok(Number.isNaN(pythonFloat('-NaN')));
  });

  const others = [
    '', ' ', '.', '-', '1_', '_1', '1__0', '0x11', '0b11', '1,000', '1 000', '1e', 'e3', '1.2.3', '--1', '\ufeff5', '5\u200b',
    'infinite', '1_e3', '∞', '½', '1e1.5', '17 km',
  ]; // prettier-ignore
  for (const text of others) {
    it(`refuses ${JSON.stringify(text)}`, () => assert.equal(pythonFloat(text), null));
  }
});

describe('withoutWhiteSpace', () => {
  it("removes Python's white space and nothing else", () => {
    assert.equal(withoutWhiteSpace(' a\tb\u00a0c\u0085d\u001fe\u3000'), 'abcde');
    assert.equal(withoutWhiteSpace('a\u200bb\ufeffc'), 'a\u200bb\ufeffc');
    assert.equal(withoutWhiteSpace('😀 😀'), '😀😀');
  });
});
