// A table for spreadsheets (RFC 4180): one label a row, columns named as the fields of a label.
import papaparse from 'papaparse';
import { LabelRow, RowCollector, type LabelFormatFile } from './labelRow.ts';

const criteria = ['accuracy', 'completeness', 'relevance', 'precision'] as const;
const columns = [
  ...Object.keys(LabelRow.shape).filter((name) => name !== 'criteria'),
  ...criteria,
] as const;
const numbers: ReadonlySet<string> = new Set([
  'rubricVersion',
  'samplingProbability',
  'multiplicity',
  'milliseconds',
  ...criteria,
]);
const truths: ReadonlySet<string> = new Set(['blind', 'flagged']);
const needed = ['rater', 'question', 'referenceAnswer', 'finalAnswer', 'level'];
/** Text that must not be taken for an empty cell; rows of a foreign table may well have empty ones. */
const texts: ReadonlySet<string> = new Set(['question', 'referenceAnswer', 'finalAnswer', 'note']);
/** What spreadsheets take for a formula; a quote before it makes it text again. */
const formula = /^[=+\-@\t\r]/;
const guarded = /^'[=+\-@\t\r]/;

export const csvLabels: LabelFormatFile = {
  format: 'csv',
  *write({ rows }) {
    yield `${papaparse.unparse([[...columns]])}\r\n`;
    for (const row of rows) {
      const flat = flatRow(row);
      yield `${papaparse.unparse([columns.map((name) => cellOf(flat[name]))])}\r\n`;
    }
  },
  detect(head) {
    const [names = []] = papaparse.parse<string[]>(head, { preview: 1 }).data;
    return needed.every((name) => names.includes(name));
  },
  read(text) {
    const collector = new RowCollector();
    const table = papaparse.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: true });
    const [names = [], ...rows] = table.data;
    for (const [index, cells] of rows.entries()) {
      const fields = names.flatMap((name, column) => fieldOf(name, cells[column] ?? ''));
      collector.add(`row ${index + 2}`, rowOf(new Map(fields)));
    }
    return collector.reading();
  },
};

type Cell = string | number | boolean | null | undefined;

function flatRow({ criteria: ratings, ...rest }: LabelRow): Readonly<Record<string, Cell>> {
  const { accuracy, completeness, relevance, precision } = ratings ?? noRatings;
  return { ...rest, accuracy, completeness, relevance, precision };
}

const noRatings = { accuracy: null, completeness: null, relevance: null, precision: null };

function cellOf(value: Cell): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  return typeof value === 'string' && (formula.test(text) || guarded.test(text))
    ? `'${text}`
    : text;
}

function fieldOf(name: string, cell: string): [string, unknown][] {
  const text = guarded.test(cell) || /^''/.test(cell) ? cell.slice(1) : cell;
  if (texts.has(name)) return [[name, text]];
  if (cell === '') return [];
  if (numbers.has(name)) return [[name, Number(cell)]];
  if (truths.has(name)) return [[name, /^(true|1|yes)$/i.test(cell)]];
  return [[name, text]];
}

function rowOf(fields: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const ratings = Object.fromEntries(criteria.map((name) => [name, fields.get(name) ?? null]));
  const hasRatings = criteria.some((name) => fields.has(name));
  return { ...Object.fromEntries(fields), criteria: hasRatings ? ratings : null };
}
