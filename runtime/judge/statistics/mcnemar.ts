// Whether two judges differ in how often they are right, on the same items.
import { logFactorials } from './binomial.ts';

/**
 * Exact two-sided McNemar test (McNemar, Psychometrika 12, 1947): twice the smaller tail of Binomial(b + c, 1/2), at most 1.
 * 1 when they never differ.
 *
 * @param onlyFirst items that only the first got right, a whole number
 * @param onlySecond items that only the second got right, a whole number
 * @returns the p-value, in (0, 1]
 */
export function mcnemarExact(onlyFirst: number, onlySecond: number): number {
  const n = onlyFirst + onlySecond;
  const logs = logFactorials(n);
  const log = (at: number): number => logs[at] ?? 0;
  let tail = 0;
  for (let at = 0; at <= Math.min(onlyFirst, onlySecond); at += 1) {
    tail += Math.exp(log(n) - log(at) - log(n - at) - n * Math.LN2);
  }
  return Math.min(1, 2 * tail);
}
