// The language model behind the agent, whatever runs it. A policy turns messages into one reply and keeps no conversation.
import type { Reply } from '../contract/reply.ts';

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
  /** Shown after the text. Only servers of models that see are given any. */
  readonly pictures?: readonly Picture[];
}

export interface Picture {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  readonly bytes: Uint8Array;
}

export interface PolicyRequest {
  readonly messages: readonly ChatMessage[];
  /** Sampling ends before any of these; a policy whose engine cannot do it cuts the text itself. */
  readonly stop: readonly string[];
  readonly maxTokens: number;
  readonly temperature: number;
  readonly topP: number;
  /** Makes a reply repeatable where the engine honours it. */
  readonly seed: number | null;
  /** Ask for a reply shaped `Thought: ... Code: fenced Python`; ignored without `capabilities.grammar`. */
  readonly shape: 'thought-code' | 'free';
}

export interface PolicyOptions {
  readonly signal: AbortSignal;
  /** Called with each new piece of text as it is sampled. */
  readonly onText?: (text: string, channel: 'reply' | 'reasoning') => void;
}

export interface PolicyCapabilities {
  /** Replies carry token ids. */
  readonly tokens: boolean;
  /** Replies carry log-probabilities. */
  readonly logProbs: boolean;
  /** A grammar can force the shape of a reply. */
  readonly grammar: boolean;
  /** `compact` asks the protocol for the short prompt that small models need. */
  readonly promptStyle: 'full' | 'compact';
  /**
   * Earlier turns must be told as they were: their tokens are trained on as they were sampled. Absent where they may be told
   * shorter later.
   */
  readonly appendOnly?: boolean;
}

export interface Policy {
  /** The model as the person named it. */
  readonly model: string;
  readonly capabilities: PolicyCapabilities;
  /** Tokens of prompt and reply together that the model can take; null when unknown. */
  readonly contextTokens: number | null;
  /** Resolves when it can answer no more, whatever the reason; absent where that does not happen by itself. */
  readonly ended?: Promise<void>;
  /**
   * Samples one reply. An aborted signal gives finishReason `cancelled` with the text so far.
   * @throws FailureError at boundary `policy`
   */
  complete(request: PolicyRequest, options: PolicyOptions): Promise<Reply>;
  /** Tokens of the messages as this model counts them; an estimate where the engine has no tokenizer. */
  countTokens(messages: readonly ChatMessage[]): Promise<number>;
  dispose(): Promise<void>;
}
