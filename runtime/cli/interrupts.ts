// Ctrl+C and the signals that end a process: the first stops the work and keeps what there is, the second ends at once.
import { exitCodes, type ExitCode } from './exitCodes.ts';

export type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** `count` is how many of this signal came since it was handed over, this one included. */
export type SignalListener = (signal: Signal, count: number) => void;

/** The part of `process` that is used. */
export interface SignalSource {
  on(signal: Signal, listener: () => void): unknown;
  off(signal: Signal, listener: () => void): unknown;
  exit(code: number): void;
}

export class Interrupts {
  readonly #controller = new AbortController();
  readonly #source: SignalSource;
  readonly #listeners = new Map<Signal, () => void>();
  #exitCode: ExitCode | null = null;
  #owner: { readonly listener: SignalListener; readonly counts: Map<Signal, number> } | null = null;

  /** `say` is called with what to tell the person. */
  constructor(source: SignalSource, say: (text: string) => void) {
    this.#source = source;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      const listener = () => this.#receive(signal, say);
      this.#listeners.set(signal, listener);
      source.on(signal, listener);
    }
  }

  /** Aborted by the first signal, and by `stop`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The exit code that the signal asks for; null when none came. */
  get exitCode(): ExitCode | null {
    return this.#exitCode;
  }

  /** Stops the work for another reason, such as an output that nobody reads any more. */
  stop(): void {
    this.#controller.abort();
  }

  /** From now on signals stop nothing by themselves: what they mean is the listener's to decide. */
  handOver(listener: SignalListener): void {
    this.#owner = { listener, counts: new Map() };
  }

  dispose(): void {
    for (const [signal, listener] of this.#listeners) this.#source.off(signal, listener);
  }

  #receive(signal: Signal, say: (text: string) => void): void {
    if (this.#owner !== null) {
      const count = (this.#owner.counts.get(signal) ?? 0) + 1;
      this.#owner.counts.set(signal, count);
      this.#owner.listener(signal, count);
      return;
    }
    if (this.#exitCode !== null) {
      this.#source.exit(this.#exitCode);
      return;
    }
    this.#exitCode = signal === 'SIGINT' ? exitCodes.cancelled : exitCodes.terminated;
    if (signal === 'SIGINT') say('Stopping; what was done is kept. Ctrl+C again ends at once.');
    this.#controller.abort();
  }
}
