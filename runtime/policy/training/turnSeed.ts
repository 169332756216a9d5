// The seed of one turn of a rollout: other turns of the rollout draw other tokens, and the same turn the same ones again. Pure.

/** A whole number from 0 up to, not including, 2^31, well mixed (the finaliser of MurmurHash3). */
export function turnSeed(rolloutSeed: number, turn: number): number {
  let mixed = (rolloutSeed ^ Math.imul(turn + 1, 0x9e3779b1)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 1;
}
