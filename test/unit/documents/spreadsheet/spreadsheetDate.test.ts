import assert from 'node:assert/strict';
import { dateShape, isoDate } from '../../../../runtime/documents/spreadsheet/spreadsheetDate.ts';

describe('dateShape', () => {
  const cases: readonly (readonly [format: string, found: string])[] = [
    ['General', ''],
    ['', ''],
    ['0.00', ''],
    ['#,##0.00 "dd"', ''],
    ['0%', ''],
    ['@', ''],
    ['[Red]0;[Blue]-0', ''],
    ['[$€-407] #,##0', ''],
    ['dd/mm/yyyy', 'date'],
    ['m/d/yy', 'date'],
    ['mmm yyyy', 'date'],
    ['[$-407]d. mmmm yyyy;@', 'date'],
    ['mm', 'date'],
    ['yyyy-mm-dd hh:mm', 'date time'],
    ['m/d/yy h:mm', 'date time'],
    ['h:mm AM/PM', 'time'],
    ['mm:ss', 'time'],
    ['[h]:mm', 'time duration'],
    ['[mm]:ss', 'time duration'],
  ];
  for (const [format, found] of cases) {
    it(`takes "${format}" for ${found || 'a number'}`, () => {
      const shape = dateShape(format);
      const words = (['date', 'time', 'duration'] as const).filter((name) => shape[name]);
      assert.equal(words.join(' '), found);
    });
  }
});

describe('isoDate', () => {
  const date = { date: true, time: false, duration: false };
  const both = { date: true, time: true, duration: false };
  const time = { date: false, time: true, duration: false };
  const cases: readonly (readonly [
    serial: number,
    shape: typeof date,
    is1904: boolean,
    text: string | null,
  ])[] = [
    [45717, date, false, '2025-03-01'],
    [1, date, false, '1900-01-01'],
    [59, date, false, '1900-02-28'],
    [61, date, false, '1900-03-01'],
    [43889, date, true, '2024-02-29'],
    [45658.5625, both, false, '2025-01-01T13:30'],
    [45658.5625, date, false, '2025-01-01T13:30'],
    [45658, both, false, '2025-01-01T00:00'],
    [45657.999999999, date, false, '2025-01-01'],
    [0.5, time, false, '12:00'],
    [0.58681712963, time, false, '14:05:01'],
    [1.25, time, false, '1900-01-01T06:00'],
    [-1, date, false, null],
    [1e9, date, false, null],
    [Number.NaN, date, false, null],
  ];
  for (const [serial, shape, is1904, text] of cases) {
    it(`writes ${serial}${is1904 ? ' of 1904' : ''} as ${text ?? 'no date'}`, () => {
      assert.equal(isoDate(serial, shape, is1904), text);
    });
  }
});
