// Columns of text under each other, as wide as they need.
import { displayWidth } from './displayWidth.ts';

/** One line for each row, two spaces between columns. */
export function textTable(rows: readonly (readonly string[])[]): string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => displayWidth(row[column] ?? ''))),
  );
  return rows.map((row) =>
    widths
      .map((width, column) => {
        const cell = row[column] ?? '';
        return cell + ' '.repeat(Math.max(0, width - displayWidth(cell)));
      })
      .join('  ')
      .trimEnd(),
  );
}
