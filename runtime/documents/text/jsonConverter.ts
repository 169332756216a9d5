// JSON, indented. A long file is headed by its shape, since its end will be cut for most readers. Text that only looks
// like JSON is given as it is, with the place of the first mistake.
import * as z from 'zod';
import { parseJson } from '../../support/parseJson.ts';
import { decodeText, looksLikeText } from '../charset.ts';
import type { DocumentSource, DocumentText } from '../document.ts';
import { DocumentError } from '../document.ts';
import { extensionOf } from '../extension.ts';
import { jsonShape } from './jsonShape.ts';
import { prettyJson } from './prettyJson.ts';
import { syncConverter } from '../syncConverter.ts';
import { limitText } from '../textLimit.ts';

/** Longer files get their shape in front. */
const longCharacters = 20_000;
const extensions: ReadonlySet<string> = new Set([
  'json',
  'geojson',
  'topojson',
  'har',
  'webmanifest',
]);

export const jsonConverter = syncConverter({
  format: 'json',
  recognise: ({ name, bytes }) => {
    if (!looksLikeText(bytes)) return 0;
    if (extensions.has(extensionOf(name))) return 0.85;
    return extensionOf(name) === '' && startsLikeJson(bytes) ? 0.5 : 0;
  },
  convert: convertJson,
});

function startsLikeJson(bytes: Uint8Array): boolean {
  const start = decodeText(bytes.subarray(0, 4000)).text;
  return /^\s*(\{\s*["}]|\[\s*["{[\]\d-])/.test(start);
}

function convertJson({ name, bytes }: DocumentSource): DocumentText {
  const { text: raw } = decodeText(bytes);
  if (raw.trim() === '') throw new DocumentError('empty', `${name} holds nothing but blank space.`);
  const parsed = parseJson(z.unknown(), raw);
  if (!parsed.ok) {
    const { text, lost } = limitText(raw);
    const note = `The file is not valid JSON (${mistake(parsed.problem, raw)}); it is given as text.`;
    return { format: 'json', text, lost, notes: [note] };
  }
  const { text, lost } = limitText(prettyJson(raw));
  const shape =
    text.length > longCharacters ? `Shape:\n${jsonShape([parsed.value])}\n\nContent:\n` : '';
  return { format: 'json', text: shape + text, lost };
}

/** The parser's message on one line, with line and column where it names a position. */
function mistake(problem: string, text: string): string {
  const message = problem.replace(/^not JSON: /, '').replace(/\s+/g, ' ');
  const position = /position (\d+)/.exec(message)?.[1];
  if (position === undefined || /line \d+/.test(message)) return message;
  const before = text.slice(0, Number(position)).split('\n');
  return `${message}, which is line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
