// How many threads a process of a run may calculate with.
import { availableParallelism } from 'node:os';

/** `OMP_NUM_THREADS`, or up to four. */
export function threadsOf(env: Readonly<Record<string, string | undefined>>): number {
  return Number(env['OMP_NUM_THREADS']) || Math.min(4, availableParallelism());
}
