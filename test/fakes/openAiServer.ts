// A local HTTP server that answers as OpenAI-compatible servers do, by a script for each route. Streams are split every
// seven bytes, so that lines, characters of several bytes and stop strings all fall apart somewhere.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}

/** A whole answer. */
export interface PlainAnswer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** An object is sent as JSON, a string as it is. */
  readonly body: unknown;
}

/** A streamed answer. */
export interface StreamAnswer {
  /** Sent as `data:` lines; a string is sent as raw text. */
  readonly events: readonly unknown[];
  readonly headers?: Record<string, string>;
  /** What follows the events: the `[DONE]` mark, a clean end without it, a broken connection, or silence. */
  readonly then?: 'done' | 'end' | 'break' | 'hang';
  readonly pauseMilliseconds?: number;
}

export type Answer =
  | PlainAnswer
  | StreamAnswer
  | { readonly breaks: true }
  | ((
      request: RecordedRequest,
    ) => PlainAnswer | StreamAnswer | Promise<PlainAnswer | StreamAnswer>);

export interface FakeOpenAiServer {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  readonly baseUrl: string;
  readonly requests: readonly RecordedRequest[];
  /** Bodies of the requests to a route, in order. */
  bodies(route: string): Record<string, unknown>[];
  /** Answers that the client left before their end. */
  readonly abandoned: number;
  close(): Promise<void>;
}

/**
 * @param script answers by route, for example `POST /v1/chat/completions`; the last answer of a route repeats, and a route
 * without answers gives 404
 * @param port 0 takes a free one
 */
export async function startOpenAiServer(
  script: Readonly<Record<string, readonly Answer[]>>,
  port = 0,
): Promise<FakeOpenAiServer> {
  const requests: RecordedRequest[] = [];
  const counts = new Map<string, number>();
  let abandoned = 0;
  const server = createServer((incoming, response) => {
    response.on('close', () => {
      if (!response.writableFinished) abandoned += 1;
    });
    void answer(incoming, response);
  });

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await record(incoming);
    requests.push(request);
    const route = `${request.method} ${request.path}`;
    const count = counts.get(route) ?? 0;
    counts.set(route, count + 1);
    const answers = script[route] ?? [];
    const scripted = answers[Math.min(count, answers.length - 1)] ?? {
      status: 404,
      body: { detail: 'Not Found' },
    };
    await send(typeof scripted === 'function' ? await scripted(request) : scripted, response);
  }

  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    origin,
    baseUrl: `${origin}/v1`,
    requests,
    bodies: (route) =>
      requests
        .filter((request) => `${request.method} ${request.path}` === route)
        .map((request) => request.body),
    get abandoned() {
      return abandoned;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function record(incoming: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
  };
}

async function send(
  answer: PlainAnswer | StreamAnswer | { breaks: true },
  response: ServerResponse,
): Promise<void> {
  if ('breaks' in answer) response.destroy();
  else if ('events' in answer) await sendStream(answer, response);
  else sendPlain(answer, response);
}

function sendPlain(answer: PlainAnswer, response: ServerResponse): void {
  const text = typeof answer.body === 'string';
  response.writeHead(answer.status ?? 200, {
    'content-type': text ? 'text/plain' : 'application/json',
    ...answer.headers,
  });
  response.end(text ? answer.body : JSON.stringify(answer.body));
}

async function sendStream(answer: StreamAnswer, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', ...answer.headers });
  response.flushHeaders();
  for (const event of answer.events) {
    const text = typeof event === 'string' ? event : `data: ${JSON.stringify(event)}\n\n`;
    await sendSplit(Buffer.from(text), response);
    if (answer.pauseMilliseconds !== undefined) await sleep(answer.pauseMilliseconds);
  }
  switch (answer.then ?? 'done') {
    case 'done':
      response.end('data: [DONE]\n\n');
      break;
    case 'end':
      response.end();
      break;
    case 'break':
      // Without a moment to leave, what was written would be lost with the connection.
      await sleep(20);
      response.destroy();
      break;
    case 'hang':
      break;
  }
}

async function sendSplit(bytes: Buffer, response: ServerResponse): Promise<void> {
  for (let at = 0; at < bytes.length; at += 7) {
    response.write(bytes.subarray(at, at + 7));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A chunk of a chat stream. */
export function delta(
  content: string | null,
  more: { choice?: object; delta?: object; chunk?: object } = {},
): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    model: 'fake-model',
    choices: [{ index: 0, delta: { content, ...more.delta }, finish_reason: null, ...more.choice }],
    ...more.chunk,
  };
}

/** The chunk that ends a reply. */
export function finish(reason: string, more: object = {}): object {
  return delta(null, { choice: { finish_reason: reason, ...more } });
}

/** The chunk without choices that carries the usage. */
export function usage(promptTokens: number, completionTokens: number): object {
  return {
    model: 'fake-model',
    choices: [],
    usage: { prompt_tokens: promptTokens, completion_tokens: completionTokens },
  };
}

/** A whole chat stream that says the text in the given pieces. */
export function chat(...pieces: string[]): StreamAnswer {
  return {
    events: [
      delta('', { delta: { role: 'assistant' } }),
      ...pieces.map((piece) => delta(piece)),
      finish('stop'),
      usage(11, pieces.length),
    ],
  };
}

/** A refusal in OpenAI's form. */
export function refusal(status: number, message: string, more: object = {}): PlainAnswer {
  return { status, body: { error: { message, ...more } } };
}
