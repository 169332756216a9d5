// The names in a data file, on one line, so that a very small model knows them before it writes code, and the condition that
// picks the rows which the question mentions. Other values are left out: such a model takes what it sees for what was asked.
import { open } from 'node:fs/promises';
import Papa from 'papaparse';
import * as z from 'zod';
import type { ChosenFile } from './chosenFiles.ts';
import { mentionedValues } from './mentionedValues.ts';
import { check, parseJson } from './parseJson.ts';

/** The part of a file that is looked at. JSON is only valid whole, so bigger JSON files have no preview. */
const lookedAtBytes = 262_144;
const maxNames = 24;
const maxCharacters = 40;

type Row = Readonly<Record<string, unknown>>;
const Row = z.record(z.string(), z.unknown());

interface Preview {
  /** What the names are, for example `columns`. */
  readonly title: string;
  /** What one of the rows is called in code. */
  readonly item: string;
  readonly names: readonly string[];
  readonly rows: readonly Row[];
}

/**
 * For example `row['colour'] == 'red'; columns: name, colour`; null for other kinds of file, for an empty one and for one that does not read
 * as what its name says. Never throws: without a preview a model has to look for itself.
 */
export async function previewFile(file: ChosenFile, question: string): Promise<string | null> {
  const extension = /\.([^./]+)$/.exec(file.name.toLowerCase())?.[1] ?? '';
  const read = readers[extension];
  if (read === undefined) return null;
  const text = await readStart(file.hostPath);
  const preview = text === null ? null : read(text);
  return preview === null ? null : describe(preview, question);
}

const readers: Readonly<Record<string, (text: string) => Preview | null>> = {
  csv: readTable,
  tsv: readTable,
  jsonl: readLines,
  ndjson: readLines,
  json: readJson,
};

async function readStart(hostPath: string): Promise<string | null> {
  try {
    const file = await open(hostPath, 'r');
    try {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(lookedAtBytes) });
      return buffer
        .subarray(0, bytesRead)
        .toString('utf8')
        .replace(/^\uFEFF/, '');
    } finally {
      await file.close();
    }
  } catch {
    return null;
  }
}

function readTable(text: string): Preview | null {
  const { data, meta } = Papa.parse<Row>(text, { header: true, skipEmptyLines: true });
  return data.length === 0
    ? null
    : { title: 'columns', item: 'row', names: meta.fields ?? [], rows: data };
}

function readLines(text: string): Preview | null {
  const rows = text.split('\n').flatMap((line) => {
    const parsed = parseJson(Row, line);
    return parsed.ok ? [parsed.value] : [];
  });
  return rows[0] === undefined
    ? null
    : { title: 'keys', item: 'row', names: Object.keys(rows[0]), rows };
}

function readJson(text: string): Preview | null {
  const parsed = parseJson(z.unknown(), text);
  if (!parsed.ok) return null;
  const list = check(z.array(Row).min(1), parsed.value);
  if (list.ok) {
    return {
      title: 'list of',
      item: 'item',
      names: Object.keys(list.value[0] ?? {}),
      rows: list.value,
    };
  }
  const object = check(Row, parsed.value);
  return object.ok
    ? { title: 'keys', item: 'data', names: Object.keys(object.value), rows: [] }
    : null;
}

function describe({ title, item, names, rows }: Preview, question: string): string {
  const shown = names.slice(0, maxNames).map(short).join(', ');
  const conditions = mentionedValues(question, rows)
    .filter(({ value }) => String(value).length <= maxCharacters)
    .map(({ column, value }) => `${item}[${pythonLiteral(column)}] == ${pythonLiteral(value)}`);
  const picked = conditions.length === 0 ? '' : `${conditions.join(' and ')}; `;
  return `${picked}${title}: ${shown}`;
}

function pythonLiteral(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  const text = String(value).replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  return `'${text.replaceAll('\n', '\\n')}'`;
}

function short(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, maxCharacters);
}
