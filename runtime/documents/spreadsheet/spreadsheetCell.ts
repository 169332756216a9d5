// One cell as text. Dates come as ISO dates and plain numbers unrounded and without thousands separators, so that both
// people and programs can go on with them; where the shown text says more than the number (`33%`, `€5.20`, `00042`), the
// shown text is given, with the exact number when it was rounded.
import type { CellObject } from '@e965/xlsx';
import { dateShape, isoDate } from './spreadsheetDate.ts';

/** The value as text; empty for an empty cell. */
export function cellText(cell: CellObject, is1904: boolean): string {
  if (isNotCalculated(cell)) return `=${cell.f ?? ''} (not calculated)`;
  const { v: value, w: shown = '' } = cell;
  if (cell.t === 'e') return shown === '' ? '#ERROR' : shown;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value instanceof Date) return value.toISOString().replace('T00:00:00.000Z', '');
  if (typeof value === 'number') return numberText(value, shown, String(cell.z ?? ''), is1904);
  return value ?? '';
}

/** A formula whose result the file does not hold: the program that wrote it never calculated. */
export function isNotCalculated(cell: CellObject): boolean {
  if (cell.f === undefined) return false;
  return (
    cell.t === 'z' ||
    (cell.t === 's' && cell.v === '' && (cell.w ?? '') === '' && cell.F === undefined)
  );
}

function numberText(value: number, shown: string, format: string, is1904: boolean): string {
  const shape = dateShape(format);
  if (shape.duration) return shown === '' ? plainNumber(value) : shown;
  if (shape.date || shape.time) return isoDate(value, shape, is1904) ?? plainNumber(value);
  const text = shown.trim();
  const plain = plainNumber(value);
  if (text === '' || isPlain(text, value)) return plain;
  return shownNumber(text) === value ? text : withExact(text, value, plain);
}

/** Fifteen significant digits, which is what spreadsheets compute with: 0.1 + 0.2 is 0.3. */
function plainNumber(value: number): string {
  return String(Number(value.toPrecision(15)));
}

/** True when the shown text is the number and nothing else; leading zeros make it a code such as `00042`. */
function isPlain(text: string, value: number): boolean {
  if (/^-?0\d/.test(text)) return false;
  if (/^-?[\d.]+E[+-]?\d+$/i.test(text)) return true;
  return /^\(?[-+]?[\d.,'\s]*\d[\d.,'\s]*\)?$/.test(text) && Math.abs(value) >= 0;
}

/** The number that a text such as `€1,234.50` or `12.5%` shows; NaN when it shows none. */
function shownNumber(text: string): number {
  const digits = /-?\d[\d,]*(\.\d+)?(E[+-]?\d+)?/i.exec(text)?.[0].replaceAll(',', '');
  const number = digits === undefined ? Number.NaN : Number(digits);
  const signed = /^\(.*\)$/.test(text) || /^-\D/.test(text) ? -number : number;
  return text.includes('%') ? Number((signed / 100).toPrecision(15)) : signed;
}

function withExact(text: string, value: number, plain: string): string {
  if (text.includes('%')) return `${text} (${Number((value * 100).toPrecision(10))}%)`;
  return /^0\d*$/.test(text) && Number(text) === value ? text : `${text} (${plain})`;
}
