// The server on its address: takes requests, hands them to the routes, sends JSON. What the routes do is none of its business.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HumanError, stackOf, systemCode } from '../support/errors.ts';
import type { Log } from '../support/log.ts';
import { findRoute, type Answer, type Route } from './route.ts';
import { wireError, WireProblem } from './wireProblem.ts';

export interface Address {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

export interface HttpServerOptions {
  readonly routes: readonly Route[];
  readonly log: Log;
  /** Bytes of a body; more is refused. */
  readonly maxBodyBytes?: number;
}

const usualMaxBodyBytes = 64 << 20;

export class HttpServer {
  readonly #options: HttpServerOptions;
  readonly #server: Server;
  readonly #stopped = new AbortController();

  constructor(options: HttpServerOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  /**
   * Starts to listen and gives the address with its real port.
   * @throws HumanError when the address is taken or is none of this machine's
   */
  async listen({ host, port }: Address): Promise<Address> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', (error) => reject(listenProblem(host, port, error)));
      this.#server.listen(port, host, resolve);
    });
    const { port: bound } = check(this.#server.address());
    return { host, port: bound };
  }

  /** Ends every connection. */
  async close(): Promise<void> {
    this.#stopped.abort();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const signal = AbortSignal.any([gone.signal, this.#stopped.signal]);
    try {
      send(response, await this.#handle(request, signal));
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof WireProblem)) {
        this.#options.log.error('A request failed', { url: request.url, error: stackOf(error) });
      }
      send(response, wireError(error));
    }
  }

  async #handle(request: IncomingMessage, signal: AbortSignal): Promise<Answer> {
    const { routes, maxBodyBytes = usualMaxBodyBytes } = this.#options;
    // A page in a browser reaches loopback too; a trainer sends no origin.
    if (request.headers.origin !== undefined)
      throw new WireProblem(403, 'No web page may ask here.');
    const url = new URL(request.url ?? '/', 'http://server');
    const { route, name } = findRoute(routes, request.method ?? '', url.pathname);
    const text = await bodyOf(request, maxBodyBytes);
    return route.handle({ name, query: url.searchParams, text, signal });
  }
}

async function bodyOf(request: IncomingMessage, maxBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    const chunk: unknown = part;
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.length;
    if (bytes > maxBytes) throw new WireProblem(413, `The body has more than ${maxBytes} bytes.`);
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString('utf8');
}

function send(response: ServerResponse, { status, body }: Answer): void {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': bytes.length,
    // The rest of a body that was too large is not read.
    ...(status === 413 ? { connection: 'close' } : {}),
  });
  response.end(bytes);
}

function listenProblem(host: string, port: number, error: Error): Error {
  switch (systemCode(error) ?? '') {
    case 'EADDRINUSE':
      return new HumanError(
        `Port ${port} of ${host} is in use. Stop what listens there, or choose another with --listen.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new HumanError(
        `${host} is no address of this machine. Use --listen 127.0.0.1:${port}`,
      );
    case 'EACCES':
      return new HumanError(`Port ${port} needs more rights. Choose one above 1023 with --listen.`);
    default:
      return error;
  }
}

function check(address: string | AddressInfo | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new TypeError('not a TCP address');
  return address;
}
