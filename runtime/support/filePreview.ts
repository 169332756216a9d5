// One line on what a data file holds, so that a model knows the names in it before it writes code. Documents have none:
// they are read by a tool.
import { open } from 'node:fs/promises';
import Papa from 'papaparse';
import * as z from 'zod';
import type { ChosenFile } from './chosenFiles.ts';
import { parseJson } from './parseJson.ts';

/** The start of the file that is looked at. */
const lookedAtBytes = 8_192;
/** JSON is only valid whole, so files above this have no preview. */
const maxJsonBytes = 262_144;
const maxFields = 12;
const maxValueCharacters = 24;

const Fields = z.record(z.string(), z.unknown());

/**
 * For example `first row: name=Tern, colour=blue`; null for a document, an empty file or one that does not read as what its
 * name says. Never throws: without a preview a model has to look for itself.
 */
export async function previewFile(file: ChosenFile): Promise<string | null> {
  const extension = /\.([^./]+)$/.exec(file.name.toLowerCase())?.[1] ?? '';
  const describe = describers[extension];
  const whole = extension === 'json';
  if (describe === undefined || (whole && file.bytes > maxJsonBytes)) return null;
  const text = await readStart(file.hostPath, whole ? maxJsonBytes : lookedAtBytes);
  return text === null ? null : describe(text);
}

const describers: Readonly<Record<string, (text: string) => string | null>> = {
  csv: describeTable,
  tsv: describeTable,
  jsonl: describeLines,
  ndjson: describeLines,
  json: describeJson,
  txt: describeText,
  md: describeText,
  log: describeText,
};

async function readStart(hostPath: string, bytes: number): Promise<string | null> {
  try {
    const file = await open(hostPath, 'r');
    try {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(bytes) });
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

function describeTable(text: string): string | null {
  const { data } = Papa.parse<string[]>(text, { preview: 2, skipEmptyLines: true });
  const [names, values] = data;
  if (names === undefined || values === undefined) return null;
  const row = names.map((name, place): [string, unknown] => [name, values[place] ?? '']);
  return `first row: ${fields(row)}`;
}

function describeLines(text: string): string | null {
  const line = text.split('\n', 1)[0] ?? '';
  const parsed = parseJson(Fields, line);
  return parsed.ok ? `first line: ${fields(Object.entries(parsed.value))}` : null;
}

function describeJson(text: string): string | null {
  const list = parseJson(z.array(Fields).min(1), text);
  if (list.ok) return `list, first: ${fields(Object.entries(list.value[0] ?? {}))}`;
  const object = parseJson(Fields, text);
  if (!object.ok) return null;
  return `keys: ${Object.keys(object.value).slice(0, maxFields).join(', ')}`;
}

function describeText(text: string): string | null {
  const line = text.split('\n').find((candidate) => candidate.trim() !== '');
  return line === undefined ? null : `first line: ${short(line.trim(), 60)}`;
}

function fields(entries: readonly (readonly [string, unknown])[]): string {
  return entries
    .slice(0, maxFields)
    .map(([name, value]) => `${name}=${short(shown(value), maxValueCharacters)}`)
    .join(', ');
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function short(text: string, most: number): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
}
