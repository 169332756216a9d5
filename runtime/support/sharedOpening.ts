// Something that takes a while to open and that several may wait for. It goes on as long as somebody waits, whoever came
// first; when the last one leaves before the end it is called off.
import type { OnProgress } from './progress.ts';

export interface OpeningOptions {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

export class SharedOpening<Value> {
  readonly value: Promise<Value>;
  readonly #calledOff = new AbortController();
  readonly #listeners = new Set<OnProgress>();
  #isOpen = false;

  constructor(open: (options: OpeningOptions) => Promise<Value>) {
    this.value = open({
      signal: this.#calledOff.signal,
      onProgress: (progress) => {
        for (const listener of this.#listeners) listener(progress);
      },
    });
    this.value.then(
      () => (this.#isOpen = true),
      () => undefined,
    );
  }

  /** False while it opens, and when it failed. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** True once everybody who waited has left: nobody may join any more. */
  get isCalledOff(): boolean {
    return this.#calledOff.signal.aborted;
  }

  /** Waits for the end. @throws AbortError when the signal fires first, or what went wrong */
  join({ signal, onProgress }: OpeningOptions): Promise<Value> {
    // Each who waits is a listener of its own, also when two hand in the same function.
    const listener: OnProgress = (progress) => onProgress(progress);
    this.#listeners.add(listener);
    return new Promise<Value>((resolve, reject) => {
      const leave = () => {
        this.#leave(listener);
        reject(new DOMException('Nobody waits for it any more.', 'AbortError'));
      };
      if (signal.aborted) leave();
      signal.addEventListener('abort', leave, { once: true });
      this.value.then(resolve, reject).finally(() => {
        signal.removeEventListener('abort', leave);
        this.#listeners.delete(listener);
      });
    });
  }

  callOff(): void {
    this.#calledOff.abort();
  }

  #leave(listener: OnProgress): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size === 0 && !this.#isOpen) this.callOff();
  }
}
