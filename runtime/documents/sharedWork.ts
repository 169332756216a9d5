// One piece of work that several callers wait for. It is stopped when the last of them has given up.
import { abortReason } from './abortReason.ts';

export class SharedWork<Result> {
  readonly #controller = new AbortController();
  readonly #result: Promise<Result>;
  readonly #onEnd: () => void;
  #waiting = 0;

  /** `onEnd` is called once the work is over or nobody waits for it any more; nobody may join afterwards. */
  constructor(start: (signal: AbortSignal) => Promise<Result>, onEnd: () => void) {
    this.#onEnd = onEnd;
    this.#result = start(this.#controller.signal).finally(onEnd);
    // Every caller sees a failure through join; without callers there is nobody to tell.
    this.#result.catch(() => undefined);
  }

  /** Waits for the result; an aborted signal ends the wait at once and the work only when nobody else waits. */
  async join(signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    this.#waiting += 1;
    let onAbort: () => void = () => undefined;
    const aborted = new Promise<never>((_resolve, reject) => {
      onAbort = () => reject(abortReason(signal));
      signal.addEventListener('abort', onAbort, { once: true });
    });
    try {
      return await Promise.race([this.#result, aborted]);
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#leave();
    }
  }

  #leave(): void {
    this.#waiting -= 1;
    if (this.#waiting > 0) return;
    this.#onEnd();
    this.#controller.abort();
  }
}
