// The names in a data file, on one line, so that a very small model knows them before it writes code. Names only: shown a row
// of values, such a model takes them for what was asked.
import { open } from 'node:fs/promises';
import Papa from 'papaparse';
import * as z from 'zod';
import type { ChosenFile } from './chosenFiles.ts';
import { parseJson } from './parseJson.ts';

/** The start of the file that is looked at. */
const lookedAtBytes = 8_192;
/** JSON is only valid whole, so files above this have no preview. */
const maxJsonBytes = 262_144;
const maxNames = 24;
const maxNameCharacters = 40;

const Fields = z.record(z.string(), z.unknown());

/**
 * For example `columns: name, colour`; null for other kinds of file, for an empty one and for one that does not read as what
 * its name says. Never throws: without a preview a model has to look for itself.
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
  const [names, values] = Papa.parse<string[]>(text, { preview: 2, skipEmptyLines: true }).data;
  return names === undefined || values === undefined ? null : `columns: ${listed(names)}`;
}

function describeLines(text: string): string | null {
  const parsed = parseJson(Fields, text.split('\n', 1)[0] ?? '');
  return parsed.ok ? `keys: ${listed(Object.keys(parsed.value))}` : null;
}

function describeJson(text: string): string | null {
  const list = parseJson(z.array(Fields).min(1), text);
  if (list.ok) return `list of: ${listed(Object.keys(list.value[0] ?? {}))}`;
  const object = parseJson(Fields, text);
  return object.ok ? `keys: ${listed(Object.keys(object.value))}` : null;
}

function listed(names: readonly string[]): string {
  return names
    .slice(0, maxNames)
    .map((name) => name.replaceAll(/\s+/g, ' ').slice(0, maxNameCharacters))
    .join(', ');
}
