// The sentence in which a server says what it did not like, taken out of whatever it wrapped it in.
import * as z from 'zod';
import { parseJson } from '../../support/parseJson.ts';

const maxCharacters = 300;

/** One line of at most 300 characters without the key; empty when the server said nothing. */
export function serverMessage(body: string, apiKey: string | null): string {
  const line = withoutKey(serverSentence(body), apiKey).replace(/\s+/g, ' ').trim();
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters)}...` : line;
}

/** A server may quote the key that it refuses; messages end up in files and logs. */
export function withoutKey(text: string, apiKey: string | null): string {
  return apiKey === null || apiKey === '' ? text : text.replaceAll(apiKey, '[key]');
}

const Detail = z.looseObject({
  msg: z.string(),
  loc: z.array(z.union([z.string(), z.number()])).default([]),
});
const ErrorBody = z.looseObject({
  error: z.unknown().optional(),
  message: z.unknown().optional(),
  detail: z.unknown().optional(),
});

/** The same whole and as it was said, to look for names in. */
export function serverSentence(body: string): string {
  const parsed = parseJson(z.union([ErrorBody, z.array(ErrorBody).min(1)]), body);
  if (!parsed.ok) return plainText(body);
  const said = Array.isArray(parsed.value) ? parsed.value[0] : parsed.value;
  return sentenceOf(said?.error) ?? sentenceOf(said?.message) ?? sentenceOf(said?.detail) ?? body;
}

function sentenceOf(said: unknown): string | null {
  if (typeof said === 'string' && said !== '') return said;
  const details = z.array(Detail).min(1).safeParse(said);
  if (details.success) {
    return details.data.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
  }
  const nested = ErrorBody.safeParse(said);
  if (!nested.success) return null;
  return sentenceOf(nested.data.message) ?? sentenceOf(nested.data.detail);
}

/** A page of a proxy says the most in its title. */
function plainText(body: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(body)?.[1];
  return title ?? body.replace(/<[^>]*>/g, ' ');
}
