// Timing of two things in turn, so that a machine whose speed drifts slows both.

/** Milliseconds that `work` took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/**
 * Runs each contender once per round, A B C A B C ..., after some rounds that do not count, because engines compile hot
 * code while it runs. Gives the median milliseconds of each, in the order of the contenders.
 */
export async function interleave(
  rounds: number,
  contenders: readonly (() => Promise<unknown>)[],
  warmUp = 1,
): Promise<number[]> {
  const times: number[][] = contenders.map(() => []);
  for (let round = 0; round < warmUp + rounds; round += 1) {
    for (const [index, contender] of contenders.entries()) {
      const milliseconds = await timed(contender);
      if (round >= warmUp) times[index]?.push(milliseconds);
    }
  }
  return times.map(median);
}
