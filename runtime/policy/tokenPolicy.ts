// The Policy that every engine in this process gets: what is left of a policy once an engine gives tokens.
import type { Reply } from '../contract/reply.ts';
import type { Clock } from '../support/clock.ts';
import type {
  ChatMessage,
  Policy,
  PolicyCapabilities,
  PolicyOptions,
  PolicyRequest,
} from './policy.ts';
import type { ReplyShape, ThoughtCodeLimits } from './replyShape.ts';
import { freeShape, ThoughtCodeShape } from './replyShape.ts';
import type { TokenEngine } from './tokenEngine.ts';
import { sampleReply } from './tokenReply.ts';

export interface TokenPolicyOptions {
  /** The model as the person named it. */
  readonly model: string;
  readonly engine: TokenEngine;
  readonly promptStyle: PolicyCapabilities['promptStyle'];
  readonly limits: ThoughtCodeLimits;
  readonly clock: Clock;
  /** A whole number from 0 to 2^32 - 1 for a request without a seed. */
  readonly newSeed: () => number;
}

export class TokenPolicy implements Policy {
  readonly model: string;
  readonly capabilities: PolicyCapabilities;
  readonly #options: TokenPolicyOptions;

  constructor(options: TokenPolicyOptions) {
    this.#options = options;
    this.model = options.model;
    const { promptStyle } = options;
    this.capabilities = { tokens: true, logProbs: true, grammar: true, promptStyle };
  }

  get contextTokens(): number {
    return this.#options.engine.contextTokens;
  }

  complete(request: PolicyRequest, options: PolicyOptions): Promise<Reply> {
    const { engine, model, clock, newSeed } = this.#options;
    const seed = request.seed ?? newSeed();
    const shape = this.#shapeFor(request.shape);
    return sampleReply({ engine, model, shape, seed, clock }, request, options);
  }

  countTokens(messages: readonly ChatMessage[]): Promise<number> {
    return Promise.resolve(this.#options.engine.promptTokens(messages).length);
  }

  dispose(): Promise<void> {
    return this.#options.engine.dispose();
  }

  #shapeFor(shape: PolicyRequest['shape']): ReplyShape {
    return shape === 'thought-code' ? new ThoughtCodeShape(this.#options.limits) : freeShape;
  }
}
