// Search by a SearXNG of the person's own: GET {base}/search?format=json. It answers JSON only where its settings allow that.
import * as z from 'zod';
import { type Web, WebError } from '../web.ts';
import { addressOf, askJson } from './jsonAnswer.ts';
import { plainText } from './htmlTree.ts';
import { maxHits, type SearchProvider } from './searchProvider.ts';

const Answer = z.object({
  results: z.array(
    z.object({
      url: z.string(),
      title: z.string().nullish(),
      content: z.string().nullish(),
      publishedDate: z.string().nullish(),
    }),
  ),
});

const name = 'SearXNG';

/** @param baseUrl of the instance, such as `http://localhost:8080` */
export function searxng(web: Web, baseUrl: string): SearchProvider {
  return {
    name,
    search: async (query, signal) => {
      const url = addressOf(`${baseUrl.replace(/\/+$/, '')}/search`, { q: query, format: 'json' });
      const { results } = await ask(web, url, signal);
      return results.slice(0, maxHits).map((result) => ({
        title: plainText(result.title ?? '') || result.url,
        url: result.url,
        snippet: plainText(result.content ?? ''),
        date: result.publishedDate ?? null,
      }));
    },
  };
}

async function ask(web: Web, url: string, signal: AbortSignal): Promise<z.infer<typeof Answer>> {
  try {
    return await askJson(web, { service: name, request: { url }, schema: Answer }, signal);
  } catch (error) {
    if (!(error instanceof WebError) || error.status !== 403) throw error;
    throw new WebError(
      'status',
      'This SearXNG gives no JSON. Its owner has to add json to search.formats in its settings.yml. Go on without searching.',
      { cause: error, status: 403 },
    );
  }
}
