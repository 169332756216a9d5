// The checkpoints of the run as they were read last, and whether they are being read. A reading that fails leaves what was known.
import type { runPanelRequests } from '../../runtime/contract/runPanel.ts';
import type { ResultIn } from '../messages/host.ts';
import type { RunHost } from '../run/runContext.ts';

export type ReadCheckpoints = ResultIn<typeof runPanelRequests, 'read-checkpoints'>;

export class CheckpointList {
  readonly #host: Pick<RunHost, 'request'>;
  readonly #changed: () => void;
  readonly #stopped = new AbortController();
  #read: ReadCheckpoints | null = null;
  #problem: string | null = null;
  #reading: Promise<void> | null = null;
  #isWantedAgain = false;

  /** @param changed is called when there is something else to show */
  constructor(host: Pick<RunHost, 'request'>, changed: () => void) {
    this.#host = host;
    this.#changed = changed;
  }

  /** Newest first; null before they were read. */
  get read(): ReadCheckpoints | null {
    return this.#read;
  }

  /** Why they could not be read last; null when they could. */
  get problem(): string | null {
    return this.#problem;
  }

  get isReading(): boolean {
    return this.#reading !== null;
  }

  /** Resolves when they were read as they are from now on: a reading under way is followed by another one. */
  refresh(): Promise<void> {
    this.#isWantedAgain = this.#reading !== null;
    this.#reading ??= this.#readWhileWanted();
    this.#changed();
    return this.#reading;
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #readWhileWanted(): Promise<void> {
    const { signal } = this.#stopped;
    do {
      this.#isWantedAgain = false;
      await this.#readOnce(signal);
    } while (this.#wanted(signal));
    this.#reading = null;
    if (!signal.aborted) this.#changed();
  }

  #wanted({ aborted }: AbortSignal): boolean {
    return this.#isWantedAgain && !aborted;
  }

  async #readOnce(signal: AbortSignal): Promise<void> {
    try {
      const read = await this.#host.request('read-checkpoints', {}, { signal, timeout: null });
      this.#read = { ...read, checkpoints: read.checkpoints.toSorted(newestFirst) };
      this.#problem = null;
    } catch (error) {
      this.#problem = error instanceof Error ? error.message : String(error);
    }
  }
}

function newestFirst(one: { readonly step: number }, other: { readonly step: number }): number {
  return other.step - one.step;
}
