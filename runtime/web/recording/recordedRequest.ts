// What a recording keeps of a question, and by what a question is found again in it. No key of a person gets into it.
import { parseUrl } from '../ownServers.ts';
import { shownUrl } from '../shownUrl.ts';
import type { WebRequest } from '../web.ts';
import type { WebExchange } from './webExchange.ts';

export type RecordedRequest = WebExchange['request'];

const keptHeaders = new Set(['accept', 'accept-language', 'content-type']);

export function recordedRequest(request: WebRequest): RecordedRequest {
  const headers = Object.entries(request.headers ?? {})
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => keptHeaders.has(name));
  return {
    method: request.method ?? 'GET',
    url: recordedUrl(request.url),
    headers: Object.fromEntries(headers),
    body: request.body ?? null,
  };
}

/** As the client asks it, or as it was written when it is no address. */
export function recordedUrl(address: string): string {
  const url = parseUrl(address.trim());
  if (url === null) return shownUrl(address);
  url.hash = '';
  return shownUrl(url.href);
}

/** Equal for questions that have the same answer. */
export function requestKey({ method, url, body }: RecordedRequest): string {
  return JSON.stringify([method, url, body]);
}
