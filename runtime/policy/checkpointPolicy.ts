// The policy that is a checkpoint of a training run: asks the server that it is served by, and when that has gone says so, and how to
// have it again. Serving is checkpointServer.ts's business, asking that of the policy inside.
import type { Reply } from '../contract/reply.ts';
import { type FailureError, failure } from '../support/errors.ts';
import type { ServedModel } from './checkpointServer.ts';
import type {
  ChatMessage,
  Policy,
  PolicyCapabilities,
  PolicyOptions,
  PolicyRequest,
} from './policy.ts';

export interface CheckpointPolicyParts {
  /** As the person named it: it outlives the address. */
  readonly model: string;
  readonly served: ServedModel;
  /** Asks the address of `served`. */
  readonly policy: Policy;
}

export class CheckpointPolicy implements Policy {
  readonly model: string;
  readonly ended: Promise<void>;
  readonly #served: ServedModel;
  readonly #policy: Policy;

  constructor({ model, served, policy }: CheckpointPolicyParts) {
    this.model = model;
    this.ended = served.ended;
    this.#served = served;
    this.#policy = policy;
  }

  get capabilities(): PolicyCapabilities {
    return this.#policy.capabilities;
  }

  get contextTokens(): number | null {
    return this.#policy.contextTokens;
  }

  /** Rejects as soon as it is not served any more: asking the address again would be in vain. */
  async complete(request: PolicyRequest, options: PolicyOptions): Promise<Reply> {
    const leaving = new AbortController();
    const signal = AbortSignal.any([options.signal, leaving.signal]);
    const gone = this.ended.then(() => Promise.reject(this.#gone()));
    try {
      return await Promise.race([this.#policy.complete(request, { ...options, signal }), gone]);
    } catch (error) {
      throw this.#served.problem() === null ? error : this.#gone();
    } finally {
      leaving.abort();
    }
  }

  countTokens(messages: readonly ChatMessage[]): Promise<number> {
    return this.#policy.countTokens(messages);
  }

  /** It stays served: others may ask it. */
  dispose(): Promise<void> {
    return this.#policy.dispose();
  }

  #gone(): FailureError {
    const why = this.#served.problem() ?? 'Its server ended.';
    return failure(
      'policy',
      'checkpoint-gone',
      `${this.model} is not served any more. ${why} Run again: it is then served anew.`,
    );
  }
}
