// Gives an answer again for as long as it lasts, and lets rollouts that ask for the same at the same time share one question.
// Errors are not kept.
import { createHash } from 'node:crypto';
import type { Clock } from '../../support/clock.ts';
import { SharedOpening } from '../../support/sharedOpening.ts';
import type { OwnServers } from '../ownServers.ts';
import type { Web, WebRequest, WebResponse } from '../web.ts';
import { type WebAddress, webAddress } from '../webAddress.ts';
import type { AnswerCache } from './answerCache.ts';
import { cacheLifetime } from './cacheLifetime.ts';

export interface CachingWebParts {
  readonly web: Web;
  readonly cache: AnswerCache;
  readonly ownServers: OwnServers;
  /** For answers of public sites that do not say how long they last. */
  readonly keptMilliseconds: number;
  readonly clock: Clock;
}

export class CachingWeb implements Web {
  readonly #parts: CachingWebParts;
  readonly #underWay = new Map<string, SharedOpening<WebResponse>>();

  constructor(parts: CachingWebParts) {
    this.#parts = parts;
  }

  async fetch(request: WebRequest, signal: AbortSignal): Promise<WebResponse> {
    signal.throwIfAborted();
    const address = webAddress(request.url, this.#parts.ownServers);
    const key = keyOf(request, address);
    const kept = await this.#parts.cache.find(key);
    if (kept !== null) return kept;
    return this.#asked(key, request, address).join({ signal, onProgress: () => undefined });
  }

  #asked(key: string, request: WebRequest, address: WebAddress): SharedOpening<WebResponse> {
    const running = this.#underWay.get(key);
    if (running !== undefined && !running.isCalledOff) return running;
    const asked = new SharedOpening(({ signal }) => this.#ask(key, request, address, signal));
    this.#underWay.set(key, asked);
    const forget = () => {
      if (this.#underWay.get(key) === asked) this.#underWay.delete(key);
    };
    asked.value.then(forget, forget);
    return asked;
  }

  async #ask(
    key: string,
    request: WebRequest,
    { isOwn }: WebAddress,
    signal: AbortSignal,
  ): Promise<WebResponse> {
    const { web, cache, keptMilliseconds, clock } = this.#parts;
    const response = await web.fetch(request, signal);
    const lifetime = cacheLifetime({
      headers: response.headers,
      now: Date.parse(clock.now()),
      // What runs on the person's own computer may be different a minute later.
      usualMilliseconds: isOwn ? 0 : keptMilliseconds,
    });
    if (lifetime > 0) await cache.keep(key, response, lifetime);
    return response;
  }
}

/** Different for everything that may change the answer, or whether there may be one. Hides keys in headers. */
function keyOf(request: WebRequest, { url, isOwn }: WebAddress): string {
  const headers = Object.entries(request.headers ?? {})
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const { method = 'GET', body = null, kind = 'page' } = request;
  return createHash('sha256')
    .update(JSON.stringify([method, url.href, body, kind, isOwn, headers]))
    .digest('hex');
}
