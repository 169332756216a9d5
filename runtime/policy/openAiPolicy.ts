// The policy behind an OpenAI-compatible server: vLLM, Ollama, LM Studio, llama.cpp or a hosted service. Decides when to
// ask again and in which dialect; the files in openAi/ make the request, read the answer and explain what went wrong.
import type { Reply } from '../contract/reply.ts';
import type { Clock } from '../support/clock.ts';
import { type BackOffSettings, defaultBackOff, nextDelay, type Sleep } from '../support/backOff.ts';
import type { ServerModel } from './modelName.ts';
import { type Attempt, attemptReply } from './openAi/attempt.ts';
import { defaultTimeouts, type ReplyTimeouts } from './openAi/deadline.ts';
import { adaptDialect, fullDialect, type ServerDialect } from './openAi/dialect.ts';
import { findContextTokens } from './openAi/lookup.ts';
import { readOverflow } from './openAi/overflow.ts';
import { type Problem, problemOf } from './openAi/problem.ts';
import { chatMlEnd, chatMlPrompt, type Prompt, requestBody } from './openAi/request.ts';
import { serverSentence } from './openAi/serverMessage.ts';
import { ServerTokenizer } from './openAi/tokenizer.ts';
import { type ServerAccess, ServerRefusal } from './openAi/transport.ts';
import type {
  ChatMessage,
  Policy,
  PolicyCapabilities,
  PolicyOptions,
  PolicyRequest,
} from './policy.ts';
import type { Fetch } from './serverFetch.ts';
import { TokenEstimate } from './tokenEstimate.ts';

export interface OpenAiPolicyOptions {
  readonly model: ServerModel;
  /** The key for a server; null for none. Asked before every reply, so that a new key counts at once. */
  readonly keyFor: (baseUrl: string) => Promise<string | null>;
  readonly clock: Clock;
  /** In 0..1, for spreading retries. */
  readonly random: () => number;
  readonly sleep: Sleep;
  readonly fetch: Fetch;
  readonly timeouts?: ReplyTimeouts;
  readonly backOff?: BackOffSettings;
  /** Called with a sentence for the log when a request had to be changed for the server. */
  readonly onNotice?: (notice: string) => void;
  /** Called by `dispose`, to close what only this policy uses. */
  readonly onDispose?: () => Promise<void>;
}

/** Changes of the request that one reply may take. */
const maxAdaptations = 12;
/** The shortest reply worth asking for when the prompt nearly fills the context. */
const minReplyTokens = 64;

/** What one call of `complete` carries along its attempts. */
interface Call {
  readonly request: PolicyRequest;
  readonly options: PolicyOptions;
  readonly access: ServerAccess;
  /** Null for chat. */
  readonly prompt: Prompt | null;
  /** Aborted by the caller or by `dispose`. */
  readonly signal: AbortSignal;
  readonly startedAt: number;
}

export class OpenAiPolicy implements Policy {
  readonly model: string;
  readonly #options: OpenAiPolicyOptions;
  readonly #tokenizer: ServerTokenizer;
  readonly #estimate = new TokenEstimate();
  readonly #disposed = new AbortController();
  #dialect: ServerDialect = fullDialect;
  #contextTokens: number | null = null;
  #contextAsked: 'never' | 'before-reply' | 'after-reply' = 'never';
  #seenTokens = false;
  #seenLogProbs = false;

  constructor(options: OpenAiPolicyOptions) {
    this.#options = options;
    this.#tokenizer = new ServerTokenizer(options.model);
    this.model = `${options.model.name}@${options.model.baseUrl}`;
  }

  /** `tokens` and `logProbs` turn true with the first reply that carries them. */
  get capabilities(): PolicyCapabilities {
    return {
      tokens: this.#seenTokens,
      logProbs: this.#seenLogProbs,
      grammar: false,
      promptStyle: 'full',
    };
  }

  /** Null until the server was asked, which `countTokens` and the first reply do. */
  get contextTokens(): number | null {
    return this.#contextTokens;
  }

  async complete(request: PolicyRequest, options: PolicyOptions): Promise<Reply> {
    const startedAt = this.#options.clock.monotonic();
    const signal = AbortSignal.any([options.signal, this.#disposed.signal]);
    if (signal.aborted) return this.#cancelled(startedAt);
    const access = await this.#access();
    const prompt = await this.#plainPrompt(request.messages, access, signal);
    const reply = await this.#untilReply({ request, options, access, prompt, signal, startedAt });
    if (reply.finishReason !== 'cancelled') await this.#learn(request, reply, access, signal);
    return reply;
  }

  async countTokens(messages: readonly ChatMessage[]): Promise<number> {
    const access = await this.#access();
    const signal = this.#disposed.signal;
    const tokenized = await this.#tokenizer.tokenize(access, messages, signal);
    this.#contextTokens ??= tokenized?.contextTokens ?? null;
    if (this.#contextAsked === 'never') await this.#askContext('before-reply', access, signal);
    return tokenized?.count ?? this.#estimate.count(messages);
  }

  /** Ends replies in flight as cancelled. Does nothing a second time. */
  async dispose(): Promise<void> {
    if (this.#disposed.signal.aborted) return;
    this.#disposed.abort();
    await this.#options.onDispose?.();
  }

  async #access(): Promise<ServerAccess> {
    const { baseUrl } = this.#options.model;
    const apiKey = await this.#options.keyFor(baseUrl);
    return { baseUrl, apiKey: apiKey === '' ? null : apiKey, fetch: this.#options.fetch };
  }

  /** Plain completions get the prompt in the model's own template where the server can write it. */
  async #plainPrompt(
    messages: readonly ChatMessage[],
    access: ServerAccess,
    signal: AbortSignal,
  ): Promise<Prompt | null> {
    if (this.#options.model.endpoint === 'chat') return null;
    const tokenized = await this.#tokenizer.tokenize(access, messages, signal);
    return tokenized?.prompt ?? { text: chatMlPrompt(messages) };
  }

  async #untilReply(first: Call): Promise<Reply> {
    let call = first;
    let attempts = 0;
    for (let adaptations = 0; ;) {
      const dialect = this.#dialect;
      const attempt = await this.#attempt(call, dialect);
      if (attempt.outcome === 'reply') return attempt.reply;
      const adapted = attempt.begun ? null : this.#adapt(attempt.error, call.request, dialect);
      if (adapted !== null && adaptations < maxAdaptations) {
        call = { ...call, request: adapted };
        adaptations += 1;
        continue;
      }
      const problem = await this.#problem(attempt.error, call);
      attempts += 1;
      const again = problem.retry && !attempt.begun && (await this.#wait(problem, attempts, call));
      if (call.signal.aborted) return this.#cancelled(call.startedAt);
      if (!again) throw problem.failure;
    }
  }

  #attempt(call: Call, dialect: ServerDialect): Promise<Attempt> {
    const { model, clock } = this.#options;
    const { request, prompt } = call;
    // ChatML text ends a turn with a mark that the server does not know as the end of a reply.
    const plain = prompt !== null && 'text' in prompt;
    const stop = plain ? [...request.stop, chatMlEnd] : request.stop;
    return attemptReply({
      model,
      access: call.access,
      body: requestBody({ model, request: { ...request, stop }, dialect, prompt }),
      stop,
      promptIds: prompt !== null && 'ids' in prompt ? prompt.ids : null,
      onText: call.options.onText,
      signal: call.signal,
      timeouts: this.#options.timeouts ?? defaultTimeouts,
      clock,
    });
  }

  /** The request to send instead after a refusal, with the dialect brought up to date; null when nothing can be changed. */
  #adapt(error: unknown, request: PolicyRequest, sentWith: ServerDialect): PolicyRequest | null {
    if (!(error instanceof ServerRefusal)) return null;
    const overflow = readOverflow(error.body);
    if (overflow !== null) {
      this.#contextTokens = overflow.contextTokens ?? this.#contextTokens;
      if (overflow.contextTokens === null || overflow.promptTokens === null) return null;
      const room = overflow.contextTokens - overflow.promptTokens;
      if (room < minReplyTokens || room >= request.maxTokens) return null;
      return { ...request, maxTokens: room };
    }
    if (error.status !== 400 && error.status !== 422) return null;
    // Another reply has learnt something while this one was on its way.
    if (sentWith !== this.#dialect) return request;
    const adapted = adaptDialect(sentWith, serverSentence(error.body));
    if (adapted === null) return null;
    this.#dialect = adapted.dialect;
    this.#options.onNotice?.(`${this.model} does not take ${adapted.refused}; asking without it.`);
    return request;
  }

  #problem(error: unknown, call: Call): Promise<Problem> {
    return problemOf(error, {
      model: this.#options.model,
      access: call.access,
      now: Date.parse(this.#options.clock.now()),
      signal: call.signal,
    });
  }

  /** Waits before the next attempt; false when there is to be none. */
  async #wait(problem: Problem, attempts: number, call: Call): Promise<boolean> {
    const elapsed = this.#options.clock.monotonic() - call.startedAt;
    const attempted = { attempts, elapsed, askedMilliseconds: problem.askedMilliseconds };
    const settings = this.#options.backOff ?? defaultBackOff;
    const delay = nextDelay(settings, attempted, this.#options.random);
    if (delay === null) return false;
    try {
      await this.#options.sleep(delay, call.signal);
      return true;
    } catch {
      // Only an abort ends the wait early.
      return false;
    }
  }

  async #learn(
    request: PolicyRequest,
    reply: Reply,
    access: ServerAccess,
    signal: AbortSignal,
  ): Promise<void> {
    if (reply.tokens !== null) this.#seenTokens = true;
    if (reply.tokens?.logProbs) this.#seenLogProbs = true;
    if (reply.usage !== null) this.#estimate.learn(request.messages, reply.usage.promptTokens);
    if (this.#contextAsked !== 'after-reply') await this.#askContext('after-reply', access, signal);
  }

  /** Twice at most: some servers know the context only once the model is loaded, which the first reply sees to. */
  async #askContext(
    when: 'before-reply' | 'after-reply',
    access: ServerAccess,
    signal: AbortSignal,
  ): Promise<void> {
    this.#contextAsked = when;
    this.#contextTokens ??= await findContextTokens(access, this.#options.model, signal);
  }

  #cancelled(startedAt: number): Reply {
    return {
      text: '',
      reasoning: null,
      finishReason: 'cancelled',
      stopString: null,
      model: this.#options.model.name,
      usage: null,
      tokens: null,
      firstTokenMilliseconds: null,
      milliseconds: this.#options.clock.monotonic() - startedAt,
    };
  }
}
