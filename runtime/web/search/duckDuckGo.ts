// Search by the page of DuckDuckGo that works without scripts. It is made for people: whoever asks often is shown a puzzle
// instead of results, which is an error here and not a search without hits.
import { type Web, WebError } from '../web.ts';
import { type HtmlElement, readHtml, textOf, withClass } from './htmlTree.ts';
import { maxHits, type SearchHit, type SearchProvider } from './searchProvider.ts';

const name = 'DuckDuckGo';
export const duckDuckGoUrl = 'https://html.duckduckgo.com';

export function duckDuckGo(web: Web, baseUrl: string = duckDuckGoUrl): SearchProvider {
  return {
    name,
    search: async (query, signal) => {
      const request = {
        url: `${baseUrl}/html/`,
        method: 'POST' as const,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ q: query }).toString(),
        kind: 'api' as const,
      };
      const { body, status } = await web.fetch(request, signal);
      return readResults(new TextDecoder().decode(body), status);
    },
  };
}

/** @throws WebError `blocked` for the puzzle, `unreadable` for a page of another form */
function readResults(html: string, status: number): readonly SearchHit[] {
  const page = readHtml(html);
  if (status === 202 || withClass(/^anomaly-modal/, page).length > 0) throw blocked();
  const hits = withClass('result', page).flatMap(readResult);
  if (hits.length > 0) return hits.slice(0, maxHits);
  if (withClass('no-results', page).length > 0) return [];
  throw new WebError(
    'unreadable',
    `${name} showed a page without results that does not say that there are none. Try other words, or go on without searching.`,
  );
}

function blocked(): WebError {
  return new WebError(
    'blocked',
    `${name} takes this program for a robot and showed a puzzle instead of results. Wait before searching again, or visit an address that you know. A person can choose another search service.`,
  );
}

/** Advertisements are left out. */
function readResult(result: HtmlElement): SearchHit[] {
  if (withClass('result--ad', [result]).length > 0) return [];
  const link = withClass('result__a', [result])[0];
  const url = targetOf(link?.attribs['href'] ?? '');
  if (link === undefined || url === null) return [];
  const snippet = textOf(withClass('result__snippet', [result]).slice(0, 1));
  return [{ title: textOf([link]), url, snippet, date: null }];
}

/** Links lead over `//duckduckgo.com/l/?uddg=ADDRESS`. */
function targetOf(href: string): string | null {
  const url = URL.canParse(href, duckDuckGoUrl) ? new URL(href, duckDuckGoUrl) : null;
  const target = url?.searchParams.get('uddg') ?? url?.href ?? '';
  return /^https?:\/\//.test(target) ? target : null;
}
