// The search service that a person chose, ready to be asked.
import { HumanError } from '../../support/errors.ts';
import type { Web } from '../web.ts';
import { brave, braveUrl } from './brave.ts';
import { duckDuckGo } from './duckDuckGo.ts';
import type { SearchChoice } from './searchChoice.ts';
import type { SearchProvider } from './searchProvider.ts';
import { searxng } from './searxng.ts';
import { tavily, tavilyUrl } from './tavily.ts';

/** The key for a service: by the address that an editor keeps it under, or by the variable of a terminal. Null for none. */
export type SearchKey = (address: string, variable: string) => string | null;

/** @throws HumanError for a service without its key */
export function openSearch(choice: SearchChoice, web: Web, keyOf: SearchKey): SearchProvider {
  switch (choice.kind) {
    case 'duckduckgo':
      return duckDuckGo(web);
    case 'searxng':
      return searxng(web, choice.baseUrl);
    case 'brave': {
      const key =
        keyOf(braveUrl, 'TOOL_R1_BRAVE_KEY') ?? missing('Brave Search', 'TOOL_R1_BRAVE_KEY');
      return brave({ web, key });
    }
    case 'tavily': {
      const key = keyOf(tavilyUrl, 'TOOL_R1_TAVILY_KEY') ?? missing('Tavily', 'TOOL_R1_TAVILY_KEY');
      return tavily({ web, key });
    }
  }
}

function missing(service: string, variable: string): never {
  throw new HumanError(
    `${service} needs a key. Set it in VS Code by the command Set Search Key, in a terminal by ${variable}, or choose another search service.`,
  );
}
