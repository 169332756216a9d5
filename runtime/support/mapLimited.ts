// Works on several things at once, but not on all of them.

/**
 * Results in the order of the items, whichever is ready first.
 * @param limit how many are worked on at a time, at least 1
 */
export async function mapLimited<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Map<number, Result>();
  const queue = items.entries();
  const worker = async () => {
    for (const [place, item] of queue) results.set(place, await work(item));
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result);
}
