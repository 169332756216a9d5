// The comparison of two checkpoints: asked for when the pair changes, or when one of them was evaluated anew.
import type { runPanelRequests } from '../../runtime/contract/runPanel.ts';
import { isGivenUp, type ResultIn } from '../messages/host.ts';
import type { RunHost } from '../run/runContext.ts';
import type { Pair } from './checkpointsRoute.ts';

export type ComparedCheckpoints = ResultIn<typeof runPanelRequests, 'compare-checkpoints'>;

export type ComparisonState =
  | { readonly kind: 'reading'; readonly pair: Pair }
  /** Why they cannot be compared. */
  | { readonly kind: 'refused'; readonly pair: Pair; readonly message: string }
  | { readonly kind: 'compared'; readonly pair: Pair; readonly compared: ComparedCheckpoints };

export class Comparison {
  readonly #host: Pick<RunHost, 'request'>;
  readonly #changed: () => void;
  #state: ComparisonState | null = null;
  #asked = new AbortController();

  constructor(host: Pick<RunHost, 'request'>, changed: () => void) {
    this.#host = host;
    this.#changed = changed;
  }

  /** Null while no two are compared. */
  get state(): ComparisonState | null {
    return this.#state;
  }

  /** Does nothing when that pair is shown already. */
  async show(pair: Pair | null): Promise<void> {
    if (pair !== null && this.#state !== null && isSame(pair, this.#state.pair)) return;
    this.#asked.abort();
    this.#state = null;
    if (pair !== null) await this.#compare(pair);
  }

  /** What is known of the pair does not hold any more. */
  forget(): void {
    this.#asked.abort();
    this.#state = null;
  }

  async #compare(pair: Pair): Promise<void> {
    const asked = new AbortController();
    this.#asked = asked;
    this.#become({ kind: 'reading', pair });
    try {
      const { signal } = asked;
      const options = { signal, timeout: null };
      const compared = await this.#host.request('compare-checkpoints', { ...pair }, options);
      this.#become({ kind: 'compared', pair, compared });
    } catch (error) {
      if (isGivenUp(error)) return;
      const message = error instanceof Error ? error.message : String(error);
      this.#become({ kind: 'refused', pair, message });
    }
  }

  #become(state: ComparisonState): void {
    this.#state = state;
    this.#changed();
  }
}

function isSame(one: Pair, other: Pair): boolean {
  return one.first === other.first && one.second === other.second;
}
