// The token server over HTTP. A server that is busy, restarting or gone for a moment is asked again, another one where there are
// several; what cannot mend itself is a failure at once.
import * as z from 'zod';
import type { Clock } from '../../support/clock.ts';
import { errorMessage, failure, FailureError, systemCode } from '../../support/errors.ts';
import { check, parseJson } from '../../support/parseJson.ts';
import {
  defaultBackOff,
  nextDelay,
  type BackOffSettings,
  type Sleep,
} from '../../support/backOff.ts';
import type { ChatMessage } from '../policy.ts';
import type { Fetch } from '../serverFetch.ts';
import { LeastLoaded } from './leastLoaded.ts';
import type { Tokenized, TokenServer } from './tokenServer.ts';
import {
  completionBody,
  ModelsAnswer,
  readCompletion,
  TokenizeAnswer,
  type Completion,
  type CompletionRequest,
} from './tokenWire.ts';

/** A tokenizer as a server tells of it. */
export interface ServedTokenizer {
  /** Of its file, in hexadecimal; null where the server does not say, as vLLM. */
  readonly sha256: string | null;
}

export interface TokenClientOptions {
  /** As the servers know it; only sampling names it. */
  readonly model: string;
  /** At least one; a trailing `/v1` is left out. */
  readonly baseUrls: readonly string[];
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** In 0..1, for spreading retries. */
  readonly random: () => number;
  readonly sleep: Sleep;
  readonly backOff?: BackOffSettings;
  /** Longest wait for one answer, in milliseconds. */
  readonly timeoutMilliseconds: number;
}

/** Codes of failures that the machinery has and the model does not. */
export const infrastructureCodes: ReadonlySet<string> = new Set([
  'policy/unreachable',
  'policy/server-error',
  'policy/no-answer-in-time',
]);

export class TokenClient implements TokenServer {
  readonly #options: TokenClientOptions;
  readonly #servers: LeastLoaded;

  constructor(options: TokenClientOptions) {
    this.#options = options;
    this.#servers = new LeastLoaded(options.baseUrls.map(serverRoot));
  }

  tokenize(messages: readonly ChatMessage[], signal: AbortSignal): Promise<Tokenized> {
    return this.#tokens({ messages, add_generation_prompt: true }, signal);
  }

  /** The text as it is, without a chat template. @throws FailureError at boundary `policy`, or the signal's abort reason */
  async textIds(text: string, signal: AbortSignal): Promise<readonly number[]> {
    return (await this.#tokens({ prompt: text, add_special_tokens: false }, signal)).ids;
  }

  async complete(request: CompletionRequest, signal: AbortSignal): Promise<Completion> {
    const body = completionBody(this.#options.model, request);
    const answer = readCompletion(await this.#ask('/v1/completions', body, signal), request);
    if (!answer.ok) throw malformed('/v1/completions', answer.problem);
    return answer.value;
  }

  /** What the server says of its tokenizer; null when it cannot be asked now. */
  async tokenizer(signal: AbortSignal): Promise<ServedTokenizer | null> {
    try {
      return await this.#servers.use(null, async (url) => {
        const response = await this.#options.fetch(`${url}/v1/models`, { signal });
        const models = parseJson(ModelsAnswer, await response.text());
        return { sha256: models.ok ? (models.value.data[0]?.tokenizer_sha256 ?? null) : null };
      });
    } catch {
      // What is wrong with the server shows as soon as it is asked for tokens.
      return null;
    }
  }

  async #tokens(body: object, signal: AbortSignal): Promise<Tokenized> {
    const answer = check(TokenizeAnswer, await this.#ask('/tokenize', body, signal));
    if (!answer.ok) throw malformed('/tokenize', answer.problem);
    const { tokens, max_model_len: contextTokens = null } = answer.value;
    return { ids: tokens, contextTokens };
  }

  /** Asks until there is an answer or a failure that stays. */
  async #ask(path: string, body: unknown, signal: AbortSignal): Promise<unknown> {
    const { clock, random, sleep, backOff = defaultBackOff } = this.#options;
    const text = JSON.stringify(body);
    const started = clock.monotonic();
    let failed: string | null = null;
    for (let attempts = 1; ; attempts += 1) {
      const answer: Attempt = await this.#servers.use(failed, (url) =>
        this.#once(url, path, text, signal),
      );
      if ('value' in answer) return answer.value;
      failed = answer.url;
      const elapsed = clock.monotonic() - started;
      const delay = nextDelay(backOff, { attempts, elapsed, askedMilliseconds: null }, random);
      if (delay === null) throw answer.failure;
      await sleep(delay, signal);
    }
  }

  /** One request: a value, or a failure that may pass. @throws what does not pass */
  async #once(url: string, path: string, body: string, signal: AbortSignal): Promise<Attempt> {
    const limit = AbortSignal.timeout(this.#options.timeoutMilliseconds);
    try {
      const response = await this.#options.fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: AbortSignal.any([signal, limit]),
      });
      const text = await response.text();
      if (response.ok) return valueOf(path, text);
      const refused = refusal(url, path, response.status, text);
      if (!mayPass(response.status)) throw refused;
      return { url, failure: refused };
    } catch (error) {
      if (error instanceof FailureError) throw error;
      signal.throwIfAborted();
      return { url, failure: limit.aborted ? tooSlow(url, path) : unreachable(url, error) };
    }
  }
}

type Attempt =
  { readonly value: unknown } | { readonly url: string; readonly failure: FailureError };

/** Busy, or broken in a way that a restart mends. */
function mayPass(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}

function valueOf(path: string, text: string): Attempt {
  const parsed = parseJson(z.unknown(), text);
  if (!parsed.ok) throw malformed(path, parsed.problem);
  return { value: parsed.value };
}

function serverRoot(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '');
}

/** Start of what a server says, for a message. */
const quotedCharacters = 300;

function refusal(url: string, path: string, status: number, text: string): FailureError {
  const said = text.trim().slice(0, quotedCharacters);
  const code = mayPass(status) ? 'server-error' : 'refused';
  return failure('policy', code, `${url}${path} answered ${status}: ${said || 'no text'}`);
}

function malformed(path: string, problem: string): FailureError {
  return failure(
    'policy',
    'malformed-answer',
    `The token server's answer to ${path} cannot be trained on: ${problem}. It must be a vLLM with token ids and processed log-probabilities.`,
  );
}

function tooSlow(url: string, path: string): FailureError {
  return failure(
    'policy',
    'no-answer-in-time',
    `${url}${path} gave no answer in time. Look into the token server's log.`,
  );
}

function unreachable(url: string, error: unknown): FailureError {
  const cause = error instanceof Error ? error.cause : undefined;
  const detail = systemCode(cause) ?? errorMessage(cause ?? error);
  return failure(
    'policy',
    'unreachable',
    `The token server at ${url} cannot be reached (${detail}). Look into its log.`,
  );
}
