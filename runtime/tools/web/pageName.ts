// What a download is called where only files have names: the last part of its address, with the extension that its type promises.
import type { WebResponse } from '../../web/web.ts';

/** Types whose bytes do not say by themselves what they are, and the most frequent documents. */
const extensions: Readonly<Record<string, string>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/plain': 'txt',
  'text/markdown': 'md',
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
  'text/xml': 'xml',
  'application/xml': 'xml',
  'application/json': 'json',
  'application/ld+json': 'json',
  'application/pdf': 'pdf',
  'application/rtf': 'rtf',
  'application/zip': 'zip',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/epub+zip': 'epub',
  'image/svg+xml': 'svg',
};

/** Ends in `.html` for every page. */
export function pageName({
  url,
  headers,
  body,
}: Pick<WebResponse, 'url' | 'headers' | 'body'>): string {
  const last = lastPart(url);
  const extension = extensions[mediaTypeOf(headers)] ?? (startsLikeHtml(body) ? 'html' : null);
  if (extension === null) return last === '' ? 'page' : last;
  const stem = last === '' ? 'page' : last;
  return stem.toLowerCase().endsWith(`.${extension}`)
    ? stem.slice(0, -extension.length) + extension
    : `${stem}.${extension}`;
}

export function mediaTypeOf(headers: WebResponse['headers']): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** Null when the site names none, or one that is no name. */
export function charsetOf(headers: WebResponse['headers']): string | null {
  const named = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? '';
  return /^[\w.:-]{2,40}$/.test(named) ? named : null;
}

function lastPart(url: string): string {
  const part = new URL(url).pathname.split('/').findLast((one) => one !== '') ?? '';
  try {
    return decodeURIComponent(part).replace(/[/\\\0]/g, '_');
  } catch {
    return part;
  }
}

function startsLikeHtml(body: Uint8Array): boolean {
  const start = Buffer.from(body.subarray(0, 1024)).toString('latin1');
  return /^(\xef\xbb\xbf)?\s*(<!--[\s\S]*?-->\s*)*<(!doctype html|html[\s>])/i.test(start);
}
