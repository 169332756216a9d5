// How long a server may be silent: until the first text of a reply, between two pieces of it, and after its end.

export interface ReplyTimeouts {
  /** Covers loading the model and reading the prompt. */
  readonly firstTokenMilliseconds: number;
  readonly idleMilliseconds: number;
  /** How long the usage may take to follow a reply that has ended. */
  readonly closingMilliseconds: number;
}

export const defaultTimeouts: ReplyTimeouts = {
  firstTokenMilliseconds: 300_000,
  idleMilliseconds: 90_000,
  closingMilliseconds: 3_000,
};

export type Phase = 'first-token' | 'idle' | 'closing';

export class ReplyDeadline {
  readonly #timeouts: ReplyTimeouts;
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #passed: Phase | null = null;

  /** Starts at once, waiting for the first token. */
  constructor(timeouts: ReplyTimeouts) {
    this.#timeouts = timeouts;
    this.enter('first-token');
  }

  /** Aborted when a limit passes. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The phase whose limit passed; null while none has. */
  get passed(): Phase | null {
    return this.#passed;
  }

  /** Begins a phase, or begins it anew, with its whole limit. */
  enter(phase: Phase): void {
    this.clear();
    this.#timer = setTimeout(() => {
      this.#passed = phase;
      this.#controller.abort();
    }, this.#limit(phase));
  }

  clear(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #limit(phase: Phase): number {
    switch (phase) {
      case 'first-token':
        return this.#timeouts.firstTokenMilliseconds;
      case 'idle':
        return this.#timeouts.idleMilliseconds;
      case 'closing':
        return this.#timeouts.closingMilliseconds;
    }
  }
}
