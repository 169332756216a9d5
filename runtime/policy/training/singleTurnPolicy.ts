// A model of training for questions that are no turn of a rollout, such as those of the reader behind a tool: each reply is a
// conversation of its own.
import type { Reply } from '../../contract/reply.ts';
import type {
  ChatMessage,
  Policy,
  PolicyCapabilities,
  PolicyOptions,
  PolicyRequest,
} from '../policy.ts';
import { RolloutPolicy, type RolloutPolicyOptions } from './rolloutPolicy.ts';

export class SingleTurnPolicy implements Policy {
  readonly model: string;
  readonly capabilities: PolicyCapabilities;
  readonly #options: RolloutPolicyOptions;
  #contextTokens: number | null = null;

  constructor(options: RolloutPolicyOptions) {
    this.#options = options;
    const { model, capabilities } = new RolloutPolicy(options);
    this.model = model;
    this.capabilities = { ...capabilities, appendOnly: false };
  }

  /** Null until tokens were counted. */
  get contextTokens(): number | null {
    return this.#contextTokens;
  }

  complete(request: PolicyRequest, options: PolicyOptions): Promise<Reply> {
    return new RolloutPolicy(this.#options).complete(request, options);
  }

  async countTokens(messages: readonly ChatMessage[]): Promise<number> {
    const policy = new RolloutPolicy(this.#options);
    const count = await policy.countTokens(messages);
    this.#contextTokens = policy.contextTokens;
    return count;
  }

  dispose(): Promise<void> {
    return Promise.resolve();
  }
}
