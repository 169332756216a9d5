// Where a person is on the page of checkpoints: which two are compared.
import type { RunRoute } from '../../runtime/contract/runPanel.ts';

export type CheckpointsRoute = Extract<RunRoute, { page: 'checkpoints' }>;

/** The page as it is opened. */
export const plainCheckpointsRoute: CheckpointsRoute = { page: 'checkpoints', chosen: [] };

/** What VS Code kept of the page. */
export function savedCheckpointsRoute({
  chosen,
}: Readonly<Record<string, unknown>>): CheckpointsRoute {
  const steps = Array.isArray(chosen) ? chosen.filter(isStep) : [];
  return { ...plainCheckpointsRoute, chosen: [...new Set(steps)].slice(0, 2) };
}

/** Chooses a checkpoint, or leaves it. A third one takes the place of the one that was chosen first. */
export function toggled(chosen: readonly number[], step: number): number[] {
  if (chosen.includes(step)) return chosen.filter((one) => one !== step);
  return [...chosen, step].slice(-2);
}

export interface Pair {
  readonly first: number;
  readonly second: number;
}

/** The two that are compared, the earlier one first; null while there are not two. */
export function pairOf(chosen: readonly number[]): Pair | null {
  const [first, second] = chosen.toSorted((one, other) => one - other);
  return first === undefined || second === undefined ? null : { first, second };
}

function isStep(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
