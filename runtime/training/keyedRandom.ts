// Random numbers of a training run, by what they are for: the seed of the run and a key give the source. No generator has a state of
// its own, so a run that is resumed draws what it would have drawn, and two recipes with one seed see their tasks in one order.
import { createHash } from 'node:crypto';
import { seededRandom } from '../support/seededRandom.ts';

/** Numbers from 0 up to, not including, 1; the same for the same seed and key. */
export function keyedRandom(seed: number, ...key: readonly (string | number)[]): () => number {
  const digest = createHash('sha256').update(JSON.stringify([seed, ...key]));
  return seededRandom(digest.digest().readUInt32BE(0));
}

/** A new list in random order (Fisher and Yates). */
export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const left = [...items];
  const drawn: Item[] = [];
  while (left.length > 0) drawn.push(...left.splice(Math.floor(random() * left.length), 1));
  return drawn;
}
