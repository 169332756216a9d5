// How a person names a search service: by its name, or by the address of a SearXNG.
import { HumanError } from '../../support/errors.ts';

export type SearchChoice =
  | { readonly kind: 'duckduckgo' | 'brave' | 'tavily' }
  | { readonly kind: 'searxng'; readonly baseUrl: string };

/** @throws HumanError that shows the forms */
export function parseSearch(text: string): SearchChoice {
  const name = text.trim();
  const kind = name.toLowerCase();
  if (kind === 'duckduckgo' || kind === 'brave' || kind === 'tavily') return { kind };
  if (/^https?:\/\//i.test(name) && URL.canParse(name)) return { kind: 'searxng', baseUrl: name };
  throw new HumanError(
    `There is no search service "${name}". Write duckduckgo, brave, tavily, or the address of a SearXNG such as http://localhost:8080.`,
  );
}
