// One sheet as Markdown: what there is to know of it, its used cells with row numbers and column letters, then formulas,
// comments and links. Only cells that exist are visited, so that a cell at the far corner costs nothing.
import type { CellObject, WorkSheet } from '@e965/xlsx';
import { utils } from '@e965/xlsx';
import { tableCell } from '../markdownTable.ts';
import { cellText, isNotCalculated } from './spreadsheetCell.ts';
import type { SheetCell, SheetFills } from './spreadsheetFills.ts';
import { sheetFills } from './spreadsheetFills.ts';
import type { FormulaCell } from './spreadsheetFormulas.ts';
import { formulaLines } from './spreadsheetFormulas.ts';
import { mergeMarks, mergeLine } from './spreadsheetMerges.ts';

export interface SheetOptions {
  readonly is1904: boolean;
  /** Characters that the table may take; rows beyond it are cut and counted. */
  readonly limit: number;
}

export interface SheetText {
  readonly text: string;
  /** A sentence about rows that were cut; null when all are there. */
  readonly cut: string | null;
}

interface BodyText extends SheetText {
  /** Zero-based; infinite when nothing was cut. */
  readonly firstCutRow: number;
}

interface UsedCells {
  readonly cells: readonly SheetCell[];
  /** Zero-based columns that hold a value or a fill, in order. */
  readonly columns: readonly number[];
}

/** Beyond this share of empty cells a table would be mostly bars; cells are then listed one by one. */
const sparseFactor = 12;

export function sheetText(sheet: WorkSheet, options: SheetOptions): SheetText {
  const all = [...cellsOf(sheet)];
  const fills = sheetFills(all);
  const used = usedCells(all, fills);
  if (used.cells.length === 0) return { text: 'The sheet is empty.', cut: null };
  const head = [...describeSheet(sheet), fills.summary].filter((line) => line !== null);
  const body = isSparse(used)
    ? cellList(used, fills, options)
    : cellTable(sheet, used, fills, options);
  const formulas = formulaSection(used, body.firstCutRow, options);
  const sections = [head.join('\n'), body.text, formulas, ...asides(used)];
  return { text: sections.filter((section) => section !== '').join('\n\n'), cut: body.cut };
}

/** The range that holds values, such as `A1:J249`; null for an empty sheet. */
export function usedRange(sheet: WorkSheet): string | null {
  let range: { s: { r: number; c: number }; e: { r: number; c: number } } | null = null;
  for (const { row, column, cell } of cellsOf(sheet)) {
    if (!hasContent(cell)) continue;
    range ??= { s: { r: row, c: column }, e: { r: row, c: column } };
    range.s.c = Math.min(range.s.c, column);
    range.e.c = Math.max(range.e.c, column);
    range.e.r = row;
  }
  return range === null ? null : utils.encode_range(range);
}

function* cellsOf(sheet: WorkSheet): Generator<SheetCell> {
  const rows: (CellObject[] | undefined)[] = sheet['!data'] ?? [];
  // Keys of a sparse array are its filled places only, in ascending order.
  for (const rowKey of Object.keys(rows)) {
    const row = Number(rowKey);
    const cells: (CellObject | undefined)[] = rows[row] ?? [];
    if (cells.length < 1000) {
      for (let column = 0; column < cells.length; column += 1) {
        const cell = cells[column];
        if (cell !== undefined) yield { row, column, cell };
      }
    } else {
      for (const key of Object.keys(cells)) {
        const cell = cells[Number(key)];
        if (cell !== undefined) yield { row, column: Number(key), cell };
      }
    }
  }
}

function hasContent(cell: CellObject): boolean {
  return (
    cell.f !== undefined ||
    (cell.t !== 'z' && cell.v !== undefined && cell.v !== '') ||
    cell.c !== undefined
  );
}

function usedCells(all: readonly SheetCell[], fills: SheetFills): UsedCells {
  const cells = all.filter(
    ({ row, column, cell }) => hasContent(cell) || fills.byCell.has(`${row},${column}`),
  );
  const columns = new Set(cells.map(({ column }) => column));
  return { cells, columns: [...columns].sort((a, b) => a - b) };
}

function isSparse({ cells, columns }: UsedCells): boolean {
  const rows = new Set(cells.map(({ row }) => row)).size;
  return columns.length > 30 && rows * columns.length > cells.length * sparseFactor;
}

function describeSheet(sheet: WorkSheet): string[] {
  const lines: string[] = [];
  const merges = mergeLine(sheet);
  if (merges !== null) lines.push(merges);
  const rows = hiddenIndexes(sheet['!rows']);
  if (rows.length > 0)
    lines.push(`Hidden rows, included here: ${ranges(rows, (row) => String(row + 1))}.`);
  const columns = hiddenIndexes(sheet['!cols']);
  if (columns.length > 0)
    lines.push(
      `Hidden columns, included here: ${ranges(columns, (column) => utils.encode_col(column))}.`,
    );
  return lines;
}

function hiddenIndexes(
  infos: readonly ({ hidden?: boolean } | null | undefined)[] | undefined,
): number[] {
  const hidden: number[] = [];
  infos?.forEach((info, index) => {
    if (info?.hidden === true) hidden.push(index);
  });
  return hidden;
}

/** `3, 5-9` from zero-based indexes in order. */
function ranges(indexes: readonly number[], name: (index: number) => string): string {
  const parts: string[] = [];
  for (let at = 0; at < indexes.length;) {
    const first = indexes[at] ?? 0;
    let last = first;
    while (indexes[at + 1] === last + 1) {
      last += 1;
      at += 1;
    }
    at += 1;
    parts.push(first === last ? name(first) : `${name(first)}-${name(last)}`);
  }
  return parts.join(', ');
}

function cellTable(
  sheet: WorkSheet,
  used: UsedCells,
  fills: SheetFills,
  options: SheetOptions,
): BodyText {
  const marks = mergeMarks(sheet);
  const places = new Map(used.columns.map((column, index) => [column, index]));
  const lines = [
    `| row | ${used.columns.map((column) => utils.encode_col(column)).join(' | ')} |`,
    `|${' --- |'.repeat(used.columns.length + 1)}`,
  ];
  let length = 0;
  for (const cells of byRow(used.cells)) {
    const row = cells[0]?.row ?? 0;
    const values = used.columns.map((column) => marks.get(`${row},${column}`) ?? '');
    for (const cell of cells) {
      const place = places.get(cell.column);
      if (place !== undefined)
        values[place] = shownCell(cell, fills, options) || (values[place] ?? '');
    }
    const line = `| ${row + 1} | ${values.join(' | ')} |`;
    length += line.length + 1;
    if (length > options.limit)
      return { text: lines.join('\n'), cut: cutSentence(row, used), firstCutRow: row };
    lines.push(line);
  }
  return { text: lines.join('\n'), cut: null, firstCutRow: Infinity };
}

function cellList(used: UsedCells, fills: SheetFills, options: SheetOptions): BodyText {
  const lines = ['The sheet is sparse, so its cells are listed one by one.'];
  let length = 0;
  for (const cell of used.cells) {
    const line = `- ${address(cell)}: ${shownCell(cell, fills, options)}`;
    length += line.length + 1;
    if (length > options.limit)
      return { text: lines.join('\n'), cut: cutSentence(cell.row, used), firstCutRow: cell.row };
    lines.push(line);
  }
  return { text: lines.join('\n'), cut: null, firstCutRow: Infinity };
}

function shownCell(
  { row, column, cell }: SheetCell,
  fills: SheetFills,
  { is1904 }: SheetOptions,
): string {
  const text = tableCell(cellText(cell, is1904));
  const fill = fills.byCell.get(`${row},${column}`);
  return fill === undefined ? text : `${text} {fill ${fill}}`.trimStart();
}

function cutSentence(row: number, { cells }: UsedCells): string {
  const last = (cells.at(-1)?.row ?? row) + 1;
  return `Rows from ${row + 1} to ${last} are cut, because the table would be too long.`;
}

function* byRow(cells: readonly SheetCell[]): Generator<SheetCell[]> {
  let current: SheetCell[] = [];
  for (const cell of cells) {
    if (current[0] !== undefined && current[0].row !== cell.row) {
      yield current;
      current = [];
    }
    current.push(cell);
  }
  if (current.length > 0) yield current;
}

/** Formulas of the rows that are shown. */
function formulaSection(
  { cells }: UsedCells,
  firstCutRow: number,
  { is1904 }: SheetOptions,
): string {
  const formulas: FormulaCell[] = [];
  for (const { row, column, cell } of cells) {
    if (row >= firstCutRow) break;
    if (cell.f === undefined) continue;
    formulas.push({
      row,
      column,
      formula: cell.f,
      value: cellText(cell, is1904),
      calculated: !isNotCalculated(cell),
      arrayRange: cell.F ?? null,
    });
  }
  return section('Formulas', formulaLines(formulas));
}

function asides({ cells }: UsedCells): string[] {
  const comments: string[] = [];
  const links: string[] = [];
  for (const place of cells) {
    for (const comment of place.cell.c ?? []) {
      const author = comment.a === undefined || comment.a === '' ? '' : ` (${comment.a})`;
      comments.push(`${address(place)}${author}: ${tableCell(comment.t.trim())}`);
    }
    const target = place.cell.l?.Target;
    if (target !== undefined && target !== '') links.push(`${address(place)}: ${target}`);
  }
  return [section('Comments', comments), section('Links', links)];
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}:\n${lines.map((line) => `- ${line}`).join('\n')}`;
}

function address({ row, column }: SheetCell): string {
  return utils.encode_cell({ r: row, c: column });
}
