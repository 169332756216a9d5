// A token server over HTTP, shaped like vLLM's: `/tokenize` and `/v1/completions` with ids and log-probabilities. What it
// samples is a function of the prompt and the seed alone, so that a run on it can be repeated bit for bit.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import {
  decode,
  encode,
  endOfTurn,
  markId,
  render,
  TemplateRefusal,
  type Template,
} from './toyTokenizer.ts';

export interface SamplingQuestion {
  /** The prompt as text, marks included. */
  readonly prompt: string;
  readonly seed: number;
  readonly model: string;
}

/** What the model would write if nothing stopped it. */
export type Speak = (question: SamplingQuestion) => string;

export interface FakeTokenServerOptions {
  readonly speak: Speak;
  readonly template?: Template;
  readonly contextTokens?: number;
  /** Told by `/v1/models` where it is given. */
  readonly tokenizerSha256?: string;
  /** Milliseconds that a completion takes, by its seed. */
  readonly delay?: (seed: number) => number;
  /** Changes an answer before it is sent; for servers that are wrong. */
  readonly spoil?: (path: string, answer: Record<string, unknown>) => unknown;
}

/** One answer in place of the usual one; `null` breaks the connection. */
export type Trouble = { readonly status: number; readonly body: string } | null;

const TokenizeBody = z.union([
  z.object({
    messages: z.array(z.object({ role: z.string(), content: z.string() })),
    add_generation_prompt: z.boolean(),
  }),
  z.object({ prompt: z.string(), add_special_tokens: z.literal(false) }),
]);
export const CompletionBody = z.object({
  model: z.string(),
  prompt: z.array(z.int()),
  max_tokens: z.int().positive(),
  temperature: z.number(),
  seed: z.int(),
  stop: z.array(z.string()),
  stop_token_ids: z.array(z.int()),
});
type CompletionBody = z.infer<typeof CompletionBody>;

export class FakeTokenServer {
  readonly completions: Record<string, unknown>[] = [];
  tokenizeCalls = 0;
  /** Most completions that were being made at one time. */
  mostAtOnce = 0;
  /** Taken one for each completion before it is answered. */
  readonly troubles: Trouble[] = [];
  readonly #options: FakeTokenServerOptions;
  readonly #server = createServer((request, response) => {
    void this.#answer(request).then(({ status, text }) => {
      if (status === 0) request.socket.destroy();
      else response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    });
  });
  #now = 0;

  constructor(options: FakeTokenServerOptions) {
    this.#options = options;
  }

  static async start(options: FakeTokenServerOptions): Promise<FakeTokenServer> {
    const fake = new FakeTokenServer(options);
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage): Promise<{ status: number; text: string }> {
    const path = request.url ?? '';
    if (path === '/v1/models') {
      const models = [{ id: 'policy', tokenizer_sha256: this.#options.tokenizerSha256 }];
      return { status: 200, text: JSON.stringify({ data: models }) };
    }
    const body: unknown = JSON.parse(await textOf(request));
    const answer = path === '/tokenize' ? this.#tokenize(body) : await this.#complete(body);
    if ('status' in answer)
      return { status: Number(answer['status']), text: String(answer['body']) };
    const sent = this.#options.spoil?.(path, answer) ?? answer;
    return { status: 200, text: typeof sent === 'string' ? sent : JSON.stringify(sent) };
  }

  #tokenize(body: unknown): Record<string, unknown> {
    this.tokenizeCalls += 1;
    const { template = 'chatml', contextTokens = 4096 } = this.#options;
    const asked = TokenizeBody.parse(body);
    try {
      const text =
        'prompt' in asked
          ? asked.prompt
          : render(template, asked.messages, asked.add_generation_prompt);
      const tokens = encode(text);
      return { tokens, count: tokens.length, max_model_len: contextTokens };
    } catch (error) {
      if (error instanceof TemplateRefusal) return { status: 400, body: error.message };
      throw error;
    }
  }

  async #complete(body: unknown): Promise<Record<string, unknown>> {
    const request = CompletionBody.parse(body);
    this.completions.push(body as Record<string, unknown>);
    if (this.troubles.length > 0) return this.troubles.shift() ?? { status: 0, body: '' };
    this.#now += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#now);
    await new Promise((resolve) => setTimeout(resolve, this.#options.delay?.(request.seed) ?? 0));
    this.#now -= 1;
    return { choices: [this.#choice(request)] };
  }

  #choice(request: CompletionBody): Record<string, unknown> {
    const { model, seed } = request;
    const written = this.#options.speak({ prompt: decode(request.prompt), seed, model });
    const ids = encode(written).slice(0, request.max_tokens);
    const end = endOfTurn(this.#options.template ?? 'chatml');
    const ends = new Set([...request.stop_token_ids, ...(end === null ? [] : [markId(end)])]);
    for (let length = 1; length <= ids.length; length += 1) {
      const text = decode(ids.slice(0, length));
      const stop = request.stop.find((word) => text.includes(word));
      if (stop !== undefined)
        return choice(request, ids.slice(0, length), text.split(stop)[0] ?? '', stop);
      const last = ids[length - 1] ?? -1;
      if (ends.has(last)) {
        return choice(request, ids.slice(0, length), decode(ids.slice(0, length - 1)), null);
      }
    }
    return { ...choice(request, ids, decode(ids), null), finish_reason: 'length' };
  }
}

function choice(
  request: CompletionBody,
  ids: readonly number[],
  text: string,
  stopReason: string | null,
): Record<string, unknown> {
  return {
    text,
    token_ids: ids,
    prompt_token_ids: request.prompt,
    finish_reason: 'stop',
    stop_reason: stopReason,
    logprobs: {
      token_logprobs: ids.map((id, place) => logProb(request.seed, id, place)),
      tokens: ids.map((id) => `token_id:${id}`),
    },
  };
}

/** Some number below 0 that depends on everything that it should. */
export function logProb(seed: number, id: number, place: number): number {
  return -(((seed % 97) + id * 7 + place * 13) % 100) / 100;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
