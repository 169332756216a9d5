// Rows of two graders for the tests of statistics.
import * as fc from 'fast-check';
import type { GradedRow, LevelIndex } from '../../../../runtime/judge/statistics/gradedRow.ts';

/** As many rows as the matrix says, rows the left grader. */
export function rowsOf(matrix: readonly (readonly number[])[], stratum = 'one'): GradedRow[] {
  return matrix.flatMap((columns, left) =>
    columns.flatMap((count, right) =>
      Array.from({ length: count }, () => ({
        left: left as LevelIndex,
        right: right as LevelIndex,
        weight: 1,
        stratum,
      })),
    ),
  );
}

const level = fc.constantFrom<LevelIndex>(0, 1, 2);

export const anyRow: fc.Arbitrary<GradedRow> = fc.record({
  left: level,
  right: level,
  weight: fc.integer({ min: 1, max: 5 }),
  stratum: fc.constantFrom('random', 'judge-judge', 'partial'),
});

export const anyRows = fc.array(anyRow, { minLength: 1, maxLength: 60 });

/** The same rows, each as often as its weight says, and with weight 1. */
export function repeated(rows: readonly GradedRow[]): GradedRow[] {
  return rows.flatMap((row) => Array.from({ length: row.weight }, () => ({ ...row, weight: 1 })));
}
