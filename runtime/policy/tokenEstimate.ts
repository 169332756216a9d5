// Tokens of messages where no tokenizer can be asked: an estimate from the number of bytes, corrected upwards by what the
// engine reported for earlier prompts. Errs on the high side, so that a budget built on it holds.
import type { ChatMessage } from './policy.ts';

/** Bytes of UTF-8 per token. English prose has about 4, Python and tables 3 to 3.5, Chinese 3 to 5. */
const bytesPerToken = 3.5;
/** The role and the marks around one message. */
const tokensPerMessage = 5;

export class TokenEstimate {
  /** How much higher the engine counted than the bare estimate; never below 1. */
  #correction = 1;

  count(messages: readonly ChatMessage[]): number {
    return Math.ceil(bareEstimate(messages) * this.#correction);
  }

  /** Learns from the prompt tokens that the engine reported for these messages. */
  learn(messages: readonly ChatMessage[], promptTokens: number): void {
    // Downwards would trust servers that shorten long prompts without saying so and count what was left.
    this.#correction = Math.max(this.#correction, promptTokens / bareEstimate(messages));
  }
}

function bareEstimate(messages: readonly ChatMessage[]): number {
  const bytes = messages.reduce((sum, message) => sum + Buffer.byteLength(message.content), 0);
  return Math.max(1, bytes / bytesPerToken + messages.length * tokensPerMessage);
}
