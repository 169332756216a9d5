// How often a task is solved when it may be tried k times: at least once, or every time.

export interface TriedTask {
  readonly trials: number;
  readonly passed: number;
}

const tolerance = 1e-6;

/** A trial passes with a reward within 1e-6 of 1, as tau-bench counts it (arXiv 2406.12045). */
export function triedTaskOf(rewards: readonly number[]): TriedTask {
  const passes = rewards.filter((reward) => reward >= 1 - tolerance && reward <= 1 + tolerance);
  return { trials: rewards.length, passed: passes.length };
}

/**
 * pass@k of one task, 1 - C(n - c, k) / C(n, k): the chance that k of its n trials hold a pass (Chen et al., arXiv 2107.03374,
 * equation 1). Null when there are fewer than k trials.
 */
export function passAtK({ trials, passed }: TriedTask, k: number): number | null {
  const none = allOf(trials - passed, trials, k);
  return none === null ? null : 1 - none;
}

/**
 * pass^k of one task, C(c, k) / C(n, k): the chance that k of its n trials all pass (Yao et al., arXiv 2406.12045, section 3).
 * Null when there are fewer than k trials.
 */
export function passHatK({ trials, passed }: TriedTask, k: number): number | null {
  return allOf(passed, trials, k);
}

/** Mean over the tasks that have a value; null without one. */
export function meanOverTasks(
  tasks: readonly TriedTask[],
  k: number,
  of: (task: TriedTask, k: number) => number | null,
): number | null {
  const known = tasks.map((task) => of(task, k)).filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** Chance that k draws of n without putting back are all among `some`: C(some, k) / C(n, k), as a product that cannot overflow. */
function allOf(some: number, n: number, k: number): number | null {
  if (!Number.isInteger(k) || k < 1)
    throw new RangeError(`k must be a whole number from 1, not ${k}`);
  if (k > n) return null;
  let chance = 1;
  for (let at = 0; at < k; at += 1) chance *= Math.max(0, some - at) / (n - at);
  return chance;
}
