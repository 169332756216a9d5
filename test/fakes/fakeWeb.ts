// A web of pages that a test lays down by address; it keeps what was asked.
import { type Web, WebError, type WebRequest, type WebResponse } from '../../runtime/web/web.ts';

export interface FakePage {
  readonly body: string | Uint8Array;
  readonly type?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Where redirects end; the address that was asked when absent. */
  readonly url?: string;
}

export class FakeWeb implements Web {
  readonly asked: WebRequest[] = [];
  readonly #pages = new Map<string, FakePage | WebError>();

  /** @param address the whole of it, or without its query for any query */
  put(address: string, page: FakePage | WebError): this {
    this.#pages.set(address, page);
    return this;
  }

  fetch(request: WebRequest, signal: AbortSignal): Promise<WebResponse> {
    signal.throwIfAborted();
    this.asked.push(request);
    const { url } = request;
    const page = this.#pages.get(url) ?? this.#pages.get(url.split('?')[0] ?? url);
    if (page === undefined) {
      return Promise.reject(new WebError('not-found', `${url} is not there.`, { status: 404 }));
    }
    return page instanceof WebError ? Promise.reject(page) : Promise.resolve(answer(url, page));
  }
}

function answer(url: string, page: FakePage): WebResponse {
  const { body, status = 200, type = 'application/json' } = page;
  return {
    url: page.url ?? url,
    status,
    headers: { 'content-type': type, ...page.headers },
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    source: 'network',
  };
}

/** What was asked for, by name. */
export function queryOf({ url }: WebRequest): Record<string, string> {
  return Object.fromEntries(new URL(url).searchParams);
}
