// Samples one reply from a token engine: stop strings, shape, limits, streaming, and the record of every token as it was
// sampled. Knows nothing of a particular engine.
import type { FinishReason, Reply, TokenRecord } from '../contract/reply.ts';
import type { Clock } from '../support/clock.ts';
import { failure } from '../support/errors.ts';
import type { PolicyOptions, PolicyRequest } from './policy.ts';
import type { ReplyShape, Steer } from './replyShape.ts';
import { StopCutter } from './stopStrings.ts';
import type { TokenEngine, TokenSampler } from './tokenEngine.ts';
import { TokenText } from './tokenText.ts';

export interface TokenReplyInput {
  readonly engine: TokenEngine;
  /** The model's name, for the reply and for messages. */
  readonly model: string;
  readonly shape: ReplyShape;
  readonly seed: number;
  readonly clock: Clock;
}

/**
 * Samples until the model ends the reply, a stop string comes, the shape is complete, a limit is reached or the signal fires.
 * @throws FailureError `policy/context-overflow` when the prompt leaves no room for a reply
 */
export async function sampleReply(
  input: TokenReplyInput,
  request: PolicyRequest,
  options: PolicyOptions,
): Promise<Reply> {
  const started = input.clock.monotonic();
  const prompt = input.engine.promptTokens(request.messages);
  const room = roomFor(input, prompt.length);
  const reply = new ReplyInProgress(input, request, options, started);
  const sampler = await startSampler(input, request, prompt, options.signal);
  if (sampler === null) return reply.result(prompt, 'cancelled');
  try {
    const limit = Math.min(request.maxTokens, room);
    return reply.result(prompt, await fill(reply, sampler, prompt, limit, options.signal));
  } finally {
    await sampler.close();
  }
}

function roomFor(input: TokenReplyInput, promptTokens: number): number {
  const room = input.engine.contextTokens - promptTokens;
  if (room > 0) return room;
  throw failure(
    'policy',
    'context-overflow',
    `The prompt has ${promptTokens} tokens and ${input.model} takes ${input.engine.contextTokens} with its reply. Shorten the question or the observations, or choose a model with a longer context.`,
  );
}

async function startSampler(
  input: TokenReplyInput,
  { temperature, topP }: PolicyRequest,
  prompt: readonly number[],
  signal: AbortSignal,
): Promise<TokenSampler | null> {
  try {
    return await input.engine.start(prompt, { temperature, topP, seed: input.seed }, signal);
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

async function fill(
  reply: ReplyInProgress,
  sampler: TokenSampler,
  prompt: readonly number[],
  limit: number,
  signal: AbortSignal,
): Promise<FinishReason> {
  let feed = [...prompt.slice(-1), ...reply.open()];
  for (;;) {
    if (signal.aborted) return 'cancelled';
    if (reply.length >= limit) return 'length';
    const token = await sampler.next(feed);
    const following = reply.take(token.id, token.logProb);
    if (following === 'finished') return 'stop';
    feed = following;
  }
}

/** The text and the tokens of a reply while it grows. */
class ReplyInProgress {
  readonly #input: TokenReplyInput;
  readonly #options: PolicyOptions;
  readonly #started: number;
  readonly #cutter: StopCutter;
  readonly #decoder: TokenText;
  readonly #ids: number[] = [];
  readonly #mask: (0 | 1)[] = [];
  readonly #logProbs: number[] = [];
  #text = '';
  #stopString: string | null = null;
  #firstToken: number | null = null;

  constructor(
    input: TokenReplyInput,
    request: PolicyRequest,
    options: PolicyOptions,
    started: number,
  ) {
    this.#input = input;
    this.#options = options;
    this.#started = started;
    this.#cutter = new StopCutter(request.stop);
    this.#decoder = new TokenText(input.engine);
  }

  get length(): number {
    return this.#ids.length;
  }

  /** Puts the opening of the shape in place; its tokens are to be evaluated. */
  open(): readonly number[] {
    return this.#insert(this.#input.shape.opening);
  }

  /** Takes a sampled token; returns what to evaluate before the next one. */
  take(id: number, logProb: number): number[] | 'finished' {
    this.#firstToken ??= this.#input.clock.monotonic();
    const { engine, shape } = this.#input;
    const ends = engine.isEnd(id);
    const steer = ends ? shape.atEnd() : this.#takeText(id, logProb);
    if (this.#stopped()) return 'finished';
    if (ends && steer.kind === 'finish' && steer.text === '') this.#record(id, 1, logProb);
    // An end that the shape does not allow is left out of the reply.
    const kept = ends ? [] : [id];
    if (steer.kind === 'sample') return kept;
    const inserted = this.#insert(steer.text);
    if (steer.kind === 'finish' || this.#stopped()) return 'finished';
    return [...kept, ...inserted];
  }

  result(prompt: readonly number[], finishReason: FinishReason): Reply {
    this.#emit(this.#cutter.push(this.#decoder.end()));
    this.#show(this.#cutter.end());
    const firstToken = this.#firstToken;
    return {
      text: this.#text,
      reasoning: null,
      finishReason,
      stopString: this.#stopString,
      model: this.#input.model,
      usage: { promptTokens: prompt.length, completionTokens: this.#ids.length },
      tokens: this.#tokenRecord(prompt),
      firstTokenMilliseconds: firstToken === null ? null : firstToken - this.#started,
      milliseconds: this.#input.clock.monotonic() - this.#started,
    };
  }

  #stopped(): boolean {
    return this.#stopString !== null;
  }

  #tokenRecord(prompt: readonly number[]): TokenRecord {
    return {
      promptIds: [...prompt],
      completionIds: this.#ids,
      completionMask: this.#mask,
      logProbs: this.#logProbs,
    };
  }

  #takeText(id: number, logProb: number): Steer {
    this.#record(id, 1, logProb);
    const piece = this.#decoder.push(id);
    this.#emit(this.#cutter.push(piece));
    return this.#input.shape.after(piece);
  }

  /** Given text is certain, so its log-probability is 0; the mask keeps it out of training. */
  #insert(text: string): readonly number[] {
    if (text === '') return [];
    const ids = this.#input.engine.encode(text);
    for (const id of ids) this.#record(id, 0, 0);
    this.#emit(this.#cutter.push(this.#decoder.end() + text));
    return ids;
  }

  #record(id: number, mask: 0 | 1, logProb: number): void {
    this.#ids.push(id);
    this.#mask.push(mask);
    this.#logProbs.push(logProb);
  }

  #emit(cut: { readonly text: string; readonly stopped: string | null }): void {
    this.#stopString = cut.stopped;
    this.#show(cut.text);
  }

  #show(text: string): void {
    if (text === '') return;
    this.#text += text;
    this.#options.onText?.(text, 'reply');
  }
}
