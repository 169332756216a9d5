// Draws from a binomial distribution, exact and fast enough for bootstraps of large tables.

/** log(0!), log(1!) ... log(n!). */
export function logFactorials(n: number): Float64Array {
  const logs = new Float64Array(n + 1);
  for (let at = 2; at <= n; at += 1) logs[at] = (logs[at - 1] ?? 0) + Math.log(at);
  return logs;
}

/**
 * One draw from Binomial(n, p) by inversion from the mode outwards (Kemp, Communications in Statistics A 15, 1986): about one
 * step a standard deviation.
 *
 * @param n trials, a whole number from 0
 * @param p chance of each, in 0..1
 * @param logs `logFactorials` of at least n
 * @param random numbers from 0 up to, not including, 1; at most one is taken
 */
export function drawBinomial(
  n: number,
  p: number,
  logs: Float64Array,
  random: () => number,
): number {
  if (n === 0 || p <= 0) return 0;
  if (p >= 1) return n;
  const mode = Math.min(n, Math.floor((n + 1) * p));
  return outwards(n, p / (1 - p), mode, chanceOf(mode, n, p, logs), random());
}

function chanceOf(at: number, n: number, p: number, logs: Float64Array): number {
  const ways = (logs[n] ?? 0) - (logs[at] ?? 0) - (logs[n - at] ?? 0);
  return Math.exp(ways + at * Math.log(p) + (n - at) * Math.log1p(-p));
}

/** Takes the chances of the values around the mode from `left`, nearest first, until it is used up. */
function outwards(n: number, odds: number, mode: number, chance: number, random: number): number {
  let left = random - chance;
  let [low, high, chanceLow, chanceHigh] = [mode, mode, chance, chance];
  while (left >= 0 && (low > 0 || high < n)) {
    if (low > 0) {
      chanceLow *= low / ((n - low + 1) * odds);
      low -= 1;
      left -= chanceLow;
      if (left < 0) return low;
    }
    if (high < n) {
      chanceHigh *= ((n - high) * odds) / (high + 1);
      high += 1;
      left -= chanceHigh;
      if (left < 0) return high;
    }
  }
  // All chances add up to 1 but for rounding, and what rounding left over belongs to the likeliest value.
  return mode;
}
