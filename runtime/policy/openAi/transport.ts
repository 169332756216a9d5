// One streamed request to an OpenAI-compatible server, through the `openai` package: sends a body, yields pieces.
// What went wrong is thrown as it is; problem.ts says what it means. Retries and time limits are the caller's.
import { APIError, OpenAI } from 'openai';
import { Stream } from 'openai/core/streaming';
import * as z from 'zod';
import { check, parseJson } from '../../support/parseJson.ts';
import type { Fetch } from '../serverFetch.ts';
import { type Piece, toPiece, WireReply } from './wire.ts';

export interface ServerAccess {
  readonly baseUrl: string;
  /** Null sends no Authorization header. */
  readonly apiKey: string | null;
  readonly fetch: Fetch;
}

/** The server answered, with a refusal. The message is fixed: what the server said is in `body` and may be long. */
export class ServerRefusal extends Error {
  override readonly name = 'ServerRefusal';
  /** HTTP status; for an error inside a stream the status that the server gives there, or 200. */
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;

  constructor(status: number, headers: Headers, body: string) {
    super('The server refused the request.');
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** The server sent something that is no answer of this API. */
export class ForeignAnswer extends Error {
  override readonly name = 'ForeignAnswer';
  readonly kind: 'html' | 'not-json' | 'wrong-shape';

  constructor(kind: ForeignAnswer['kind'], detail: string) {
    super(detail);
    this.kind = kind;
  }
}

/** Yields pieces until the server ends the answer. An aborted signal ends it early, or rejects with an abort error. */
export async function* streamPieces(
  access: ServerAccess,
  path: '/chat/completions' | '/completions',
  body: Record<string, unknown>,
  signal: AbortSignal,
): AsyncGenerator<Piece> {
  const client = clientFor(access);
  const response = await client.post(path, body, signal);
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('html')) throw new ForeignAnswer('html', type);
  if (type.includes('json')) {
    yield wholeReply(await response.text(), response);
    return;
  }
  yield* streamedReply(client.stream(response, signal), response);
}

interface Client {
  post(path: string, body: Record<string, unknown>, signal: AbortSignal): Promise<Response>;
  stream(response: Response, signal: AbortSignal): Stream<unknown>;
}

/** A client of the package that reads nothing from the environment, retries nothing and logs nothing. */
function clientFor(access: ServerAccess): Client {
  let failed: unknown = null;
  const fetchOrRecord: Fetch = async (input, init) => {
    try {
      return await refuseFailures(await access.fetch(input, init));
    } catch (error) {
      // The package replaces some errors by its own and loses what they said.
      failed = error;
      throw error;
    }
  };
  const openai = new OpenAI({
    baseURL: access.baseUrl,
    apiKey: access.apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    maxRetries: 0,
    logLevel: 'off',
    fetch: fetchOrRecord,
    defaultHeaders: {
      Authorization: access.apiKey === null ? null : `Bearer ${access.apiKey}`,
    },
  });
  return {
    async post(path, body, signal) {
      try {
        return await openai.post(path, { body, signal, stream: true }).asResponse();
      } catch (error) {
        throw failed ?? error;
      }
    },
    stream(response, signal) {
      const controller = new AbortController();
      signal.addEventListener('abort', () => controller.abort(), { once: true });
      return Stream.fromSSEResponse(response, controller, openai);
    },
  };
}

async function refuseFailures(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw new ServerRefusal(response.status, response.headers, await startOf(response));
}

async function* streamedReply(
  stream: AsyncIterable<unknown>,
  response: Response,
): AsyncGenerator<Piece> {
  try {
    for await (const value of stream) yield pieceOf(check(WireReply, value));
  } catch (error) {
    if (error instanceof SyntaxError) throw new ForeignAnswer('not-json', error.message);
    if (error instanceof APIError) throw refusalIn(error.error, response);
    throw error;
  }
}

/** The answer of a server that does not stream. */
function wholeReply(text: string, response: Response): Piece {
  const failed = parseJson(z.looseObject({ error: z.unknown().optional() }), text);
  if (failed.ok && failed.value.error !== undefined && failed.value.error !== null) {
    throw refusalIn(failed.value.error, response);
  }
  return pieceOf(parseJson(WireReply, text));
}

function pieceOf(parsed: ReturnType<typeof check<typeof WireReply>>): Piece {
  if (!parsed.ok) throw new ForeignAnswer('wrong-shape', parsed.problem);
  return toPiece(parsed.value);
}

const ErrorCode = z.looseObject({ code: z.int().min(400).max(599) });

/** An error that came with status 200. */
function refusalIn(error: unknown, response: Response): ServerRefusal {
  const coded = ErrorCode.safeParse(error);
  const status = coded.success ? coded.data.code : response.status;
  return new ServerRefusal(status, response.headers, JSON.stringify({ error }));
}

const maxErrorCharacters = 65_536;

/** The start of an error's body; the rest is not read. */
async function startOf(response: Response): Promise<string> {
  if (response.body === null) return '';
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (text.length < maxErrorCharacters) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
  }
  await reader.cancel();
  return text.slice(0, maxErrorCharacters);
}
