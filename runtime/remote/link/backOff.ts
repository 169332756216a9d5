// How long to wait before the next try to connect: 1 s, doubled up to 60 s, and spread so that windows do not try in step.

const firstMilliseconds = 1_000;
const mostMilliseconds = 60_000;

/**
 * @param failures in a row, from 1
 * @param random from 0 to 1
 * @returns milliseconds, between half of the full wait and all of it
 */
export function backOff(failures: number, random: number): number {
  const full = Math.min(mostMilliseconds, firstMilliseconds * 2 ** Math.max(0, failures - 1));
  return full * (0.5 + random / 2);
}
