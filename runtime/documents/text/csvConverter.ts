// Tables of separated values as Markdown, with the encoding and the separator that were found, so that the agent can open
// the file with the csv module as well. A table that would be too long is cut after whole rows.
import Papa from 'papaparse';
import type { DecodedText } from '../charset.ts';
import { decodeText, encodingNote, looksLikeText } from '../charset.ts';
import type { CsvDialect } from './csvDialect.ts';
import { detectDialect } from './csvDialect.ts';
import { csvProblems } from './csvProblems.ts';
import type { DocumentSource, DocumentText } from '../document.ts';
import { DocumentError } from '../document.ts';
import { extensionOf } from '../extension.ts';
import { markdownTable, tableRow } from '../markdownTable.ts';
import { syncConverter } from '../syncConverter.ts';
import { maxTextCharacters } from '../textLimit.ts';

export const csvConverter = syncConverter({
  format: 'csv',
  recognise: ({ name, bytes }) => {
    const extension = extensionOf(name);
    return (extension === 'csv' || extension === 'tsv') && looksLikeText(bytes) ? 0.8 : 0;
  },
  convert: convertCsv,
});

function convertCsv(source: DocumentSource): DocumentText {
  const decoded = decodeText(source.bytes);
  if (decoded.text.trim() === '') throw blank(source.name);
  const format = extensionOf(source.name) === 'tsv' ? 'tsv' : 'csv';
  const dialect = detectDialect(
    decoded.text,
    format === 'tsv' && decoded.text.includes('\t') ? '\t' : undefined,
  ) ?? {
    delimiter: ',',
    titleLines: [],
    table: decoded.text,
  };
  const { data, errors } = Papa.parse<string[]>(dialect.table, { delimiter: dialect.delimiter });
  const rows = data.filter((row) => row.some((field) => field !== ''));
  const { text, cut } = limitedTable(rows);
  const problems = csvProblems(rows, errors);
  const encoding = encodingNote(decoded);
  return {
    format,
    text: [describe(source.name, rows, dialect, decoded), text].join('\n\n'),
    lost: cut === null ? [] : [cut],
    notes: [...problems, ...(encoding === null ? [] : [encoding])],
  };
}

function blank(name: string): DocumentError {
  return new DocumentError('empty', `${name} holds nothing but blank lines.`);
}

const delimiterNames: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};

function describe(
  name: string,
  rows: readonly (readonly string[])[],
  { delimiter, titleLines }: CsvDialect,
  { encoding }: DecodedText,
): string {
  const columns = rows[0]?.length ?? 0;
  const separator = delimiterNames[delimiter] ?? `"${delimiter}"`;
  const lines = [
    `# ${name}`,
    '',
    `${counted(rows.length - 1, 'row')} below the header, ${counted(columns, 'column')}; ` +
      `separated by ${separator}, encoded as ${encoding}.`,
  ];
  if (titleLines.length > 0) lines.push(`Lines before the header: ${titleLines.join(' / ')}`);
  const decimals = decimalCommaColumns(rows);
  if (decimals.length > 0) lines.push(`Numbers with a decimal comma in: ${decimals.join(', ')}.`);
  return lines.join('\n');
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const decimalComma = /^[-+]?(\d+|\d{1,3}(\.\d{3})+),\d+$/;

/** Names of the columns whose values are mostly numbers such as `1.284,50`. */
function decimalCommaColumns([header = [], ...body]: readonly (readonly string[])[]): string[] {
  const sample = body.slice(0, 200);
  return header.filter((_, column) => {
    const values = sample.map((row) => row[column]?.trim() ?? '').filter((value) => value !== '');
    const matching = values.filter((value) => decimalComma.test(value)).length;
    return matching > 0 && matching >= values.length * 0.6;
  });
}

function limitedTable(rows: readonly (readonly string[])[]): { text: string; cut: string | null } {
  let length = 0;
  for (let index = 0; index < rows.length; index += 1) {
    length += tableRow(rows[index] ?? []).length + 1;
    if (length <= maxTextCharacters) continue;
    const cut = `Only the first ${index - 1} of ${rows.length - 1} rows are shown. Read the file in Python with the csv module for the rest.`;
    return { text: markdownTable(rows.slice(0, index)), cut };
  }
  return { text: markdownTable(rows), cut: null };
}
