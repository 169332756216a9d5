// A web page with its main part first and menus, notes and forms after it: nothing is lost, and what somebody comes for stands
// where a reader of a part of the text begins. Works on bytes, so that the encoding stays the business of the converter.
import { pageParts, type Span } from './pageParts.ts';

export interface OrderedPage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The day that the page gives itself, as it writes it. */
  readonly date: string | null;
}

/** @param charset that the server names; null when it names none */
export function mainFirst(page: Uint8Array, charset: string | null): OrderedPage {
  // One character a byte: tags are ASCII in every encoding that pages are written in, apart from UTF-16 and ISO-2022, where no
  // main part is found or the page is left as it is.
  const source = Buffer.from(page.buffer, page.byteOffset, page.byteLength).toString('latin1');
  const { main, asides, date } = isShiftedText(source)
    ? { main: null, asides: [], date: null }
    : pageParts(source);
  const ordered = main === null ? source : reorder(source, main, asides);
  const declared = charset === null ? '' : `<meta charset="${charset}">`;
  const bytes = new Uint8Array(Buffer.from(withDeclaration(ordered, declared), 'latin1'));
  return { bytes, date };
}

const restHeading = '<h2>Rest of the page</h2>';

function reorder(source: string, main: Span, asides: readonly Span[]): string {
  const bodyStart = endOfTag(source, /<body[\s>]/i);
  const from = bodyStart !== null && bodyStart <= main[0] ? bodyStart : 0;
  const aside = asides.map(([start, end]) => source.slice(start, end)).join('\n');
  const rest = `${source.slice(from, main[0])}${aside}\n${source.slice(main[1])}`;
  return `${source.slice(0, from)}${without(source, main, asides)}${restHeading}${rest}`;
}

function without(source: string, [start, end]: Span, asides: readonly Span[]): string {
  const kept: string[] = [];
  let at = start;
  for (const [from, to] of asides) {
    kept.push(source.slice(at, from));
    at = to;
  }
  return [...kept, source.slice(at, end)].join('');
}

/** The server's word counts more than the page's, so it comes first. */
function withDeclaration(source: string, declared: string): string {
  if (declared === '') return source;
  const at = endOfTag(source, /<head[\s>]/i) ?? endOfTag(source, /<html[\s>]/i);
  if (at !== null) return source.slice(0, at) + declared + source.slice(at);
  const doctype = /^\s*<!doctype[^>]*>/i.exec(source)?.[0] ?? '';
  return doctype + declared + source.slice(doctype.length);
}

function endOfTag(source: string, tag: RegExp): number | null {
  const start = source.search(tag);
  const end = start < 0 ? -1 : source.indexOf('>', start);
  return end < 0 ? null : end + 1;
}

/** UTF-16, or an encoding that shifts with escapes: bytes that look like tags may be letters. */
function isShiftedText(source: string): boolean {
  return source.slice(0, 1000).includes('\0') || source.includes('\x1b$');
}
