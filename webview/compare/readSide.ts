// Everything of one trajectory that the comparison shows: its head and its steps, up to a bound.
import type { StepView, TrajectoryHead } from '../../runtime/contract/viewing.ts';
import type { Host } from '../messages/host.ts';

export interface Side {
  readonly head: TrajectoryHead;
  readonly steps: readonly StepView[];
  /** Steps that were left out because there are too many. */
  readonly leftOut: number;
}

/** Aligning and drawing more is of no use to a person. */
export const mostSteps = 400;
const stride = 50;

export async function readSide(
  host: Pick<Host, 'request'>,
  id: string,
  signal: AbortSignal,
): Promise<Side> {
  const head = await host.request('read-trajectory', { id }, { signal });
  const last = Math.min(mostSteps, head.rows.length);
  const steps: StepView[] = [];
  for (let from = 1; from <= last; from += stride) {
    const to = Math.min(last, from + stride - 1);
    const page = await host.request('read-steps', { id, from, to }, { signal });
    steps.push(...page.steps);
  }
  return { head, steps, leftOut: head.rows.length - last };
}
