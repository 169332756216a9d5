// Draws the queue: which items of each stratum, with which probability, in which order. Pure, and without any random number:
// an item's hash decides, so that every window, every reload and every person gets the same queue, and new items fit in.
import type { ItemHash, Stratum } from '../contract/label.ts';
import { Stratum as StratumSchema } from '../contract/label.ts';

export interface DrawItem {
  readonly hash: ItemHash;
  readonly stratum: Stratum;
}

export interface DrawnItem extends DrawItem {
  /** Items drawn from its stratum / items of its stratum, in (0, 1]. */
  readonly samplingProbability: number;
}

export interface Draw {
  /** In the order in which they are presented. */
  readonly queue: readonly DrawnItem[];
  readonly strata: readonly {
    readonly stratum: Stratum;
    readonly population: number;
    readonly drawn: number;
  }[];
}

const allStrata = StratumSchema.options;

/** How the part that is not random is shared: an item of a heavier stratum tells more about where training goes wrong. */
const weights: Readonly<Record<Stratum, number>> = {
  advantage: 5,
  'judge-judge': 4,
  'judge-rule': 3,
  partial: 2,
  unstable: 1,
  random: 0,
};
const randomShare = 0.2;

/**
 * @param size most items of the queue
 * @param keep items that stay in the queue whether or not they are drawn, such as those labelled already
 */
export function drawQueue(
  items: readonly DrawItem[],
  size: number,
  keep: ReadonlySet<ItemHash> = new Set(),
): Draw {
  const byStratum = new Map<Stratum, DrawItem[]>(allStrata.map((stratum) => [stratum, []]));
  for (const item of items) byStratum.get(item.stratum)?.push(item);
  const sizes = allStrata.map((stratum) => byStratum.get(stratum)?.length ?? 0);
  const shares = allocate(sizes, size);
  const placed: { item: DrawnItem; key: number }[] = [];
  for (const [index, stratum] of allStrata.entries()) {
    const members = byStratum.get(stratum) ?? [];
    placed.push(...drawStratum(members, shares[index] ?? 0, keep));
  }
  placed.sort((a, b) => a.key - b.key || (a.item.hash < b.item.hash ? -1 : 1));
  return {
    queue: placed.map(({ item }) => item),
    strata: allStrata.map((stratum, index) => ({
      stratum,
      population: sizes[index] ?? 0,
      drawn: shares[index] ?? 0,
    })),
  };
}

/**
 * The places of the queue for each stratum, in the order of the contract: one for each that has items, a fifth for `random`,
 * the rest by weight; what a stratum cannot fill goes to the others.
 */
export function allocate(sizes: readonly number[], size: number): number[] {
  const shares = sizes.map(() => 0);
  const random = allStrata.indexOf('random');
  const places = Math.min(
    size,
    sizes.reduce((sum, count) => sum + count, 0),
  );
  const randomPlaces = Math.min(sizes[random] ?? 0, Math.round(size * randomShare), places);
  shares[random] = randomPlaces;
  for (const [index, count] of sizes.entries()) {
    if (index !== random && count > 0 && sumOf(shares) < places) shares[index] = 1;
  }
  while (sumOf(shares) < places) {
    const open = allStrata.flatMap((stratum, index) =>
      weights[stratum] > 0 && (shares[index] ?? 0) < (sizes[index] ?? 0) ? [index] : [],
    );
    if (open.length === 0) {
      shares[random] = (shares[random] ?? 0) + places - sumOf(shares);
      break;
    }
    share(places - sumOf(shares), open, sizes, shares);
  }
  return shares;
}

/** Gives `places` to the open strata by weight, none more than it has items; at least one place is given. */
function share(
  places: number,
  open: readonly number[],
  sizes: readonly number[],
  shares: number[],
): void {
  const weightOf = (index: number) => weights[allStrata[index] ?? 'random'];
  const total = sumOf(open.map(weightOf));
  let left = places;
  for (const index of open) {
    const room = (sizes[index] ?? 0) - (shares[index] ?? 0);
    const wanted = Math.max(1, Math.floor((places * weightOf(index)) / total));
    const given = Math.min(room, wanted, left);
    shares[index] = (shares[index] ?? 0) + given;
    left -= given;
  }
}

/**
 * The items with the smallest hashes. The r-th of n drawn stands at (r + u) / n of the queue, u being other digits of its
 * hash: whoever stops early has labelled about the same share of every stratum, and a position tells nothing.
 */
function drawStratum(
  members: readonly DrawItem[],
  drawn: number,
  keep: ReadonlySet<ItemHash>,
): { item: DrawnItem; key: number }[] {
  const ordered = members.toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
  const samplingProbability = drawn === 0 ? 1 : drawn / members.length;
  return ordered.flatMap(({ hash, stratum }, rank) => {
    const isDrawn = rank < drawn;
    if (!isDrawn && !keep.has(hash)) return [];
    const fraction = fractionOf(hash);
    const key = isDrawn ? (rank + fraction) / drawn : fraction;
    return [{ item: { hash, stratum, samplingProbability }, key }];
  });
}

/** From 0 up to, not including, 1: 48 bits of the hash that its order does not depend on. */
function fractionOf(hash: ItemHash): number {
  return Number.parseInt(hash.slice(40, 52), 16) / 2 ** 48;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
