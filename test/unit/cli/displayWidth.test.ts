import assert from 'node:assert/strict';
import { displayWidth, truncate, wrapLine, wrapText } from '../../../runtime/cli/displayWidth.ts';

describe('displayWidth', () => {
  const cases: [string, number][] = [
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 1],
    ['日本語', 6],
    ['한국', 4],
    ['ｆｕｌｌ', 8],
    ['😀', 2],
    ['👩‍💻', 2],
    ['✔', 1],
    ['→ │', 3],
    ['a\u200Bb', 2],
  ];
  for (const [text, width] of cases) {
    it(`of ${JSON.stringify(text)} is ${width}`, () => assert.equal(displayWidth(text), width));
  }
});

describe('wrapLine', () => {
  it('leaves what fits', () => assert.deepEqual(wrapLine('one two', 7), ['one two']));

  it('breaks after spaces', () => {
    assert.deepEqual(wrapLine('one two three four', 9), ['one two', 'three', 'four']);
  });

  it('indents continuations', () => {
    assert.deepEqual(wrapLine('one two three', 9, '  '), ['one two', '  three']);
  });

  it('breaks a word that is longer than the line', () => {
    assert.deepEqual(wrapLine('abcdefghijklmnop', 10), ['abcdefghij', 'klmnop']);
  });

  it('breaks between Chinese characters, which have no spaces', () => {
    assert.deepEqual(wrapLine('数据文件里有多少行', 10), ['数据文件里', '有多少行']);
  });

  it('keeps the spaces at the start of a line', () => {
    assert.deepEqual(wrapLine('    deep text here', 12), ['    deep', 'text here']);
  });

  it('never makes a line wider than asked, and loses nothing but spaces', () => {
    const text = 'Ünïcode 数据文件 words and-a-very-long-token/with/slashes 😀😀😀 done';
    for (let width = 8; width < 60; width += 1) {
      const lines = wrapLine(text, width);
      for (const line of lines) assert.ok(displayWidth(line) <= width, `${width}: ${line}`);
      assert.equal(lines.join('').replaceAll(' ', ''), text.replaceAll(' ', ''));
    }
  });

  it('leaves lines alone on a pipe', () => {
    const long = 'word '.repeat(100).trim();
    assert.deepEqual(wrapText(`${long}\n${long}`, Number.POSITIVE_INFINITY), [long, long]);
  });
});

describe('truncate', () => {
  it('leaves what fits and cuts what does not', () => {
    assert.equal(truncate('abcdef', 6), 'abcdef');
    assert.equal(truncate('abcdefg', 6), 'abcde…');
    assert.equal(truncate('日本語です', 6), '日本…');
  });
});
