import assert from 'node:assert/strict';
import type { FormulaCell } from '../../../../runtime/documents/spreadsheet/spreadsheetFormulas.ts';
import { formulaLines } from '../../../../runtime/documents/spreadsheet/spreadsheetFormulas.ts';

function cell(
  row: number,
  column: number,
  formula: string,
  more: Partial<FormulaCell> = {},
): FormulaCell {
  return { row: row - 1, column, formula, value: '1', calculated: true, arrayRange: null, ...more };
}

describe('formulaLines', () => {
  it('names a formula that was filled down once', () => {
    const cells = [2, 3, 4].map((row) => cell(row, 3, `B${row}*C${row}`));
    assert.deepEqual(formulaLines(cells), ['D2:D4: =B2*C2, filled down; D2 -> 1']);
  });
  it('keeps fixed references fixed', () => {
    assert.equal(formulaLines([2, 3].map((row) => cell(row, 1, `A${row}*$F$1`))).length, 1);
    assert.equal(formulaLines([2, 3].map((row) => cell(row, 1, `A${row}*F1`))).length, 2);
  });
  it('does not join formulas across a gap', () => {
    assert.equal(formulaLines([cell(2, 1, 'A2'), cell(4, 1, 'A4')]).length, 2);
  });
  it('follows several columns side by side', () => {
    const cells = [2, 3].flatMap((row) => [cell(row, 3, `A${row}`), cell(row, 4, `D${row}+1`)]);
    assert.deepEqual(formulaLines(cells), [
      'D2:D3: =A2, filled down; D2 -> 1',
      'E2:E3: =D2+1, filled down; E2 -> 1',
    ]);
  });
  it('does not take words and quoted texts for references', () => {
    const cells = [2, 3].map((row) =>
      cell(row, 1, `IF(A${row}="B2",LOG10(A${row}),'My A1'!C${row})`),
    );
    assert.equal(formulaLines(cells).length, 1);
  });
  it('shows array formulas with their range', () => {
    assert.deepEqual(formulaLines([cell(2, 0, 'A1:A3*2', { arrayRange: 'A2:A4' })]), [
      'A2:A4: {=A1:A3*2} -> 1',
    ]);
  });
  it('says when a value is missing', () => {
    assert.deepEqual(formulaLines([cell(2, 0, 'B2', { calculated: false })]), [
      'A2: =B2 (not calculated)',
    ]);
  });
  it('counts what it does not list', () => {
    const cells = Array.from({ length: 350 }, (_, index) =>
      cell(index * 2 + 1, 0, `B${index + 7}`),
    );
    const lines = formulaLines(cells);
    assert.equal(lines.length, 301);
    assert.equal(lines.at(-1), '(and 50 more formulas)');
  });
});
