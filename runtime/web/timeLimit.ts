// A signal that also fires when time is up. The waiting is passed in, so that tests decide when that is.
import type { Sleep } from '../support/backOff.ts';

export interface TimeLimit {
  readonly signal: AbortSignal;
  /** From now on the time does not run out any more. */
  stop(): void;
}

/** @param reason of the signal when time is up */
export function timeLimit(
  milliseconds: number,
  reason: () => Error,
  { sleep, signal }: { readonly sleep: Sleep; readonly signal: AbortSignal },
): TimeLimit {
  const over = new AbortController();
  const stopped = new AbortController();
  sleep(milliseconds, AbortSignal.any([signal, stopped.signal])).then(
    () => over.abort(reason()),
    () => undefined,
  );
  return { signal: AbortSignal.any([signal, over.signal]), stop: () => stopped.abort() };
}
