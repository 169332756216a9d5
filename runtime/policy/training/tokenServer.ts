// What samples for a rollout of training: token ids in, token ids and log-probabilities out. tokenClient.ts is the one over HTTP.
import type { ChatMessage } from '../policy.ts';
import type { Completion, CompletionRequest } from './tokenWire.ts';

export interface Tokenized {
  readonly ids: readonly number[];
  /** Tokens of prompt and reply together that the model takes; null where the server does not say. */
  readonly contextTokens: number | null;
}

export interface ChatTokenizer {
  /**
   * The messages in the model's own chat template, ready for the next reply.
   * @throws FailureError at boundary `policy`, or the signal's abort reason
   */
  tokenize(messages: readonly ChatMessage[], signal: AbortSignal): Promise<Tokenized>;
}

export interface TokenServer extends ChatTokenizer {
  /** @throws FailureError at boundary `policy`, or the signal's abort reason */
  complete(request: CompletionRequest, signal: AbortSignal): Promise<Completion>;
}
