// The interval of a share that stays sensible near 0 and 1 and with few trials.

/** The 97.5 % point of the standard normal distribution. */
export const z95 = 1.959963984540054;

/**
 * Wilson's score interval of a proportion without continuity correction (E. B. Wilson, JASA 22, 1927); null of nothing.
 * `z` is the normal quantile; by default that of a 95 % interval.
 */
export function wilsonInterval(
  successes: number,
  trials: number,
  z = z95,
): [low: number, high: number] | null {
  if (trials === 0) return null;
  const share = successes / trials;
  const denominator = 1 + z ** 2 / trials;
  const centre = (share + z ** 2 / (2 * trials)) / denominator;
  const half =
    (z / denominator) * Math.sqrt((share * (1 - share)) / trials + z ** 2 / (4 * trials ** 2));
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}
