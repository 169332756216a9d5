// A small file of rows, as CSV, as a JSON list, or with one JSON value a line. The same rows read alike in all three but for
// numbers, which are text in CSV.
import { choose, chooseSome, wholeNumber, type Random } from './choose.ts';
import { kinds, measures, names, subjects } from './words.ts';

export const formats = ['csv', 'json', 'jsonl'] as const;
export type Format = (typeof formats)[number];

export interface Row {
  readonly name: string;
  readonly kind: string;
  /** By the name of the column. */
  readonly numbers: Readonly<Record<string, number>>;
}

export interface DataFile {
  /** With its ending, for example `boats.csv`. */
  readonly fileName: string;
  readonly format: Format;
  /** What a row is, in the plural. */
  readonly subject: string;
  readonly kindColumn: string;
  readonly numberColumns: readonly string[];
  readonly rows: readonly Row[];
}

const rowCount = { low: 5, high: 9 };
const value = { low: 2, high: 98 };

export function makeDataFile(format: Format, random: Random): DataFile {
  const subject = choose(subjects, random);
  const kindColumn = choose(Object.keys(kinds), random);
  const numberColumns = chooseSome(measures, 2, random);
  const count = wholeNumber(rowCount.low, rowCount.high, random);
  const rows = chooseSome(names, count, random).map((name) => ({
    name,
    kind: choose((kinds[kindColumn] ?? []).slice(0, 3), random),
    numbers: Object.fromEntries(
      numberColumns.map((column) => [column, wholeNumber(value.low, value.high, random)]),
    ),
  }));
  return { fileName: `${subject}.${format}`, format, subject, kindColumn, numberColumns, rows };
}

/** The text of the file; ends with a line feed. */
export function renderDataFile({ format, kindColumn, numberColumns, rows }: DataFile): string {
  const records = rows.map(({ name, kind, numbers }) => ({ name, [kindColumn]: kind, ...numbers }));
  switch (format) {
    case 'csv': {
      const lines = records.map((record) => Object.values(record).join(','));
      return `${[['name', kindColumn, ...numberColumns].join(','), ...lines].join('\n')}\n`;
    }
    case 'json':
      return `${JSON.stringify(records, null, 1)}\n`;
    case 'jsonl':
      return records.map((record) => `${JSON.stringify(record)}\n`).join('');
  }
}
