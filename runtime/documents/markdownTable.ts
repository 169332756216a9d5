// Rows as a Markdown table, compact: a model reads the text, and padding would only cost it tokens.

/** The first row is the header. Rows may differ in length; short ones are filled with empty cells. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const [header = [], ...body] = rows;
  if (width === 0) return '';
  const rule = `|${' --- |'.repeat(width)}`;
  return [tableRow(header, width), rule, ...body.map((row) => tableRow(row, width))].join('\n');
}

/** One line of a table: `| a | b |`. */
export function tableRow(cells: readonly string[], width = cells.length): string {
  let line = '|';
  for (let column = 0; column < width; column += 1) line += ` ${tableCell(cells[column] ?? '')} |`;
  return line;
}

/** Text that stays inside one cell: no bar ends it and no line break leaves it. */
export function tableCell(text: string): string {
  if (!/[|\r\n]/.test(text)) return text;
  return text
    .trim()
    .replaceAll('|', '\\|')
    .replace(/\r\n|\r|\n/g, '<br>');
}
