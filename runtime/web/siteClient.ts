// Asks sites over the network: one connection, one request, one answer, each within its limits. Where a connection may lead is the
// business of the connectors that are handed in.
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Sleep } from '../support/backOff.ts';
import type { Connector } from './checkedConnector.ts';
import { connectionError } from './connectionError.ts';
import { acceptedEncodings, readBody } from './readBody.ts';
import { shownUrl } from './shownUrl.ts';
import type { Answer, Question, Sites } from './sites.ts';
import { timeLimit } from './timeLimit.ts';
import { WebError } from './web.ts';
import type { WebLimits } from './webLimits.ts';

export interface SiteClientParts {
  /** Opens connections to public addresses only. */
  readonly connectPublic: Connector;
  /** Opens connections to the person's own servers. */
  readonly connectOwn: Connector;
  /** For questions to one origin. */
  readonly newDispatcher: (origin: string, connect: Connector) => Dispatcher;
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
  readonly #open = new Set<Dispatcher>();

  constructor(parts: SiteClientParts) {
    this.#parts = parts;
  }

  async ask(question: Question, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted();
    const { isOwn, url } = question.address;
    const { newDispatcher, connectOwn, connectPublic } = this.#parts;
    const dispatcher = newDispatcher(url.origin, once(isOwn ? connectOwn : connectPublic));
    this.#open.add(dispatcher);
    try {
      return await this.#askWithin(dispatcher, question, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw connectionError(error, url);
    } finally {
      this.#open.delete(dispatcher);
      await dispatcher.destroy();
    }
  }

  /** Ends what is still asked. */
  async close(): Promise<void> {
    await Promise.all([...this.#open].map((dispatcher) => dispatcher.destroy()));
  }

  async #askWithin(
    dispatcher: Dispatcher,
    question: Question,
    signal: AbortSignal,
  ): Promise<Answer> {
    const { sleep, limits } = this.#parts;
    const { url } = question.address;
    const whole = limits.exchangeMilliseconds;
    const first = limits.firstByteMilliseconds;
    const wholeLimit = timeLimit(whole, () => tooSlow(url, whole), { sleep, signal });
    const firstLimit = timeLimit(first, () => tooSlow(url, first), {
      sleep,
      signal: wholeLimit.signal,
    });
    // The client looks at the signal of a request only when it is connected.
    const leave = () => void dispatcher.destroy(errorOf(firstLimit.signal));
    firstLimit.signal.addEventListener('abort', leave, { once: true });
    try {
      const response = await this.#request(dispatcher, question, firstLimit.signal);
      firstLimit.stop();
      return await this.#answer(response, url);
    } finally {
      firstLimit.signal.removeEventListener('abort', leave);
      firstLimit.stop();
      wholeLimit.stop();
    }
  }

  #request(
    dispatcher: Dispatcher,
    { address: { url }, method, headers, body }: Question,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    return dispatcher.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers: {
        accept: '*/*',
        ...headers,
        'accept-encoding': acceptedEncodings,
        'user-agent': this.#parts.userAgent,
      },
      body,
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

function errorOf({ reason }: AbortSignal): Error | null {
  return reason instanceof Error ? reason : null;
}

/** A server that hangs up before it was asked is not called again. */
function once(connect: Connector): Connector {
  let isUsed = false;
  return (options, callback) => {
    if (isUsed) {
      const error = new Error('the connection ended before the question');
      callback(Object.assign(error, { code: 'ECONNRESET' }), null);
      return;
    }
    isUsed = true;
    connect(options, callback);
  };
}

function tooSlow({ host }: URL, milliseconds: number): WebError {
  return new WebError(
    'too-slow',
    `${host} did not answer within ${Math.round(milliseconds / 1000)} s. Try another site, or this one later.`,
  );
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
