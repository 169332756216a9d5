// Search by Brave's interface: GET /res/v1/web/search with the key in X-Subscription-Token.
import * as z from 'zod';
import type { Web } from '../web.ts';
import { addressOf, askJson, keyProblem } from './jsonAnswer.ts';
import { plainText } from './htmlTree.ts';
import { maxHits, type SearchProvider } from './searchProvider.ts';

const Answer = z.object({
  // Left out when nothing was found.
  web: z
    .object({
      results: z.array(
        z.object({
          url: z.string(),
          title: z.string(),
          description: z.string().nullish(),
          extra_snippets: z.array(z.string()).nullish(),
          /** ISO 8601 where Brave knows the date of the page; `age` says the same in words. */
          page_age: z.string().nullish(),
          age: z.string().nullish(),
        }),
      ),
    })
    .nullish(),
});

const name = 'Brave Search';

export interface BraveOptions {
  readonly web: Web;
  readonly key: string;
  readonly baseUrl?: string;
}

export const braveUrl = 'https://api.search.brave.com';

export function brave({ web, key, baseUrl = braveUrl }: BraveOptions): SearchProvider {
  return {
    name,
    search: async (query, signal) => {
      const url = addressOf(`${baseUrl}/res/v1/web/search`, { q: query, count: String(maxHits) });
      const request = { url, headers: { 'x-subscription-token': key } };
      try {
        const answer = await askJson(web, { service: name, request, schema: Answer }, signal);
        return (answer.web?.results ?? []).map((result) => ({
          title: plainText(result.title),
          url: result.url,
          snippet: plainText([result.description, ...(result.extra_snippets ?? [])].join(' ')),
          date: result.page_age ?? result.age ?? null,
        }));
      } catch (error) {
        throw keyProblem(error, name, 'TOOL_R1_BRAVE_KEY');
      }
    },
  };
}
