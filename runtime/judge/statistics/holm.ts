// What p-values of several tests are worth together.

/**
 * Adjusted p-values that hold the chance of any wrong rejection at the level of one test (S. Holm, Scandinavian Journal of Statistics
 * 6, 1979): the smallest times their number, the next times one less, and so on, none below the one before it and none above 1.
 *
 * @returns in the order given
 */
export function holmAdjusted(values: readonly number[]): number[] {
  const ascending = values.map((p, place) => ({ p, place })).sort((one, other) => one.p - other.p);
  const adjusted = new Array<number>(values.length).fill(1);
  let least = 0;
  for (const [rank, { p, place }] of ascending.entries()) {
    least = Math.min(1, Math.max(least, p * (values.length - rank)));
    adjusted[place] = least;
  }
  return adjusted;
}
