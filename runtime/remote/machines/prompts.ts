// Questions of ssh on their way to a person and back. One without an answer is given up after a while, so that nothing hangs.
import type { Asked, Asker } from '../link/asker.ts';

export interface Prompt extends Asked {
  readonly promptId: string;
}

const usualMilliseconds = 5 * 60_000;

export class Prompts implements Asker {
  readonly #randomHex: () => string;
  readonly #milliseconds: number;
  readonly #listeners = new Set<(prompt: Prompt) => void>();
  readonly #waiting = new Map<string, (answer: string | null) => void>();

  constructor(randomHex: () => string, milliseconds = usualMilliseconds) {
    this.#randomHex = randomHex;
    this.#milliseconds = milliseconds;
  }

  onAsked(listener: (prompt: Prompt) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Nothing happens when nobody waits for it any more. */
  answer(promptId: string, answer: string | null): void {
    this.#waiting.get(promptId)?.(answer);
  }

  ask(asked: Asked, signal: AbortSignal): Promise<string | null> {
    if (this.#listeners.size === 0 || signal.aborted) return Promise.resolve(null);
    const promptId = this.#randomHex();
    return new Promise((resolve) => {
      const settle = (answer: string | null) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        this.#waiting.delete(promptId);
        resolve(answer);
      };
      const giveUp = () => settle(null);
      const timer = setTimeout(giveUp, this.#milliseconds);
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.set(promptId, settle);
      for (const listener of this.#listeners) listener({ ...asked, promptId });
    });
  }
}
