// The square table of two graders: how much weight each pair of levels has. Rows are the left grader, columns the right one.
import type { GradedRow } from './gradedRow.ts';

export interface Table {
  /** Number of categories; they are ordered, and neighbours are one step apart. */
  readonly size: number;
  /** size x size weights of at least 0, row after row. */
  readonly cells: ArrayLike<number>;
}

export interface Margins {
  readonly total: number;
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

export const levelCount = 3;

/** @throws RangeError when the matrix is not square */
export function tableOf(matrix: readonly (readonly number[])[]): Table {
  const size = matrix.length;
  if (matrix.some((row) => row.length !== size)) {
    throw new RangeError(`A table of ${size} rows needs ${size} columns in each`);
  }
  return { size, cells: matrix.flat() };
}

/** The weights of the rows; with `unit` every row counts 1. */
export function tableOfRows(rows: readonly GradedRow[], counting: 'weight' | 'unit'): Table {
  const cells = new Float64Array(levelCount ** 2);
  for (const { left, right, weight } of rows) {
    const at = left * levelCount + right;
    cells[at] = (cells[at] ?? 0) + (counting === 'unit' ? 1 : weight);
  }
  return { size: levelCount, cells };
}

export function cellOf({ size, cells }: Table, row: number, column: number): number {
  return cells[row * size + column] ?? 0;
}

export function marginsOf(table: Table): Margins {
  const rows = new Array<number>(table.size).fill(0);
  const columns = new Array<number>(table.size).fill(0);
  let total = 0;
  for (let row = 0; row < table.size; row += 1) {
    for (let column = 0; column < table.size; column += 1) {
      const weight = cellOf(table, row, column);
      rows[row] = (rows[row] ?? 0) + weight;
      columns[column] = (columns[column] ?? 0) + weight;
      total += weight;
    }
  }
  return { total, rows, columns };
}

/**
 * Category `category` against all others, as a 2 x 2 table: 0 another, 1 this one.
 */
export function oneAgainstRest(table: Table, category: number): Table {
  const { total, rows, columns } = marginsOf(table);
  const both = cellOf(table, category, category);
  const onlyLeft = (rows[category] ?? 0) - both;
  const onlyRight = (columns[category] ?? 0) - both;
  return { size: 2, cells: [total - both - onlyLeft - onlyRight, onlyRight, onlyLeft, both] };
}

/** a / b; null for a share of nothing. */
export function shareOf(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}
