import assert from 'node:assert/strict';
import { layOutPage, squeezeColumns } from '../../../../runtime/documents/pdf/pdfLayout.ts';
import type { TextPiece } from '../../../../runtime/documents/pdf/pdfText.ts';

const pageWidth = 600;

/** Letters are five points wide; x is given in letters. */
function piece(text: string, column: number, line: number): TextPiece {
  const left = 50 + column * 5;
  return { text, left, right: left + text.length * 5, baseline: 100 + line * 12, size: 10 };
}

const layOut = (...pieces: TextPiece[]): string[] => layOutPage(pieces, pageWidth).split('\n');

describe('layOutPage', () => {
  it('keeps the columns of a table without borders, with empty cells', () => {
    assert.deepEqual(
      layOut(
        ...[piece('Item', 0, 0), piece('North', 20, 0), piece('South', 40, 0)],
        ...[piece('A-1', 0, 1), piece('12', 20, 1), piece('289', 40, 1)],
        ...[piece('B-07', 0, 2), piece('-23', 40, 2)],
      ),
      ['Item   North   South', 'A-1    12      289', 'B-07           -23'],
    );
  });
  it('keeps a table together when its rows stand far apart', () => {
    const rows = [0, 3, 6].flatMap((line) => [piece('name', 0, line), piece('1', 30, line)]);
    assert.deepEqual(layOut(piece('Title', 0, -1), ...rows)[0], 'Title');
    assert.ok(layOut(...rows).every((line) => line === '' || /^name {3}1$/.test(line)));
  });
  it('joins the letters of a word and keeps one space between words', () => {
    assert.deepEqual(layOut(piece('Har', 0, 0), piece('bour', 3, 0), piece('office', 8, 0)), [
      'Harbour office',
    ]);
  });
  it('keeps a space that is part of a piece', () => {
    assert.deepEqual(layOut(piece('one ', 0, 0), piece('two', 4, 0), piece(' three', 7, 0)), [
      'one two three',
    ]);
  });
  it('separates paragraphs by a blank line', () => {
    const lines = [0, 1, 2, 5, 6].map((line) => piece(`line ${line}`, 0, line));
    assert.deepEqual(layOut(...lines), ['line 0', 'line 1', 'line 2', '', 'line 5', 'line 6']);
  });
  it('drops pieces of white space and gives an empty text for an empty page', () => {
    assert.equal(layOutPage([piece('   ', 0, 0)], pageWidth), '');
    assert.equal(layOutPage([], pageWidth), '');
  });
  it('does not join texts that overlap', () => {
    assert.deepEqual(layOut(piece('long first cell', 0, 0), piece('next', 16, 0)), [
      'long first cell next',
    ]);
  });
});

describe('layOutPage with two columns of prose', () => {
  const prose = (column: number, name: string): TextPiece[] =>
    Array.from({ length: 12 }, (_, line) =>
      piece(`${name} line ${line} of the long report`, column, line + 2),
    );

  it('reads the left column first, under a heading that spans both', () => {
    const heading = piece('A heading that runs over both columns of the page here', 10, 0);
    const lines = layOut(heading, ...prose(0, 'left'), ...prose(55, 'right'));
    assert.match(lines[0] ?? '', /^A heading/);
    const text = lines.filter((line) => line !== '');
    assert.deepEqual(text.slice(1, 3), [
      'left line 0 of the long report',
      'left line 1 of the long report',
    ]);
    assert.equal(text[13], 'right line 0 of the long report');
    assert.equal(text.length, 25);
  });
  it('takes a table with short cells for a table', () => {
    const cells = Array.from({ length: 12 }, (_, line) => [
      piece(`item ${line}`, 0, line),
      piece(`${line * 7}`, 55, line),
    ]);
    const lines = layOut(...cells.flat());
    assert.equal(lines.length, 12);
    assert.match(lines[3] ?? '', /^item 3 +21$/);
  });
});

describe('squeezeColumns', () => {
  it('shrinks white space that all lines share to three columns', () => {
    assert.deepEqual(squeezeColumns(['a        b', 'cc       d']), ['a    b', 'cc   d']);
  });
  it('leaves white space that some line fills', () => {
    assert.deepEqual(squeezeColumns(['a        b', 'cccccccccc']), ['a        b', 'cccccccccc']);
  });
  it('drops a margin that all lines share and keeps relative indents', () => {
    assert.deepEqual(squeezeColumns(['    a', '      b', '']), ['a', '  b', '']);
  });
  it('keeps empty lines and takes no lines', () => {
    assert.deepEqual(squeezeColumns([]), []);
    assert.deepEqual(squeezeColumns(['']), ['']);
  });
});
