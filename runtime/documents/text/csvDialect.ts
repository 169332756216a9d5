// How a table of separated values is written: which character separates, which lines stand before the header.
import Papa from 'papaparse';

export interface CsvDialect {
  readonly delimiter: string;
  /** Lines before the header that are no part of the table, such as a title. */
  readonly titleLines: readonly string[];
  /** Text of the table itself, from its header on. */
  readonly table: string;
}

const candidates = [',', ';', '\t', '|'];
const sampleLines = 200;
const maxTitleLines = 20;

/** Null when no separator divides the lines evenly; `preferred` is tried alone, for example a tab in a .tsv file. */
export function detectDialect(text: string, preferred?: string): CsvDialect | null {
  const stated = /^sep=(.)\r?\n/i.exec(text);
  if (stated?.[1] !== undefined) return withTitles(text.slice(stated[0].length), stated[1]);
  if (preferred !== undefined) return withTitles(text, preferred);
  const sample = firstLines(text, sampleLines);
  const scored = candidates
    .map((delimiter) => ({ delimiter, score: evenness(sample, delimiter) }))
    .sort((a, b) => b.score - a.score);
  const best = scored[0];
  return best === undefined || best.score === 0 ? null : withTitles(text, best.delimiter);
}

/** The share of rows that have the commonest number of fields, weighed up a little by that number; 0 for one field. */
function evenness(sample: string, delimiter: string): number {
  const counts = fieldCounts(sample, delimiter);
  const common = mostCommon(counts);
  if (common < 2) return 0;
  const share = counts.filter((count) => count === common).length / counts.length;
  return share < 0.5 ? 0 : share + Math.min(common, 50) / 100;
}

function fieldCounts(sample: string, delimiter: string): number[] {
  const { data } = Papa.parse<string[]>(sample, { delimiter, skipEmptyLines: true });
  return data.map((row) => row.length);
}

function mostCommon(counts: readonly number[]): number {
  const frequency = new Map<number, number>();
  for (const count of counts) frequency.set(count, (frequency.get(count) ?? 0) + 1);
  return [...frequency].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}

/** Splits off leading lines that have fewer fields than the table, such as a title and an empty line. */
function withTitles(text: string, delimiter: string): CsvDialect {
  const common = mostCommon(fieldCounts(firstLines(text, sampleLines), delimiter));
  const titleLines: string[] = [];
  let rest = text;
  while (titleLines.length < maxTitleLines) {
    const line = firstLines(rest, 1);
    const fields = Papa.parse<string[]>(line, { delimiter }).data[0]?.filter(
      (field) => field !== '',
    );
    // A header may be one field short, never down to a single one.
    if (line === '' || fields === undefined || fields.length > 1 || common < 2) break;
    titleLines.push(line.trim());
    rest = rest.slice(line.length);
  }
  const isWholeFile = rest.trim() === '';
  return isWholeFile
    ? { delimiter, titleLines: [], table: text }
    : { delimiter, titleLines: titleLines.filter((line) => line !== ''), table: rest };
}

/** The first lines with their line breaks. */
function firstLines(text: string, count: number): string {
  let end = 0;
  for (let line = 0; line < count; line += 1) {
    const next = text.indexOf('\n', end);
    if (next === -1) return text;
    end = next + 1;
  }
  return text.slice(0, end);
}
