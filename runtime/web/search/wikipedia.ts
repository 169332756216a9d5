// Wikipedia, or a wiki of the same software: pages are found by GET /w/rest.php/v1/search/page and read as HTML by
// GET /w/rest.php/v1/page/{key}/html, which keeps tables and boxes of facts.
import * as z from 'zod';
import type { Web, WebResponse } from '../web.ts';
import { plainText } from './htmlTree.ts';
import { addressOf, askJson } from './jsonAnswer.ts';

export interface WikiPage {
  /** As addresses have it. */
  readonly key: string;
  readonly title: string;
  /** Plain text around what was searched for. */
  readonly excerpt: string;
  readonly description: string | null;
  /** For people. */
  readonly url: string;
}

const Found = z.object({
  pages: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      excerpt: z.string().nullish(),
      description: z.string().nullish(),
    }),
  ),
});

export class Wikipedia {
  readonly #web: Web;
  readonly #baseUrl: string;

  /** @param baseUrl `https://{lang}.wikipedia.org` or a mirror; `{lang}` stands for the code of a language */
  constructor(web: Web, baseUrl: string) {
    this.#web = web;
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
  }

  /** Best first; empty when nothing was found. @throws WebError */
  async search(
    query: string,
    language: string,
    limit: number,
    signal: AbortSignal,
  ): Promise<readonly WikiPage[]> {
    const base = this.#base(language);
    const url = addressOf(`${base}/w/rest.php/v1/search/page`, { q: query, limit: String(limit) });
    const question = { service: 'Wikipedia', request: { url }, schema: Found };
    const { pages } = await askJson(this.#web, question, signal);
    return pages.map(({ key, title, excerpt, description }) => ({
      key,
      title,
      excerpt: plainText(excerpt ?? ''),
      description: description ?? null,
      url: `${base}/wiki/${encodeURIComponent(key)}`,
    }));
  }

  /** The page as HTML. @throws WebError */
  html(key: string, language: string, signal: AbortSignal): Promise<WebResponse> {
    const url = `${this.#base(language)}/w/rest.php/v1/page/${encodeURIComponent(key)}/html`;
    return this.#web.fetch({ url, kind: 'api' }, signal);
  }

  #base(language: string): string {
    return this.#baseUrl.replaceAll('{lang}', language);
  }
}
