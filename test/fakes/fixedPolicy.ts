// A policy that always replies the same and counts a token for every four characters.
import type { FinishReason, Reply } from '../../runtime/contract/reply.ts';
import type {
  ChatMessage,
  Policy,
  PolicyOptions,
  PolicyRequest,
} from '../../runtime/policy/policy.ts';

export class FixedPolicy implements Policy {
  readonly model = 'fixed';
  readonly capabilities = {
    tokens: false,
    logProbs: false,
    grammar: false,
    promptStyle: 'full',
  } as const;
  readonly contextTokens: number | null;
  readonly requests: PolicyRequest[] = [];
  readonly #text: string;
  readonly #finishReason: FinishReason;

  constructor(
    text: string,
    options: { readonly contextTokens?: number | null; readonly finishReason?: FinishReason } = {},
  ) {
    this.#text = text;
    this.contextTokens = options.contextTokens ?? null;
    this.#finishReason = options.finishReason ?? 'stop';
  }

  complete(request: PolicyRequest, options: PolicyOptions): Promise<Reply> {
    this.requests.push(request);
    return Promise.resolve({
      text: this.#text,
      reasoning: null,
      finishReason: options.signal.aborted ? 'cancelled' : this.#finishReason,
      stopString: null,
      model: this.model,
      usage: null,
      tokens: null,
      firstTokenMilliseconds: null,
      milliseconds: 1,
    });
  }

  countTokens(messages: readonly ChatMessage[]): Promise<number> {
    const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
    return Promise.resolve(Math.ceil(characters / 4));
  }

  dispose(): Promise<void> {
    return Promise.resolve();
  }
}
