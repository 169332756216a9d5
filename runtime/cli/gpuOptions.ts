// Which graphics cards a person chose, by number (`--gpus`) or by index (`--cards`), on one machine or on two.
import { InvalidArgumentError } from 'commander';
import { sharedCard, splitOfCounts, splitOfIndexes } from '../launch/gpuChoice.ts';
import type { GpuSplit } from '../launch/processCommands.ts';
import { HumanError } from '../support/errors.ts';

export interface GpuFlags {
  readonly gpus?: GpuSplit;
  readonly cards?: GpuSplit;
  /** Another machine that samples. */
  readonly sampler?: string;
}

/** For commander. */
export function gpuCounts(text: string): GpuSplit {
  return splitOfCounts(text) ?? refuse('It must be like 4+4, or one number.');
}

/** For commander. */
export function gpuIndexes(text: string): GpuSplit {
  return splitOfIndexes(text) ?? refuse('It must be like 0,1+2,3, each card once.');
}

/**
 * Null where nothing was chosen. Of two machines, those that sample are cards of the second, counted from its first one.
 * @throws HumanError for a choice that does not fit the machines
 */
export function chosenGpus({ gpus, cards, sampler }: GpuFlags): GpuSplit | null {
  if (sampler !== undefined) return ofTwo(cards ?? fromFirst(gpus ?? null));
  const chosen = cards ?? gpus ?? null;
  const shared = chosen === null ? null : sharedCard(chosen);
  if (shared === null) return chosen;
  throw new HumanError(
    `Graphics card ${shared} would both train and sample. Give it one of the two, or name one card alone for both in turn.`,
  );
}

function ofTwo(chosen: GpuSplit | null): GpuSplit | null {
  if (chosen?.sample !== null) return chosen;
  throw new HumanError(
    'With --sampler say for both machines which cards they take, such as --gpus 4+4; all of them where nothing is said.',
  );
}

/** On one machine, cards that sample follow those that train. */
function fromFirst(counted: GpuSplit | null): GpuSplit | null {
  if (counted === null) return null;
  const { train, sample } = counted;
  return { train, sample: sample === null ? null : sample.map((index) => index - train.length) };
}

function refuse(message: string): never {
  throw new InvalidArgumentError(message);
}
