// The live web: follows redirects itself, so that each address on the way is checked like the first, and turns statuses into
// errors that an agent understands.
import { type OwnServers, serverOf } from './ownServers.ts';
import { shownUrl } from './shownUrl.ts';
import type { Answer, Sites } from './sites.ts';
import { statusError } from './statusError.ts';
import { type Web, WebError, type WebRequest, type WebResponse } from './web.ts';
import { refused, type WebAddress, webAddress } from './webAddress.ts';

/** Whether a page may be asked for, beyond where it lies. */
export interface Gate {
  /**
   * Milliseconds that the site wants between two questions; 0 where it said nothing.
   * @throws WebError when it wants no visit
   */
  admit(address: WebAddress, signal: AbortSignal): Promise<number>;
}

export interface RedirectingWebParts {
  readonly sites: Sites;
  /** Asked before each page; null to ask nobody. */
  readonly gate: Gate | null;
  readonly ownServers: OwnServers;
  readonly maxRedirects: number;
}

/** What is asked at one address on the way. */
interface Hop {
  readonly address: WebAddress;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);
/** All that another site learns of a question that was meant for the first. */
const harmlessHeaders = new Set(['accept', 'accept-language']);

export class RedirectingWeb implements Web {
  readonly #parts: RedirectingWebParts;

  constructor(parts: RedirectingWebParts) {
    this.#parts = parts;
  }

  async fetch(request: WebRequest, signal: AbortSignal): Promise<WebResponse> {
    const isPage = (request.kind ?? 'page') === 'page';
    let hop = firstHop(request, this.#parts.ownServers);
    for (let redirects = 0; redirects <= this.#parts.maxRedirects; redirects += 1) {
      const answer = await this.#ask(hop, isPage, signal);
      const target = targetOf(hop, answer);
      if (target === null) return responseOf(hop, answer);
      hop = this.#nextHop(hop, answer.status, target);
    }
    throw new WebError(
      'too-many-redirects',
      `${shownUrl(request.url)} leads on and on: after ${this.#parts.maxRedirects} redirects there was still no page. Try another address.`,
    );
  }

  async #ask(hop: Hop, isPage: boolean, signal: AbortSignal): Promise<Answer> {
    const { gate, sites } = this.#parts;
    const asksGate = gate !== null && isPage && !hop.address.isOwn;
    const gapMilliseconds = asksGate ? await gate.admit(hop.address, signal) : 0;
    return sites.ask({ ...hop, gapMilliseconds }, signal);
  }

  #nextHop(hop: Hop, status: number, target: string): Hop {
    const address = this.#redirected(hop, target);
    const becomesGet = status === 303 || ((status === 301 || status === 302) && isPost(hop));
    const { method, body } = becomesGet ? { method: 'GET' as const, body: null } : hop;
    if (address.url.origin === hop.address.url.origin) {
      return {
        address,
        method,
        body,
        headers: becomesGet ? withoutBody(hop.headers) : hop.headers,
      };
    }
    if (method === 'POST') {
      throw refused(target, `${hop.address.url.host} wanted to hand on what was sent to it`);
    }
    return { address, method, body, headers: harmless(hop.headers) };
  }

  /** A person's own server is reached when it is asked for, and never because a site leads to it. */
  #redirected(hop: Hop, target: string): WebAddress {
    const staysHome = hop.address.isOwn && serverOf(new URL(target)) === serverOf(hop.address.url);
    return webAddress(target, staysHome ? this.#parts.ownServers : new Set());
  }
}

function firstHop(request: WebRequest, ownServers: OwnServers): Hop {
  const headers = Object.entries(request.headers ?? {});
  return {
    address: webAddress(request.url, ownServers),
    method: request.method ?? 'GET',
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    body: request.body ?? null,
  };
}

/** Absolute; null when the answer leads nowhere else. */
function targetOf({ address }: Hop, answer: Answer): string | null {
  const location = answer.headers['location'];
  if (!redirectStatuses.has(answer.status) || location === undefined) return null;
  if (!URL.canParse(location, address.url.href)) {
    throw refused(location, `${address.url.host} leads there, and it is no web address`);
  }
  return new URL(location, address.url.href).href;
}

function responseOf({ address }: Hop, answer: Answer): WebResponse {
  const { status, headers, body } = answer;
  if (status < 200 || status > 299) throw statusError(status, address.url);
  return { url: address.url.href, status, headers, body, source: 'network' };
}

const isPost = ({ method }: Hop): boolean => method === 'POST';

function withoutBody(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith('content-')),
  );
}

function harmless(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => harmlessHeaders.has(name)));
}
