import assert from 'node:assert/strict';
import type { TextPiece } from '../../../../runtime/documents/pdf/pdfText.ts';
import { groupIntoLines, medianCharacterWidth } from '../../../../runtime/documents/pdf/pdfText.ts';

function piece(text: string, left: number, baseline: number, size = 10): TextPiece {
  return { text, left, right: left + text.length * size * 0.5, baseline, size };
}

const textsOf = (pieces: readonly TextPiece[]): string[][] =>
  groupIntoLines(pieces).map((line) => line.pieces.map(({ text }) => text));

describe('groupIntoLines', () => {
  it('orders lines from the top and pieces from the left, however they were drawn', () => {
    assert.deepEqual(
      textsOf([piece('d', 50, 30), piece('b', 50, 10), piece('c', 10, 30), piece('a', 10, 10)]),
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    );
  });
  it('keeps pieces together whose baselines differ by less than half a letter', () => {
    assert.deepEqual(textsOf([piece('a', 10, 10), piece('b', 50, 13)]), [['a', 'b']]);
    assert.deepEqual(textsOf([piece('a', 10, 10), piece('b', 50, 16)]), [['a'], ['b']]);
  });
  it('puts a superscript on the line of its large neighbour', () => {
    const [line, ...others] = groupIntoLines([piece('2', 30, 6, 6), piece('E=mc', 10, 10, 12)]);
    assert.equal(others.length, 0);
    assert.deepEqual(
      line?.pieces.map(({ text }) => text),
      ['E=mc', '2'],
    );
    assert.equal(line.baseline, 10);
  });
  it('gives nothing for nothing', () => assert.deepEqual(groupIntoLines([]), []));
});

describe('medianCharacterWidth', () => {
  it('is the width that most text has', () => {
    const pieces = [piece('title', 0, 0, 40), piece('one', 0, 20), piece('two', 0, 30)];
    assert.equal(medianCharacterWidth(pieces), 5);
  });
  it('has a value for a page without text', () => assert.equal(medianCharacterWidth([]), 5));
});
