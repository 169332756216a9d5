// Which labelled answers teach a judge most: those it got wrong, as many of each level as there are. Pure.
import type { VerdictLevel } from '../../contract/judge.ts';

export interface TaughtItem {
  /** SHA-256 in hexadecimal digits, which decides by chance and always the same. */
  readonly itemHash: string;
  /** What people say. */
  readonly people: VerdictLevel;
  /** What the judge said; null when its verdict was unscored. */
  readonly judge: VerdictLevel | null;
}

export interface Split<Item> {
  readonly train: readonly Item[];
  readonly heldOut: readonly Item[];
}

/**
 * Halves by the hash of the item: an item stays on its side when others come, so that an answer that was once an example is
 * never measured on.
 */
export function splitByHash<Item extends { readonly itemHash: string }>(
  items: readonly Item[],
): Split<Item> {
  const isTrain = ({ itemHash }: Item): boolean => Number.parseInt(itemHash.slice(-1), 16) < 8;
  return { train: items.filter(isTrain), heldOut: items.filter((item) => !isTrain(item)) };
}

const levels: readonly VerdictLevel[] = ['Correct', 'Partially Correct', 'Wrong'];

/**
 * At most `limit` items, one of each level in turn, those on which the judge erred before those on which it was right. Empty
 * when it never erred: there is nothing to teach.
 */
export function chooseExamples<Item extends TaughtItem>(
  items: readonly Item[],
  limit: number,
): readonly Item[] {
  if (items.every((item) => item.judge === item.people)) return [];
  const queues = levels.map((level) => byUse(items.filter(({ people }) => people === level)));
  const chosen: Item[] = [];
  for (let round = 0; chosen.length < limit; round += 1) {
    const next = queues.flatMap((queue) => queue.slice(round, round + 1));
    if (next.length === 0) break;
    chosen.push(...next.slice(0, limit - chosen.length));
  }
  return chosen;
}

function byUse<Item extends TaughtItem>(items: readonly Item[]): readonly Item[] {
  const rank = (item: Item): number => (item.judge === item.people ? 1 : 0);
  return items.toSorted((a, b) => rank(a) - rank(b) || (a.itemHash < b.itemHash ? -1 : 1));
}
