// How much disk a run takes: checkpoints, trajectories and logs.
import type { KeepPolicy } from '../../contract/training/runFolder.ts';
import type { TrainingSettings } from '../../contract/trainingSettings.ts';
import { checkpointBytes } from '../../launch/diskSpace.ts';
import { formatBytes } from '../../support/formatBytes.ts';

export interface DiskQuestion {
  /** Null where they are not known. */
  readonly weightBytes: number | null;
  readonly training: TrainingSettings;
  readonly sequenceTokens: number;
  readonly totalSteps: number;
  readonly saveEverySteps: number;
  readonly keep: KeepPolicy;
}

/** Ids, log-probabilities and text of a token in the files of trajectories, measured on recorded ones. */
const tokenBytes = 16;
const logBytes = 200e6;

export function diskEstimate(question: DiskQuestion): {
  readonly bytes: number;
  readonly detail: string;
} {
  const { weightBytes, training, totalSteps } = question;
  const tokens = totalSteps * rolloutsPerStep(training) * (question.sequenceTokens / 2);
  const records = tokens * tokenBytes + logBytes;
  const { number, why } = checkpoints(question);
  if (weightBytes === null) {
    const detail = `${counted(number, 'checkpoint')} (${why}) of a model whose size is not known, about ${formatBytes(records)} of trajectories and logs.`;
    return { bytes: records, detail };
  }
  const { lora } = training.optimiser;
  const one = checkpointBytes(weightBytes, lora);
  const saved =
    lora === null
      ? counted(number, 'full checkpoint')
      : `${counted(number, 'checkpoint')} of an adapter`;
  return {
    bytes: number * one + records,
    detail: `${saved} of ${formatBytes(one)} (${why}), about ${formatBytes(records)} of trajectories and logs.`,
  };
}

function counted(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

/** One more than is kept lies there while a new one is written. */
function checkpoints({ keep, totalSteps, saveEverySteps }: DiskQuestion): {
  readonly number: number;
  readonly why: string;
} {
  const made = Math.ceil(totalSteps / saveEverySteps);
  const kept = keep.last + keep.best;
  if (made <= kept + 1) return { number: made, why: 'all that are made' };
  return { number: kept + 1, why: `last ${keep.last}, best ${keep.best}, and the next one` };
}

/** Sampled for one train step once the queues are full. */
export function rolloutsPerStep({ queue, optimiser }: TrainingSettings): number {
  return optimiser.groupsPerStep * (queue.enabled ? queue.freshPerVisit : queue.groupSize);
}
