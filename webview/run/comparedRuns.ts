// The runs that are drawn beside the one of the page: chosen by the person, read again after the page was made again.
import type { ComparedRun } from '../../runtime/contract/runPanel.ts';
import type { RunPlace } from '../../runtime/contract/training/runView.ts';
import type { RunHost } from './runContext.ts';

/** As many as dotted lines can be told apart. */
export const mostCompared = 3;

export interface ComparedParts {
  readonly host: Pick<RunHost, 'request'>;
  /** After what is compared changed. */
  readonly changed: (places: readonly RunPlace[]) => void;
  readonly complain: (error: unknown) => void;
}

export class ComparedRuns {
  readonly #parts: ComparedParts;
  readonly #stopped = new AbortController();
  #runs: readonly ComparedRun[] = [];

  constructor(parts: ComparedParts) {
    this.#parts = parts;
  }

  get runs(): readonly ComparedRun[] {
    return this.#runs;
  }

  /** Reads those that the route names. One that is gone is left out, with a word about it. */
  async read(places: readonly RunPlace[]): Promise<void> {
    for (const place of places) {
      if (this.#has(place)) continue;
      await this.#take(async (signal) => {
        const { run } = await this.#parts.host.request('read-compared', { place }, { signal });
        return run;
      });
    }
  }

  /** Has the person choose one more. */
  async choose(): Promise<void> {
    const shown = this.#runs.map(({ place }) => place);
    await this.#take(async (signal) => {
      const options = { signal, timeout: null };
      const { run } = await this.#parts.host.request('choose-compared', { shown }, options);
      return run;
    });
  }

  remove(place: RunPlace): void {
    this.#become(this.#runs.filter((run) => !isSame(run.place, place)));
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #take(ask: (signal: AbortSignal) => Promise<ComparedRun | null>): Promise<void> {
    try {
      const run = await ask(this.#stopped.signal);
      if (run !== null && !this.#has(run.place)) this.#become([...this.#runs, run]);
    } catch (error) {
      this.#parts.complain(error);
    }
  }

  #has(place: RunPlace): boolean {
    return this.#runs.some((run) => isSame(run.place, place));
  }

  #become(runs: readonly ComparedRun[]): void {
    this.#runs = runs;
    this.#parts.changed(runs.map(({ place }) => place));
  }
}

function isSame(one: RunPlace, other: RunPlace): boolean {
  return one.machine === other.machine && one.folder === other.folder;
}
