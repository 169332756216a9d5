// Asks sites over the network: one request, one answer, each within its limits. Where a connection may lead is the business of the
// dispatchers that are handed in.
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Sleep } from '../support/backOff.ts';
import { connectionError } from './connectionError.ts';
import { acceptedEncodings, readBody } from './readBody.ts';
import { shownUrl } from './shownUrl.ts';
import type { Answer, Question, Sites } from './sites.ts';
import { timeLimit } from './timeLimit.ts';
import { WebError } from './web.ts';
import type { WebLimits } from './webLimits.ts';

export interface SiteClientParts {
  /** Opens connections to public addresses only. */
  readonly publicSites: Dispatcher;
  /** Opens connections to the person's own servers. */
  readonly ownServers: Dispatcher;
  /** Value of User-Agent. */
  readonly userAgent: string;
  readonly limits: Pick<
    WebLimits,
    'maxBodyBytes' | 'firstByteMilliseconds' | 'exchangeMilliseconds'
  >;
  readonly sleep: Sleep;
}

/** Headers that described the transfer, or that are between a site and a browser. */
const droppedHeaders =
  /^(set-cookie2?|connection|keep-alive|transfer-encoding|trailer|upgrade|content-encoding|content-length|proxy-.*|www-authenticate|alt-svc)$/;

export class SiteClient implements Sites {
  readonly #parts: SiteClientParts;

  constructor(parts: SiteClientParts) {
    this.#parts = parts;
  }

  async ask(question: Question, signal: AbortSignal): Promise<Answer> {
    const { sleep, limits } = this.#parts;
    const { url } = question.address;
    const tooSlow = (milliseconds: number) => () =>
      new WebError(
        'too-slow',
        `${url.host} did not answer within ${Math.round(milliseconds / 1000)} s. Try another site, or this one later.`,
      );
    const { exchangeMilliseconds: whole, firstByteMilliseconds: first } = limits;
    const wholeLimit = timeLimit(whole, tooSlow(whole), { sleep, signal });
    const firstLimit = timeLimit(first, tooSlow(first), { sleep, signal: wholeLimit.signal });
    try {
      const response = await this.#request(question, firstLimit.signal);
      firstLimit.stop();
      return await this.#answer(response, url);
    } catch (error) {
      signal.throwIfAborted();
      throw connectionError(error, url);
    } finally {
      firstLimit.stop();
      wholeLimit.stop();
    }
  }

  #request(question: Question, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const { url, isOwn } = question.address;
    const dispatcher = isOwn ? this.#parts.ownServers : this.#parts.publicSites;
    return dispatcher.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: question.method,
      headers: {
        accept: '*/*',
        ...question.headers,
        'accept-encoding': acceptedEncodings,
        'user-agent': this.#parts.userAgent,
      },
      body: question.body,
      signal,
    });
  }

  async #answer(response: Dispatcher.ResponseData, url: URL): Promise<Answer> {
    const { statusCode: status, headers, body: stream } = response;
    // A body that is left before its end reports that as an error; nobody waits for it then.
    stream.on('error', () => undefined);
    const kept = keptHeaders(headers);
    if (status < 200 || status > 299) {
      stream.destroy();
      return { status, headers: kept, body: new Uint8Array() };
    }
    const announced = Number(headers['content-length']);
    const body = await readBody(stream, {
      encoding: headerText(headers['content-encoding']),
      announcedBytes: Number.isFinite(announced) ? announced : null,
      maxBytes: this.#parts.limits.maxBodyBytes,
      url: shownUrl(url.href),
    });
    return { status, headers: kept, body };
  }
}

function keptHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !droppedHeaders.test(name))
      .flatMap(([name, value]) => {
        const text = headerText(value);
        return text === null ? [] : [[name, text]];
      }),
  );
}

function headerText(value: string | string[] | undefined): string | null {
  return Array.isArray(value) ? value.join(', ') : (value ?? null);
}
