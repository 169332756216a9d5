// Which weights rollouts are sampled from. While the trainer changes them the gate is shut, and whoever wants to sample waits.
import type { PolicyEnd } from '../contract/training/rolloutServer.ts';

/** Weights on their token servers. */
export type CurrentPolicy = Pick<PolicyEnd, 'version' | 'model' | 'baseUrls'>;

export class PolicyGate {
  #current: CurrentPolicy | null = null;
  readonly #waiting = new Set<() => void>();

  /** Null while it is shut, as it is before the first policy. */
  get current(): CurrentPolicy | null {
    return this.#current;
  }

  shut(): void {
    this.#current = null;
  }

  open(policy: CurrentPolicy): void {
    this.#current = policy;
    for (const go of this.#waiting) go();
    this.#waiting.clear();
  }

  /** The policy, once the gate is open. @throws the signal's abort reason */
  async opened(signal: AbortSignal): Promise<CurrentPolicy> {
    for (;;) {
      signal.throwIfAborted();
      if (this.#current !== null) return this.#current;
      await this.#change(signal);
    }
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        this.#waiting.delete(go);
        signal.removeEventListener('abort', go);
        resolve();
      };
      this.#waiting.add(go);
      signal.addEventListener('abort', go, { once: true });
    });
  }
}
