// Drawing by chance that can be repeated.

/** A number from 0 up to, not including, 1. */
export type Random = () => number;

/** From `low` to `high`, both inside. */
export function drawWhole(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

/** @throws RangeError when there is nothing to draw from */
export function draw<Item>(random: Random, items: readonly Item[]): Item {
  for (const item of items.slice(drawWhole(random, 0, items.length - 1))) return item;
  throw new RangeError('nothing to draw from');
}

/** Different ones, in the order of drawing; all of them when there are no more than `count`. */
export function drawSeveral<Item>(random: Random, items: readonly Item[], count: number): Item[] {
  const left = [...items];
  const drawn: Item[] = [];
  while (drawn.length < count && left.length > 0) {
    drawn.push(...left.splice(drawWhole(random, 0, left.length - 1), 1));
  }
  return drawn;
}
