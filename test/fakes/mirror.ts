// A file server on loopback that can do what real ones do on a bad day. Each request is written down.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a path answers. Functions see the request's number for that path, from 1. */
export type MirrorAnswer = (
  request: IncomingMessage,
  response: ServerResponse,
  count: number,
) => void;

export interface Mirror {
  /** Ends without a slash. */
  readonly url: string;
  /** `GET /path range` of each request, in order. */
  readonly requests: string[];
  readonly answers: Map<string, MirrorAnswer>;
  close(): Promise<void>;
}

export async function startMirror(): Promise<Mirror> {
  const answers = new Map<string, MirrorAnswer>();
  const requests: string[] = [];
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(`${request.method ?? ''} ${path} ${request.headers.range ?? ''}`.trim());
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    const answer = answers.get(path);
    if (answer === undefined) response.writeHead(404).end('no such file');
    else answer(request, response, count);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, answers, close: () => closeServer(server) };
}

/** The whole file, or the part asked for. */
export function file(content: Uint8Array): MirrorAnswer {
  return (request, response) => {
    const start = startOf(request);
    if (start === null) {
      response.writeHead(200, { 'content-length': content.length }).end(content);
    } else if (start >= content.length) {
      response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
    } else {
      const headers = {
        'content-length': content.length - start,
        'content-range': `bytes ${start}-${content.length - 1}/${content.length}`,
      };
      response.writeHead(206, headers).end(content.subarray(start));
    }
  };
}

/** Breaks the connection after some bytes, the first `times` times; then answers as `file`. */
export function cutFile(content: Uint8Array, after: number, times: number): MirrorAnswer {
  return (request, response, count) => {
    if (count > times) {
      file(content)(request, response, count);
      return;
    }
    const start = startOf(request) ?? 0;
    response.writeHead(start > 0 ? 206 : 200, { 'content-length': content.length - start });
    // A moment later, so that what was written is not lost with the connection.
    response.write(content.subarray(start, start + after));
    setTimeout(() => response.destroy(), 40);
  };
}

/** Answers with a status and a text. */
export function status(code: number, text = '', type = 'text/plain'): MirrorAnswer {
  return (_request, response) => {
    response.writeHead(code, { 'content-type': type }).end(text);
  };
}

/** Sends the start of a file and then nothing more. */
export function stuckFile(content: Uint8Array, after: number): MirrorAnswer {
  return (_request, response) => {
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.subarray(0, after));
  };
}

function startOf(request: IncomingMessage): number | null {
  const match = /^bytes=(\d+)-$/.exec(request.headers.range ?? '');
  return match === null ? null : Number(match[1]);
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
