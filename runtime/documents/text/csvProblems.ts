// What is wrong with a table of separated values, in sentences. Records are counted from 1, the header included.
import type { ParseError } from 'papaparse';

const maxNamed = 5;

export function csvProblems(
  rows: readonly (readonly string[])[],
  errors: readonly ParseError[],
): string[] {
  return [
    ...quoteProblems(errors, rows.length),
    ...raggedRows(rows),
    ...duplicateHeaders(rows[0] ?? []),
  ];
}

function quoteProblems(errors: readonly ParseError[], rowCount: number): string[] {
  const problems: string[] = [];
  const unclosed = errors.find((error) => error.code === 'MissingQuotes');
  if (unclosed !== undefined) {
    problems.push(
      `A quote is opened in record ${(unclosed.row ?? rowCount - 1) + 1} and never closed; ` +
        `the rest of the file may stand in that one cell.`,
    );
  }
  const stray = errors.filter((error) => error.code === 'InvalidQuotes');
  if (stray.length > 0) {
    const records = named(stray.map((error) => (error.row ?? 0) + 1));
    problems.push(
      `Quotes stand inside unquoted values in record ${records}; those cells may be split wrongly.`,
    );
  }
  return problems;
}

function raggedRows([header, ...body]: readonly (readonly string[])[]): string[] {
  if (header === undefined) return [];
  const width = header.length;
  const ragged = body.flatMap((row, index) => (row.length === width ? [] : [index + 2]));
  if (ragged.length === 0) return [];
  const verb = ragged.length === 1 ? 'record has' : 'records have';
  return [
    `${ragged.length} ${verb} another number of fields than the header's ${width}: record ${named(ragged)}.`,
  ];
}

function duplicateHeaders(header: readonly string[]): string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const name of header) (seen.has(name) ? twice : seen).add(name);
  return [...twice].map((name) =>
    name === ''
      ? 'Several columns have no name.'
      : `The column name "${name}" occurs more than once.`,
  );
}

function named(records: readonly number[]): string {
  const shown = records.slice(0, maxNamed).join(', ');
  return records.length > maxNamed ? `${shown} and ${records.length - maxNamed} more` : shown;
}
