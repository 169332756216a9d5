// Ctrl+C and the signals that end a process: the first stops the work and keeps what there is, the second ends at once.
import { exitCodes, type ExitCode } from './exitCodes.ts';

type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

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

  dispose(): void {
    for (const [signal, listener] of this.#listeners) this.#source.off(signal, listener);
  }

  #receive(signal: Signal, say: (text: string) => void): void {
    if (this.#exitCode !== null) {
      this.#source.exit(this.#exitCode);
      return;
    }
    this.#exitCode = signal === 'SIGINT' ? exitCodes.cancelled : exitCodes.terminated;
    if (signal === 'SIGINT') say('Stopping; what was done is kept. Ctrl+C again ends at once.');
    this.#controller.abort();
  }
}
