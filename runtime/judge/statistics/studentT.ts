// Student's t distribution, as far as intervals of means need it.
import { z95 } from './wilson.ts';

/** 97.5 % points by degrees of freedom, from 1 to 9, where the expansion below is not exact enough. */
const fewDegrees = [
  12.706204736, 4.30265273, 3.182446305, 2.776445105, 2.570581836, 2.446911851, 2.364624252,
  2.306004135, 2.262157163,
] as const;

/**
 * The 97.5 % point, to six decimals: the Cornish-Fisher expansion around the normal one (M. Abramowitz and I. A. Stegun, Handbook of
 * Mathematical Functions, 1964, 26.7.5).
 * @param degrees of freedom, a whole number from 1
 */
export function studentT95(degrees: number): number {
  const known = fewDegrees[degrees - 1];
  if (known !== undefined) return known;
  const z = z95;
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92_160,
  ];
  return terms.reduce((sum, term, place) => sum + term / degrees ** (place + 1), z);
}
