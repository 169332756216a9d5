// Lets one at a time use what cannot be shared, first come first served.

export class Turns {
  #taken = false;
  readonly #waiting: (() => void)[] = [];

  /** Waits for its turn; the result gives it back and must be called once. @throws the abort reason of the signal */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#taken) await this.#wait(signal);
    this.#taken = true;
    return () => this.#pass();
  }

  #pass(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#taken = false;
    else next();
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
      };
      this.#waiting.push(go);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
