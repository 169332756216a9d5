// What more labels buy.

/**
 * Expected half width of a 95 % interval after `more` labels, when they are drawn as those before: standard errors shrink with the
 * square root of the number, so halfWidth x sqrt(n / (n + more)). An expectation, not a promise: the figure itself moves too.
 *
 * @param n labelled items now, above 0
 * @throws RangeError when there is no label to start from, or fewer than none are added
 */
export function halfWidthAfter(halfWidth: number, n: number, more: number): number {
  if (!(n > 0 && more >= 0)) {
    throw new RangeError(`The width after ${more} more labels cannot be told from ${n}`);
  }
  return halfWidth * Math.sqrt(n / (n + more));
}
