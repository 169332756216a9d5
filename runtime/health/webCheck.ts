// Whether the agent could search the web, were it allowed to: the service that is set, and its key.
import type { HealthCheck } from '../contract/health.ts';
import { errorMessage, HumanError } from '../support/errors.ts';
import { parseSearch, type SearchChoice } from '../web/search/searchChoice.ts';
import { pass, warn } from './healthCheck.ts';

/** Services with a key: the address that an editor keeps it under, and the variable of a terminal. */
const keyed = {
  brave: { address: 'https://api.search.brave.com', variable: 'TOOL_R1_BRAVE_KEY' },
  tavily: { address: 'https://api.tavily.com', variable: 'TOOL_R1_TAVILY_KEY' },
} as const;

export interface SearchFacts {
  /** As the person named the service. */
  readonly search: string;
  readonly hasKey: (address: string, variable: string) => boolean;
}

const name = 'Web search';
const howToAllow =
  'the web is used after a person allowed it: run --web, or the setting toolR1.web.enabled';

export function webCheck({ search, hasKey }: SearchFacts): HealthCheck {
  const choice = readChoice(search);
  if (typeof choice === 'string')
    return warn(name, choice, 'Set it by TOOL_R1_SEARCH or toolR1.web.search.');
  switch (choice.kind) {
    case 'duckduckgo':
      return pass(name, `DuckDuckGo, which refuses programs that ask often; ${howToAllow}`);
    case 'searxng':
      return pass(name, `SearXNG at ${new URL(choice.baseUrl).host}; ${howToAllow}`);
    case 'brave':
    case 'tavily': {
      const { address, variable } = keyed[choice.kind];
      if (hasKey(address, variable)) return pass(name, `${choice.kind}, with a key; ${howToAllow}`);
      const advice = `Set it in VS Code by the command Set Search Key, in a terminal by ${variable}.`;
      return warn(name, `${choice.kind} is chosen, but there is no key for it`, advice);
    }
  }
}

/** What is wrong with the name where it is none. */
function readChoice(search: string): SearchChoice | string {
  try {
    return parseSearch(search);
  } catch (error) {
    if (error instanceof HumanError) return errorMessage(error);
    throw error;
  }
}
