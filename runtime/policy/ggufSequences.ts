// The conversations that the engine holds in memory. Each keeps its evaluated tokens, so that the next step of the same
// conversation only pays for what is new; whoever asks gets the free one that shares the most with its prompt.
import type { LlamaContextSequence, Token } from 'node-llama-cpp';

export interface Lease {
  readonly sequence: LlamaContextSequence;
  /** Tokens at the start of the prompt that are already evaluated. The rest was removed. */
  readonly reusedTokens: number;
  release(): void;
}

export class GgufSequences {
  readonly #free: Set<LlamaContextSequence>;
  readonly #waiting: (() => void)[] = [];

  constructor(sequences: readonly LlamaContextSequence[]) {
    this.#free = new Set(sequences);
  }

  /** Waits for its turn, first come first served. @throws the abort reason when the signal fires meanwhile */
  async lease(prompt: readonly Token[], signal: AbortSignal): Promise<Lease> {
    signal.throwIfAborted();
    while (this.#free.size === 0) await this.#turn(signal);
    const sequence = this.#closest(prompt);
    this.#free.delete(sequence);
    const release = (): void => {
      this.#free.add(sequence);
      this.#waiting.shift()?.();
    };
    try {
      // The last prompt token is always evaluated anew: it gives the first token of the reply.
      await sequence.adaptStateToTokens(prompt.slice(0, -1), false);
    } catch (error) {
      release();
      throw error;
    }
    return { sequence, reusedTokens: sequence.nextTokenIndex, release };
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        const place = this.#waiting.indexOf(go);
        if (place >= 0) this.#waiting.splice(place, 1);
        reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
      };
      this.#waiting.push(go);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #closest(prompt: readonly Token[]): LlamaContextSequence {
    let best: { sequence: LlamaContextSequence; shared: number } | null = null;
    for (const sequence of this.#free) {
      const shared = sequence.compareContextTokens([...prompt]).firstDifferentIndex;
      if (best === null || shared > best.shared) best = { sequence, shared };
    }
    if (best === null) throw new Error('no conversation is free');
    return best.sequence;
  }
}
