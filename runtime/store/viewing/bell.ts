// Lets several wait for the next time that something happens, or for some time to pass.

export class Bell {
  readonly #waiting = new Set<() => void>();

  /** Ends every wait. */
  ring(): void {
    for (const resume of [...this.#waiting]) resume();
  }

  /** Resolves when the bell rings, and after so many milliseconds at the latest. */
  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const resume = () => {
        clearTimeout(timer);
        this.#waiting.delete(resume);
        resolve();
      };
      const timer = setTimeout(resume, milliseconds);
      this.#waiting.add(resume);
    });
  }
}
