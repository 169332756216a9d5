// Choices by a given source of random numbers from 0 up to, not including, 1.

export type Random = () => number;

export function choose<Item>(items: readonly Item[], random: Random): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('There is nothing to choose from.');
  return item;
}

/** `count` different items, in random order. */
export function chooseSome<Item>(
  items: readonly Item[],
  count: number,
  random: Random,
): readonly Item[] {
  if (count > items.length) throw new RangeError(`${items.length} items are fewer than ${count}.`);
  const left = [...items];
  return Array.from({ length: count }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat();
}

/** A whole number from `low` to `high`, both ends inside. */
export function wholeNumber(low: number, high: number, random: Random): number {
  return low + Math.floor(random() * (high - low + 1));
}

/** An item by its weight; weights need not sum to 1. */
export function chooseWeighted<Item>(
  items: readonly (readonly [item: Item, weight: number])[],
  random: Random,
): Item {
  let left = random() * items.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [item, weight] of items) {
    left -= weight;
    if (left < 0) return item;
  }
  return choose(items, random)[0];
}
