// Merged cells: only the top-left one holds the value, and the others are marked so that a reader does not take them for
// empty.
import type { WorkSheet } from '@e965/xlsx';
import { utils } from '@e965/xlsx';

/** Merged ranges that are named; beyond them only the number is given. */
const maxNamed = 100;
/** Cells that are marked at most, since a merge may span whole columns. */
const maxMarks = 100_000;

/** One line that names the merged ranges and explains the marks; null when there are none. */
export function mergeLine(sheet: WorkSheet): string | null {
  const merges = sheet['!merges'] ?? [];
  if (merges.length === 0) return null;
  const named = merges
    .slice(0, maxNamed)
    .map((range) => utils.encode_range(range))
    .join(', ');
  const more = merges.length > maxNamed ? ` and ${merges.length - maxNamed} more` : '';
  return `Merged cells: ${named}${more}. In the table ^ means part of the cell above, < part of the cell to the left.`;
}

/** Marks of the cells that a merge covers, by `row,column`, zero-based. */
export function mergeMarks(sheet: WorkSheet): ReadonlyMap<string, string> {
  const marks = new Map<string, string>();
  for (const { s: start, e: end } of sheet['!merges'] ?? []) {
    for (let row = start.r; row <= end.r; row += 1) {
      for (let column = start.c; column <= end.c; column += 1) {
        if (marks.size >= maxMarks) return marks;
        if (row > start.r) marks.set(`${row},${column}`, '^');
        else if (column > start.c) marks.set(`${row},${column}`, '<');
      }
    }
  }
  return marks;
}
