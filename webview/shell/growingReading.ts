// What a page reads of a file that may grow: once at the start, and again when the file has grown. What was read before stays
// on the page when a later reading fails; a first one that fails is all there is to show.
import type { Host } from '../messages/host.ts';
import { Latest } from '../messages/latest.ts';
import { AfterPause } from './afterPause.ts';
import type { PageContext } from './page.ts';

const pauseMilliseconds = 1000;

export interface ReadingParts {
  readonly context: Pick<PageContext, 'redraw' | 'complain'> & { readonly host: Pick<Host, 'on'> };
  /** Reads and keeps what it read. Rejects when it cannot. */
  readonly read: (signal: AbortSignal) => Promise<void>;
  /** True once something was read. */
  readonly hasRead: () => boolean;
  /** Whether a file that has grown may say more. */
  readonly mayGrow: () => boolean;
}

export class GrowingReading {
  readonly #parts: ReadingParts;
  readonly #latest = new Latest();
  readonly #stopped = new AbortController();
  readonly #again = new AfterPause(pauseMilliseconds, () => void this.#read());
  #problem: string | null = null;

  constructor(parts: ReadingParts) {
    this.#parts = parts;
  }

  /** Why there is nothing to show; null when there is something, or will be. */
  get problem(): string | null {
    return this.#problem;
  }

  start(): void {
    const { context, mayGrow } = this.#parts;
    const grown = (): void => {
      if (mayGrow()) this.#again.askOnce();
    };
    context.host.on('index-changed', grown, this.#stopped.signal);
    void this.#read();
  }

  stop(): void {
    this.#stopped.abort();
    this.#latest.stop();
    this.#again.stop();
  }

  async #read(): Promise<void> {
    const { context, read, hasRead } = this.#parts;
    const signal = this.#latest.next();
    try {
      await read(signal);
      this.#problem = null;
    } catch (error) {
      if (signal.aborted) return;
      if (hasRead()) context.complain(error);
      else this.#problem = error instanceof Error ? error.message : String(error);
    }
    context.redraw();
  }
}
