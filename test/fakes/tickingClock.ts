// A clock that starts at a fixed moment and moves on by a millisecond whenever it is read.
import type { Clock } from '../../runtime/support/clock.ts';

export function tickingClock(start = '2026-05-04T09:30:00.000Z'): Clock {
  let milliseconds = 0;
  return {
    now: () => {
      milliseconds += 1;
      return new Date(Date.parse(start) + milliseconds).toISOString();
    },
    monotonic: () => {
      milliseconds += 1;
      return milliseconds;
    },
  };
}
