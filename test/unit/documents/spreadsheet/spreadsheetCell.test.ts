import assert from 'node:assert/strict';
import type { CellObject } from '@e965/xlsx';
import {
  cellText,
  isNotCalculated,
} from '../../../../runtime/documents/spreadsheet/spreadsheetCell.ts';

describe('cellText', () => {
  const cases: readonly (readonly [cell: CellObject, text: string])[] = [
    [{ t: 's', v: 'text', w: 'text' }, 'text'],
    [{ t: 'n', v: 1234.5, w: '1,234.50', z: '#,##0.00' }, '1234.5'],
    [{ t: 'n', v: 1234.5678, w: '1,234.57', z: '#,##0.00' }, '1234.5678'],
    [{ t: 'n', v: -1500, w: '(1,500.00)', z: '#,##0.00;(#,##0.00)' }, '-1500'],
    [{ t: 'n', v: 0.1, w: '10%', z: '0%' }, '10%'],
    [{ t: 'n', v: 0.125, w: '13%', z: '0%' }, '13% (12.5%)'],
    [{ t: 'n', v: 5.2, w: '$5.20', z: '"$"0.00' }, '$5.20'],
    [{ t: 'n', v: 5.2049, w: '$5.20', z: '"$"0.00' }, '$5.20 (5.2049)'],
    [{ t: 'n', v: -5.2, w: '-$5.20', z: '"$"0.00' }, '-$5.20'],
    [{ t: 'n', v: 1234.5, w: '1,234.50 kg', z: '#,##0.00 "kg"' }, '1,234.50 kg'],
    [{ t: 'n', v: 42, w: '00042', z: '00000' }, '00042'],
    [{ t: 'n', v: 12345678901234, w: '1.23457E+13' }, '12345678901234'],
    [{ t: 'n', v: 3, w: '3 pieces', z: '0 "pieces"' }, '3 pieces'],
    [{ t: 'n', v: 0, w: '-', z: '0;-0;"-"' }, '- (0)'],
    [{ t: 'n', v: 7, w: '', z: ';;;' }, '7'],
    [{ t: 'n', v: 1.25, w: '30:00', z: '[h]:mm' }, '30:00'],
    [{ t: 'n', v: 45717, w: '3/1/25', z: 'm/d/yy' }, '2025-03-01'],
    [{ t: 'n', v: -1, w: '######', z: 'm/d/yy' }, '-1'],
    [{ t: 'b', v: true, w: 'TRUE' }, 'TRUE'],
    [{ t: 'e', v: 7, w: '#DIV/0!' }, '#DIV/0!'],
    [{ t: 'n', v: 6, w: '6', f: 'A1*2' }, '6'],
    [{ t: 'z', v: 0, f: 'A1*2' }, '=A1*2 (not calculated)'],
    [{ t: 's', v: '', w: '', f: 'A1*2' }, '=A1*2 (not calculated)'],
    [{ t: 'z' }, ''],
  ];
  for (const [cell, text] of cases) {
    it(`writes ${JSON.stringify(cell)} as ${text || 'nothing'}`, () =>
      assert.equal(cellText(cell, false), text));
  }
  it('counts from 1904 where the workbook does', () => {
    assert.equal(cellText({ t: 'n', v: 43889, z: 'DD.MM.YYYY' }, true), '2024-02-29');
  });
});

describe('isNotCalculated', () => {
  it('is about formulas only', () => {
    assert.ok(!isNotCalculated({ t: 'z' }));
    assert.ok(!isNotCalculated({ t: 'n', v: 0, w: '0', f: 'A1' }));
    assert.ok(isNotCalculated({ t: 'z', v: 0, f: 'A1' }));
  });
});
