// What an engine that runs in this process gives: a tokenizer, and samples from a model one token at a time. Replies, stop
// strings, shape and limits are made from it by tokenReply, the same for every engine.
import type { ChatMessage } from './policy.ts';

export interface Sampling {
  /** 0 always takes the most likely token. */
  readonly temperature: number;
  readonly topP: number;
  readonly seed: number;
}

export interface SampledToken {
  readonly id: number;
  /**
   * Natural logarithm of the probability with which it was drawn: after temperature and truncation; at temperature 0 of the
   * model's own distribution.
   */
  readonly logProb: number;
}

/** One reply being sampled. */
export interface TokenSampler {
  /** Prompt tokens whose evaluation an earlier reply had already paid for. */
  readonly reusedTokens: number;
  /** Appends tokens, at least one, and draws the token that follows them. */
  next(tokens: readonly number[]): Promise<SampledToken>;
  /** Must be called once, also after an error. */
  close(): Promise<void>;
}

export interface TokenEngine {
  /** Tokens of prompt and reply together. */
  readonly contextTokens: number;
  /** The messages in the model's own chat format, ready for the next reply. Markup inside a message stays plain text. */
  promptTokens(messages: readonly ChatMessage[]): readonly number[];
  /** Tokens of plain text in the middle of a reply. */
  encode(text: string): readonly number[];
  /** Text of tokens that follow `before`; ends in U+FFFD while the last character is incomplete. */
  decode(tokens: readonly number[], before: readonly number[]): string;
  /** Whether the token ends a reply. */
  isEnd(token: number): boolean;
  /**
   * Waits until the model is free and evaluates the prompt except for its last token, which the first `next` must start with.
   * @throws the abort reason when the signal fires meanwhile
   */
  start(prompt: readonly number[], sampling: Sampling, signal: AbortSignal): Promise<TokenSampler>;
  dispose(): Promise<void>;
}
