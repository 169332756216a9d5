// Works on several things at once, but not on all of them.

/**
 * Results in the order of the items, whichever is ready first. When one breaks the others are told by their signal, and waited
 * for, so that nothing goes on behind the caller's back.
 * @param limit how many are worked on at a time, at least 1
 * @throws what the first one that broke threw, or the signal's abort reason
 */
export async function mapLimited<Item, Result>(
  items: readonly Item[],
  limit: number,
  signal: AbortSignal,
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
): Promise<Result[]> {
  const broken = new AbortController();
  const either = AbortSignal.any([signal, broken.signal]);
  const results = new Map<number, Result>();
  const queue = items.entries();
  const worker = async () => {
    for (const [place, item] of queue) {
      either.throwIfAborted();
      results.set(place, await work(item, either));
    }
  };
  const workers = Array.from({ length: Math.min(limit, items.length) }, () =>
    worker().catch((error: unknown) => broken.abort(error)),
  );
  await Promise.all(workers);
  either.throwIfAborted();
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result);
}
