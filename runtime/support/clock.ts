// Time, passed in so that tests can set it.

export interface Clock {
  /** ISO 8601 in UTC. */
  now(): string;
  /** Milliseconds of a clock that never jumps. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => new Date().toISOString(),
  monotonic: () => performance.now(),
};
