// How long a run will take, told by the train steps of earlier runs on the same machine.
import type { TimeEstimate } from '../../contract/training/trainingRequests.ts';

/** An earlier run: its seconds a train step, and rollouts sampled for each. */
export interface EarlierRun {
  readonly name: string;
  readonly secondsOfSteps: readonly number[];
  readonly rolloutsPerStep: number;
}

/** Train steps whose mean is one look at how fast a machine is: single steps differ by the luck of their tasks. */
const blockSteps = 10;
const [lowShare, highShare] = [0.1, 0.9];

/**
 * From the 10th to the 90th percentile of the mean seconds of ten train steps in a row, over all earlier runs, each scaled by how many
 * rollouts a step samples. Null without an earlier train step.
 */
export function timeEstimate(
  earlier: readonly EarlierRun[],
  wanted: { readonly steps: number; readonly rolloutsPerStep: number },
  machine: string,
): TimeEstimate | null {
  const told = earlier.filter(({ secondsOfSteps }) => secondsOfSteps.length > 0);
  const means = told
    .flatMap((run) => blockMeans(run, wanted.rolloutsPerStep / run.rolloutsPerStep))
    .sort((first, second) => first - second);
  if (means.length === 0) return null;
  const [low, middle, high] = [lowShare, 0.5, highShare].map((share) => quantile(means, share));
  const whole = (seconds: number | undefined) => Math.round((seconds ?? 0) * wanted.steps);
  const runs = told.length === 1 ? '1 earlier run' : `${told.length} earlier runs`;
  const isScaled = told.some(({ rolloutsPerStep }) => rolloutsPerStep !== wanted.rolloutsPerStep);
  return {
    seconds: whole(middle),
    low: whole(low),
    high: whole(high),
    source: `From the train steps of ${runs} on ${machine}: ${shown(middle)} s each (${shown(low)} to ${shown(high)})${isScaled ? ', scaled by the rollouts of a step' : ''}.`,
  };
}

function blockMeans({ secondsOfSteps }: EarlierRun, scale: number): number[] {
  const means: number[] = [];
  for (let from = 0; from < secondsOfSteps.length; from += blockSteps) {
    const block = secondsOfSteps.slice(from, from + blockSteps);
    // The end of a run that is shorter than a block says little beside whole ones.
    if (block.length < blockSteps && means.length > 0) break;
    means.push((scale * block.reduce((sum, seconds) => sum + seconds, 0)) / block.length);
  }
  return means;
}

/** Between the two nearest values (Hyndman and Fan 1996, type 7). @param sorted at least one, ascending */
function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(at)] ?? 0, sorted[Math.ceil(at)] ?? 0];
  return below + (above - below) * (at - Math.floor(at));
}

function shown(seconds: number | undefined): string {
  const value = seconds ?? 0;
  return value < 10 ? value.toFixed(1) : value.toFixed(0);
}
