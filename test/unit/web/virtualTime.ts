// Time that passes when the test says so, or at once when somebody waits.
import type { Sleep } from '../../../runtime/support/backOff.ts';
import type { Clock } from '../../../runtime/support/clock.ts';

export interface VirtualTime {
  readonly clock: Clock;
  /** Does not wait: time jumps to the end of the pause. */
  readonly jump: Sleep;
  /** Milliseconds of every pause, in order. */
  readonly pauses: number[];
  advance(milliseconds: number): void;
}

const start = Date.parse('2026-05-04T09:30:00.000Z');

export function virtualTime(): VirtualTime {
  let now = 0;
  const pauses: number[] = [];
  return {
    clock: { now: () => new Date(start + now).toISOString(), monotonic: () => now },
    jump: (milliseconds, signal) => {
      if (signal.aborted) return Promise.reject(new DOMException('aborted', 'AbortError'));
      pauses.push(milliseconds);
      now += milliseconds;
      return Promise.resolve();
    },
    pauses,
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}
