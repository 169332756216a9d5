// Scores and rewards with two decimals, as people round.

/** Rounds half up in decimal: toFixed alone turns 1.525 into 1.52, because the double lies just below. */
export function twoDecimals(value: number): string {
  const cents = Math.round(Number((value * 100).toPrecision(12)));
  return (cents / 100).toFixed(2);
}
