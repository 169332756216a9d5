// Reads the Markdown that converters write back into values, as a test of what an agent could take from it.

export type Row = readonly string[];

/** Rows of every Markdown table in a text, heads among them. */
export function tableRows(markdown: string): Row[] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('| --- '))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}

/** Rows of one sheet of a workbook, without its column of row numbers. */
export function sheetRows(markdown: string, name: string): Row[] {
  const sheet = markdown.split(/^## Sheet \d+: /m).find((text) => text.startsWith(name)) ?? '';
  return tableRows(sheet)
    .slice(1)
    .map((row) => row.slice(1));
}
