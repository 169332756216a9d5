// What was opened one after the other and is closed the other way round, also when opening breaks off in the middle.

export class Closing {
  readonly #controller = new AbortController();
  #steps: (() => Promise<unknown>)[] = [];

  /** Aborted when the closing begins. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  add(step: () => Promise<unknown>): void {
    this.#steps.push(step);
  }

  /** Takes every step, whatever becomes of those before it. @throws what the first step that broke threw */
  async close(): Promise<void> {
    this.#controller.abort();
    const steps = this.#steps.reverse();
    this.#steps = [];
    const errors: unknown[] = [];
    for (const step of steps) await step().catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw errors[0];
  }
}
