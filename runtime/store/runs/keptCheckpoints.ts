// Which checkpoints of a run stay: the newest, the best by reward, the pinned ones, and whatever may still be being written. Pure.
import type { KeepPolicy, TrainStepMetrics } from '../../contract/training/runFolder.ts';
import type { CheckpointListing } from '../../contract/training/runView.ts';

export interface KeptCheckpoint {
  readonly step: number;
  /** It was written to its end. */
  readonly isWhole: boolean;
  readonly isPinned: boolean;
  /** Null where it is not known; such a one is never among the best. */
  readonly reward: number | null;
}

export type Kept = CheckpointListing['kept'][number];

/** Why each checkpoint is kept, by its train step; empty for one that is not. The order of reasons is that of the policy. */
export function keptReasons(
  checkpoints: readonly KeptCheckpoint[],
  { last, best }: KeepPolicy,
): ReadonlyMap<number, readonly Kept[]> {
  const whole = checkpoints.filter(({ isWhole }) => isWhole);
  const latest = new Set(stepsOf(whole, ({ step }) => step).slice(0, last));
  const rated = whole.filter(({ reward }) => reward !== null);
  const bestOnes = new Set(stepsOf(rated, ({ reward }) => reward ?? 0).slice(0, best));
  return new Map(
    checkpoints.map(({ step, isPinned }) => {
      const reasons = { latest: latest.has(step), best: bestOnes.has(step), pinned: isPinned };
      return [step, (['latest', 'best', 'pinned'] as const).filter((name) => reasons[name])];
    }),
  );
}

/** Train steps of the checkpoints that the policy lets go, oldest first. One that is newer than the newest whole one is being written. */
export function unkeptSteps(checkpoints: readonly KeptCheckpoint[], keep: KeepPolicy): number[] {
  const kept = keptReasons(checkpoints, keep);
  const whole = checkpoints.filter(({ isWhole }) => isWhole);
  const newest = Math.max(-1, ...whole.map(({ step }) => step));
  return checkpoints
    .map(({ step }) => step)
    .filter((step) => step < newest && kept.get(step)?.length === 0)
    .sort((first, second) => first - second);
}

/**
 * Mean of a figure over the ten train steps before a checkpoint was saved, its own among them; null where none of them has it.
 * @param metrics of the run, in the order of the file: of train steps that were done again, the last counts
 */
export function meanBefore(
  metrics: readonly TrainStepMetrics[],
  name: string,
  step: number,
): number | null {
  const values = new Map<number, number | null>();
  for (const line of metrics) values.set(line.step, line.metrics[name] ?? null);
  const known = Array.from({ length: 10 }, (_, back) => values.get(step - back) ?? null).filter(
    (value) => value !== null,
  );
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** From the greatest to the smallest, newer ones first among equals. */
function stepsOf(
  checkpoints: readonly KeptCheckpoint[],
  valueOf: (checkpoint: KeptCheckpoint) => number,
): number[] {
  return [...checkpoints]
    .sort((first, second) => valueOf(second) - valueOf(first) || second.step - first.step)
    .map(({ step }) => step);
}
