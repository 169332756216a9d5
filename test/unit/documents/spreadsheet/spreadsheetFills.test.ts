import assert from 'node:assert/strict';
import type { CellObject } from '@e965/xlsx';
import type { SheetCell } from '../../../../runtime/documents/spreadsheet/spreadsheetFills.ts';
import {
  colourName,
  fillOf,
  sheetFills,
} from '../../../../runtime/documents/spreadsheet/spreadsheetFills.ts';

const filled = (rgb: string): CellObject => ({
  t: 's',
  v: 'x',
  s: { patternType: 'solid', fgColor: { rgb } },
});
const plain: CellObject = { t: 's', v: 'x' };

/** One letter a cell: r red, g green, w white, . without fill. */
function cells(rows: readonly string[]): SheetCell[] {
  const colours: Readonly<Record<string, string>> = { r: 'FF0000', g: '00B050', w: 'FFFFFF' };
  return rows.flatMap((line, row) =>
    Array.from(line, (letter, column) => {
      const colour = colours[letter];
      return { row, column, cell: colour === undefined ? plain : filled(colour) };
    }),
  );
}

describe('fillOf', () => {
  it('reads solid fills, with and without an alpha channel', () => {
    assert.equal(fillOf(filled('00ff00')), '#00FF00');
    assert.equal(fillOf(filled('FF00FF00')), '#00FF00');
  });
  it('sees nothing in white, in patterns and in colours that are not resolved', () => {
    assert.equal(fillOf(filled('FFFFFF')), null);
    assert.equal(
      fillOf({ t: 'z', s: { patternType: 'gray125', fgColor: { rgb: '00FF00' } } }),
      null,
    );
    assert.equal(fillOf({ t: 'z', s: { patternType: 'solid', fgColor: { theme: 4 } } }), null);
    assert.equal(fillOf(plain), null);
  });
});

describe('sheetFills', () => {
  it('says nothing of a sheet without fills', () => {
    assert.deepEqual(sheetFills(cells(['...', 'www'])), { byCell: new Map(), summary: null });
  });
  it('takes a filled header row for decoration', () => {
    const { byCell, summary } = sheetFills(cells(['ggg', '...', '...']));
    assert.equal(byCell.size, 0);
    assert.equal(summary, 'Row 1 is filled with #00B050 (green) throughout.');
  });
  it('takes every other row for decoration', () => {
    assert.match(
      sheetFills(cells(['...', 'ggg', '...', 'ggg'])).summary ?? '',
      /^Rows 2, 4 are filled/,
    );
  });
  it('takes one filled cell among others for data', () => {
    const { byCell, summary } = sheetFills(cells(['...', '.g.']));
    assert.deepEqual([...byCell], [['1,1', '#00B050']]);
    assert.match(summary ?? '', /^Fills: #00B050 \(green\) in 1 cell;/);
  });
  it('takes two colours for data and counts them', () => {
    const { byCell, summary } = sheetFills(cells(['rrg', 'rgr']));
    assert.equal(byCell.size, 6);
    assert.match(summary ?? '', /#FF0000 \(red\) in 4 cells, #00B050 \(green\) in 2 cells/);
  });
});

describe('colourName', () => {
  const names: Readonly<Record<string, string>> = {
    '#FF0000': 'red',
    '#00FF00': 'green',
    '#0000FF': 'blue',
    '#FFFF00': 'yellow',
    '#FFC000': 'orange',
    '#92D050': 'green',
    '#FFD966': 'yellow',
    '#F4838A': 'red',
    '#7030A0': 'purple',
    '#FF66CC': 'pink',
    '#00B0F0': 'turquoise',
    '#843C0C': 'brown',
    '#DDEBF7': 'light blue',
    '#000080': 'blue',
    '#000040': 'dark blue',
    '#808080': 'grey',
    '#000000': 'black',
    '#FAFAFA': 'white',
  };
  for (const [colour, name] of Object.entries(names)) {
    it(`calls ${colour} ${name}`, () => assert.equal(colourName(colour), name));
  }
});
