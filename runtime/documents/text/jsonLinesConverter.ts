// JSON Lines: one record a line. The records' shape comes first, then the lines as they are; broken lines are named.
import * as z from 'zod';
import { parseJson } from '../../support/parseJson.ts';
import { decodeText, looksLikeText } from '../charset.ts';
import type { DocumentSource, DocumentText } from '../document.ts';
import { DocumentError } from '../document.ts';
import { extensionOf } from '../extension.ts';
import { jsonShape } from './jsonShape.ts';
import { syncConverter } from '../syncConverter.ts';
import { limitText } from '../textLimit.ts';

const extensions: ReadonlySet<string> = new Set(['jsonl', 'ndjson', 'jsonlines']);
const maxNamedLines = 10;

export const jsonLinesConverter = syncConverter({
  format: 'jsonl',
  recognise: ({ name, bytes }) => {
    if (!looksLikeText(bytes)) return 0;
    if (extensions.has(extensionOf(name))) return 0.9;
    // Two lines that are each an object are no valid JSON together, so this beats the extension .json.
    return startsWithRecords(bytes) ? 0.87 : 0;
  },
  convert: convertJsonLines,
});

/** True when each of the first lines is a JSON object of its own. */
function startsWithRecords(bytes: Uint8Array): boolean {
  const head = decodeText(bytes.subarray(0, 64 * 1024)).text;
  const lines = head.split('\n').filter((line) => line.trim() !== '');
  // The last line of the head may be cut.
  const whole = bytes.length > 64 * 1024 ? lines.slice(0, -1) : lines;
  if (whole.length < 2 || whole[0]?.trimStart().startsWith('{') !== true) return false;
  // The last line may be torn, so the first two decide.
  return whole.slice(0, 2).every((line) => parseJson(z.record(z.string(), z.unknown()), line).ok);
}

function convertJsonLines({ name, bytes }: DocumentSource): DocumentText {
  const { text: raw } = decodeText(bytes);
  const records: unknown[] = [];
  const broken: number[] = [];
  raw.split('\n').forEach((line, index) => {
    if (line.trim() === '') return;
    const parsed = parseJson(z.unknown(), line);
    if (parsed.ok) records.push(parsed.value);
    else broken.push(index + 1);
  });
  if (records.length === 0 && broken.length === 0) {
    throw new DocumentError('empty', `${name} holds nothing but blank lines.`);
  }
  const { text, lost } = limitText(raw.trimEnd());
  const head = `# ${name}\n\n${records.length} records, one JSON value a line.\n\n${jsonShape(records)}`;
  return { format: 'jsonl', text: `${head}\n\nLines:\n${text}`, lost, notes: brokenNote(broken) };
}

function brokenNote(lines: readonly number[]): string[] {
  if (lines.length === 0) return [];
  const named = lines.slice(0, maxNamedLines).join(', ');
  const more = lines.length > maxNamedLines ? ` and ${lines.length - maxNamedLines} more` : '';
  return [`${lines.length === 1 ? 'Line' : 'Lines'} ${named}${more} cannot be parsed as JSON.`];
}
