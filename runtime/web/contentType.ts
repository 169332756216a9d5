// What the body of an answer is: what the site says, corrected where the first bytes prove otherwise. Which characters the bytes
// stand for is found out by whoever reads the text.
import type { WebResponse } from './web.ts';

export interface ContentType {
  /** Lower case, without parameters; `application/octet-stream` where nobody knows. */
  readonly mediaType: string;
  /** As the site names it, in lower case; null where it does not. */
  readonly charset: string | null;
  /** Whether a person could read the body as it is. */
  readonly isText: boolean;
}

/** Bytes that are looked at (WHATWG MIME Sniffing, 7). */
const lookedAt = 1445;

/** Types that sites send for files of any kind. */
const vague = new Set(['', 'application/octet-stream', 'binary/octet-stream', '*/*']);
const textTypes =
  /^text\/|\+(xml|json)$|^application\/(json|xml|javascript|x-ndjson|yaml|x-yaml|sql|rtf)$/;

/** How binary files begin whose kind matters to a reader, in hexadecimal. */
const signatures: readonly (readonly [start: string, mediaType: string])[] = [
  ['255044462d', 'application/pdf'],
  ['504b0304', 'application/zip'],
  ['1f8b', 'application/gzip'],
  ['89504e470d0a1a0a', 'image/png'],
  ['ffd8ff', 'image/jpeg'],
  ['474946383761', 'image/gif'],
  ['474946383961', 'image/gif'],
];
const html =
  /^\s*(<!--[\s\S]*?-->\s*)*<(!doctype html|html|head|body|title|script|table|div|p|h1)[\s>]/i;
const xml = /^\s*<\?xml/;

export function contentTypeOf({
  headers,
  body,
}: Pick<WebResponse, 'headers' | 'body'>): ContentType {
  const { mediaType: said, charset } = parsed(headers['content-type'] ?? '');
  const bytes = body.subarray(0, lookedAt);
  const isBinary = !hasByteOrderMark(bytes) && bytes.some(isBinaryByte);
  const found = vague.has(said) || isBinary === textTypes.test(said) ? beginning(bytes) : null;
  const isUseful = said.includes('/') && !vague.has(said);
  const mediaType = found ?? (isUseful ? said : fallback(isBinary));
  return { mediaType, charset, isText: !isBinary && textTypes.test(mediaType) };
}

/** RFC 9110, 8.3. */
function parsed(header: string): Pick<ContentType, 'mediaType' | 'charset'> {
  const mediaType = (header.split(/[;,]/)[0] ?? '').trim().toLowerCase();
  const charset = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(header);
  return { mediaType, charset: (charset?.[1] ?? charset?.[2])?.toLowerCase() ?? null };
}

function beginning(bytes: Uint8Array): string | null {
  const hex = Buffer.from(bytes.subarray(0, 8)).toString('hex');
  const signature = signatures.find(([known]) => hex.startsWith(known));
  if (signature !== undefined) return signature[1];
  const text = new TextDecoder('latin1').decode(withoutMark(bytes));
  if (html.test(text)) return 'text/html';
  return xml.test(text) ? 'application/xml' : null;
}

function fallback(isBinary: boolean): string {
  return isBinary ? 'application/octet-stream' : 'text/plain';
}

function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function hasByteOrderMark([first, second, third]: Uint8Array): boolean {
  if (first === 0xef && second === 0xbb && third === 0xbf) return true;
  return (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe);
}

/** Control characters that no text has (WHATWG MIME Sniffing, 3). */
function isBinaryByte(byte: number): boolean {
  return (
    byte <= 0x08 ||
    byte === 0x0b ||
    (byte >= 0x0e && byte <= 0x1a) ||
    (byte >= 0x1c && byte <= 0x1f)
  );
}
