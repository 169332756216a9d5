// One reply being sampled by the GGUF engine.
import type { LlamaContextSequence, Token } from 'node-llama-cpp';
import type { Lease } from './ggufSequences.ts';
import type { SampledToken, Sampling, TokenSampler } from './tokenEngine.ts';

/**
 * Tokens evaluated between two looks at the signal. Small enough to stop within a second on one slow core, large enough to
 * cost nothing measurable.
 */
const promptChunk = 64;

/** A probability below this cannot be told from zero in the engine's arithmetic. */
const smallestProbability = 1e-45;

type Drawn = { readonly token: Token; readonly confidence: number };
type Drawing = AsyncGenerator<Drawn, void, Token[]>;

export interface GgufSampling extends Sampling {
  /** Only the most likely tokens are drawn from; null draws from all. */
  readonly topK: number | null;
}

export class GgufSampler implements TokenSampler {
  readonly reusedTokens: number;
  readonly #lease: Lease;
  readonly #sampling: GgufSampling;
  #drawing: Drawing | null = null;

  constructor(lease: Lease, sampling: GgufSampling) {
    this.#lease = lease;
    this.#sampling = sampling;
    this.reusedTokens = lease.reusedTokens;
  }

  async next(tokens: readonly number[]): Promise<SampledToken> {
    const feed = tokens.filter(isToken);
    const drawn = await this.#draw(feed);
    if (drawn.done === true) throw new Error('the engine ended the reply by itself');
    const { token, confidence } = drawn.value;
    return { id: token, logProb: Math.log(Math.max(confidence, smallestProbability)) };
  }

  async close(): Promise<void> {
    try {
      await this.#drawing?.return();
    } finally {
      this.#lease.release();
    }
  }

  #draw(feed: Token[]): Promise<IteratorResult<Drawn, void>> {
    if (this.#drawing !== null) return this.#drawing.next(feed);
    const { temperature, topP, topK, seed } = this.#sampling;
    this.#drawing = this.#lease.sequence.evaluateWithMetadata(
      feed,
      { confidence: true },
      // 0 is the engine's word for "all tokens".
      { temperature, topP, topK: topK ?? 0, minP: 0, seed, yieldEogToken: true },
    );
    return this.#drawing.next();
  }
}

/** Evaluates what the sequence does not know of the prompt yet, but for the last token. */
export async function evaluatePrompt(
  sequence: LlamaContextSequence,
  prompt: readonly Token[],
  signal: AbortSignal,
): Promise<void> {
  const end = prompt.length - 1;
  for (let at = sequence.nextTokenIndex; at < end; at += promptChunk) {
    signal.throwIfAborted();
    const chunk = prompt.slice(at, Math.min(at + promptChunk, end));
    await sequence.evaluateWithoutGeneratingNewTokens([...chunk]);
  }
}

/** The engine brands its token ids. */
export function isToken(id: number): id is Token {
  return Number.isInteger(id) && id >= 0;
}
