// A page of the web as text: fetched, converted by what it is (a PDF is a document on the web as on a disk), main part first, with
// links that can be followed from anywhere.
import type { BytesConverter, DocumentText } from '../../documents/document.ts';
import type { Web, WebResponse } from '../../web/web.ts';
import { absoluteLinks } from './absoluteLinks.ts';
import { mainFirst } from './mainFirst.ts';
import { charsetOf, pageName } from './pageName.ts';

export interface WebPage {
  /** After redirects. */
  readonly url: string;
  readonly title: string;
  /** As the page writes it, else the day that the site names for the file; null when neither does. */
  readonly date: string | null;
  /** Markdown. */
  readonly text: string;
  /** What a reader of the text should know, one sentence each. */
  readonly remarks: readonly string[];
}

export class PageReader {
  readonly #web: Web;
  readonly #documents: BytesConverter;

  constructor(web: Web, documents: BytesConverter) {
    this.#web = web;
    this.#documents = documents;
  }

  /** @throws WebError or DocumentError */
  async read(url: string, signal: AbortSignal): Promise<WebPage> {
    return this.convert(await this.#web.fetch({ url }, signal), signal);
  }

  /** What a site answered, as text. @throws DocumentError */
  async convert(response: WebResponse, signal: AbortSignal): Promise<WebPage> {
    const { url, headers, body } = response;
    const name = pageName(response);
    const isPage = name.endsWith('.html');
    const ordered = isPage ? mainFirst(body, charsetOf(headers)) : null;
    // The body may be kept by others; a conversion takes its bytes away.
    const bytes = ordered?.bytes ?? new Uint8Array(body);
    const document = await this.#documents.convert({ name, bytes, member: null }, signal);
    const { title, text } = titled(document, name);
    return {
      url,
      title,
      date: ordered?.date ?? headers['last-modified'] ?? null,
      text: isPage ? absoluteLinks(text, url) : text,
      remarks: [...(document.notes ?? []), ...document.lost],
    };
  }
}

/** The converter writes the title of a page above its text, unless the text begins with it. */
function titled({ text }: DocumentText, name: string): { title: string; text: string } {
  const [, title, rest] = /^Title: (.+)\n\n([\s\S]*)$/.exec(text) ?? [];
  if (title !== undefined && rest !== undefined) return { title, text: rest };
  return { title: /^# (.+)$/m.exec(text.slice(0, 1000))?.[1] ?? name, text };
}
