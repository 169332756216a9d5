// A host that answers list requests when the test says so.
import { panelRequests } from '../../../runtime/contract/panel.ts';
import type { ListPage, ListQuery } from '../../../runtime/contract/viewing.ts';
import type { Host, RequestResult } from '../../../webview/messages/host.ts';

export interface ListRequest {
  readonly query: ListQuery;
  readonly offset: number;
  readonly signal: AbortSignal;
  answer(over?: Partial<ListPage>): Promise<void>;
  fail(message: string): Promise<void>;
}

export class FakeListHost implements Pick<Host, 'request'> {
  readonly requests: ListRequest[] = [];

  readonly request: Host['request'] = (name, params, options = {}) => {
    const { query, offset } = panelRequests['list-trajectories'].params.parse(params);
    return new Promise((resolve, reject) => {
      const signal = options.signal ?? new AbortController().signal;
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      this.requests.push({
        query,
        offset,
        signal,
        answer: async (over) => {
          const result = panelRequests[name].result.parse({ ...pageOf(offset), ...over });
          resolve(result as RequestResult<typeof name>);
          await turn();
        },
        fail: async (message) => {
          reject(new Error(message));
          await turn();
        },
      });
    });
  };

  /** Requests that are neither answered nor given up are the newest ones. */
  get last(): ListRequest {
    return this.requests.at(-1)!;
  }
}

function pageOf(offset: number): ListPage {
  return {
    totalRows: 1000,
    matches: 1000,
    offset,
    rows: Array.from({ length: 100 }, (_, at) => ({
      kind: 'broken-line',
      line: offset + at + 1,
      message: '',
    })),
    highestReward: null,
    highestSteps: 0,
    searching: false,
  };
}

async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
