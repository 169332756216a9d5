// Search by Tavily: POST /search with the key as a bearer token.
import * as z from 'zod';
import type { Web } from '../web.ts';
import { askJson, keyProblem } from './jsonAnswer.ts';
import { maxHits, type SearchProvider } from './searchProvider.ts';

const Answer = z.object({
  results: z.array(
    z.object({
      url: z.string(),
      title: z.string(),
      content: z.string().nullish(),
      published_date: z.string().nullish(),
    }),
  ),
});

const name = 'Tavily';

export interface TavilyOptions {
  readonly web: Web;
  readonly key: string;
  readonly baseUrl?: string;
}

export const tavilyUrl = 'https://api.tavily.com';

export function tavily({ web, key, baseUrl = tavilyUrl }: TavilyOptions): SearchProvider {
  return {
    name,
    search: async (query, signal) => {
      const request = {
        url: `${baseUrl}/search`,
        method: 'POST' as const,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query, max_results: maxHits, search_depth: 'basic' }),
      };
      try {
        const { results } = await askJson(web, { service: name, request, schema: Answer }, signal);
        return results.map((result) => ({
          title: result.title,
          url: result.url,
          snippet: (result.content ?? '').replace(/\s+/g, ' ').trim(),
          date: result.published_date ?? null,
        }));
      } catch (error) {
        throw keyProblem(error, name, 'TOOL_R1_TAVILY_KEY');
      }
    },
  };
}
