// A cell as a person reads it and as it is copied. Pure.
import type { Cell } from '../../runtime/contract/requests.ts';

/** As Python says it: None, True. */
export function cellText(cell: Cell): string {
  if (cell === null) return 'None';
  if (typeof cell === 'boolean') return cell ? 'True' : 'False';
  return String(cell);
}

/** Rows with tabs between cells, as spreadsheets take them from the clipboard. */
export function asTsv(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return lines(head, rows, '\t', (text) => text.replace(/[\t\r\n]+/g, ' '));
}

/** Rows with commas between cells, RFC 4180. */
export function asCsv(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return lines(head, rows, ',', (text) =>
    /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text,
  );
}

function lines(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  separator: string,
  quote: (text: string) => string,
): string {
  const line = (cells: readonly string[]): string => cells.map(quote).join(separator);
  return [head, ...rows.map((row) => row.map(copied))].map((cells) => `${line(cells)}\n`).join('');
}

/** Missing values are empty cells. */
function copied(cell: Cell): string {
  return cell === null ? '' : cellText(cell);
}
