// How the reward of the trajectory that is open beside the list came about. Read where its train step is on this computer, fetched
// when a person wants it where it is not.
import type { SampledReward } from '../../runtime/contract/runPanel.ts';
import { isGivenUp } from '../messages/host.ts';
import { Latest } from '../messages/latest.ts';
import type { RunHost } from '../run/runContext.ts';

export interface SampledPlace {
  /** Train step, from 1. */
  readonly step: number;
  readonly trajectoryId: string;
}

export type SampledState =
  | { readonly kind: 'reading' }
  /** Its train step lies on another machine alone. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'read'; readonly sampled: SampledReward }
  | { readonly kind: 'failed'; readonly message: string };

export class SampledRewards {
  readonly #host: Pick<RunHost, 'request'>;
  readonly #changed: () => void;
  readonly #latest = new Latest();
  #place: SampledPlace | null = null;
  #state: SampledState | null = null;

  constructor(host: Pick<RunHost, 'request'>, changed: () => void) {
    this.#host = host;
    this.#changed = changed;
  }

  /** Null for a trajectory that no file names, and while none is open. */
  get state(): SampledState | null {
    return this.#state;
  }

  /** After another trajectory was chosen, or none. */
  follow(place: SampledPlace | null): void {
    if (isSame(this.#place, place)) return;
    this.#place = place;
    this.#state = null;
    if (place === null) this.#latest.stop();
    else void this.#read(place, false);
  }

  /** Has the train step fetched. */
  fetch(): void {
    if (this.#place !== null) void this.#read(this.#place, true);
  }

  stop(): void {
    this.#latest.stop();
  }

  async #read(place: SampledPlace, mayFetch: boolean): Promise<void> {
    const signal = this.#latest.next();
    this.#show({ kind: 'reading' });
    try {
      // A fetch takes as long as it takes; the editor shows how far it is, and a person can cancel it there.
      const options = mayFetch ? { signal, timeout: null } : { signal };
      const wish = { ...place, mayFetch };
      const { sampled } = await this.#host.request('read-sampled', wish, options);
      this.#show(sampled === null ? { kind: 'elsewhere' } : { kind: 'read', sampled });
    } catch (error) {
      if (isGivenUp(error)) return;
      this.#show({
        kind: 'failed',
        message: error instanceof Error ? error.message : String(error),
      });
    }
  }

  #show(state: SampledState): void {
    this.#state = state;
    this.#changed();
  }
}

function isSame(one: SampledPlace | null, other: SampledPlace | null): boolean {
  return one?.step === other?.step && one?.trajectoryId === other?.trajectoryId;
}
