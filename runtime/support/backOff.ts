// When to try again after a server was busy or a connection broke. Pure but for the waiting, which is passed in.

/** Waits; rejects with an AbortError when the signal is aborted. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export interface BackOffSettings {
  readonly maxAttempts: number;
  readonly firstDelayMilliseconds: number;
  readonly maxDelayMilliseconds: number;
  /** No attempt begins later than this after the first one began. */
  readonly maxTotalMilliseconds: number;
}

export const defaultBackOff: BackOffSettings = {
  maxAttempts: 6,
  firstDelayMilliseconds: 500,
  maxDelayMilliseconds: 15_000,
  maxTotalMilliseconds: 120_000,
};

export interface Attempted {
  /** Attempts made so far, at least 1. */
  readonly attempts: number;
  /** Milliseconds since the first attempt began. */
  readonly elapsed: number;
  /** What the server asked for with Retry-After; null when it asked for nothing. */
  readonly askedMilliseconds: number | null;
}

/**
 * Milliseconds until the next attempt; null when there is to be none. A wait that the server asked for is kept exactly,
 * or not at all when it ends too late. Own waits double each time and lose up to a quarter, so that clients spread.
 */
export function nextDelay(
  settings: BackOffSettings,
  attempted: Attempted,
  random: () => number,
): number | null {
  if (attempted.attempts >= settings.maxAttempts) return null;
  const doubled = settings.firstDelayMilliseconds * 2 ** (attempted.attempts - 1);
  const own = Math.min(doubled, settings.maxDelayMilliseconds) * (1 - 0.25 * random());
  const delay = attempted.askedMilliseconds ?? own;
  return attempted.elapsed + delay > settings.maxTotalMilliseconds ? null : delay;
}

/**
 * Reads `retry-after-ms` and `Retry-After` (seconds or an HTTP date).
 * @param now milliseconds since 1970, for dates
 */
export function retryAfterMilliseconds(headers: Headers, now: number): number | null {
  const exact = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const after = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(after)) return Number.parseFloat(after) * 1000;
  const date = Date.parse(after);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
