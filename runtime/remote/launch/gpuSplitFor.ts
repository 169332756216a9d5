// Which cards of a machine a run takes.
import type { GpuFacts } from '../../contract/machine.ts';
import type { GpuChoice } from '../../contract/training/trainingRequests.ts';
import type { GpuSplit } from '../../launch/processCommands.ts';
import { HumanError } from '../../support/errors.ts';
import { isLost } from '../preflight/nvidiaSmi.ts';

/**
 * What was chosen, or all cards that can be used as a whole: half of them train, the others sample; one alone does both.
 * @throws HumanError where there is none, or a chosen one is not there
 */
export function gpuSplitFor(chosen: GpuChoice | null, gpus: readonly GpuFacts[]): GpuSplit {
  const usable = usableOf(gpus);
  if (chosen !== null) return chosenSplit(chosen, usable);
  if (usable.length === 0) {
    throw new HumanError(
      'The machine has no graphics card to train on. Choose --device cpu, or another machine.',
    );
  }
  if (usable.length === 1) return { train: usable, sample: null };
  const half = Math.ceil(usable.length / 2);
  return { train: usable.slice(0, half), sample: usable.slice(half) };
}

/**
 * With a machine of its own that samples: what was chosen, or all cards of both. `train` are cards of the one, `sample` of the other.
 * @throws HumanError where one has none, or a chosen one is not there
 */
export function gpuSplitOfTwo(
  chosen: GpuChoice | null,
  trainer: readonly GpuFacts[],
  sampler: readonly GpuFacts[],
): GpuSplit {
  return {
    train: cardsOf(chosen?.train ?? null, trainer, 'that trains'),
    sample: cardsOf(chosen?.sample ?? null, sampler, 'that samples'),
  };
}

function cardsOf(
  chosen: readonly number[] | null,
  gpus: readonly GpuFacts[],
  which: string,
): readonly number[] {
  const usable = usableOf(gpus);
  const cards = chosen ?? usable;
  const missing = cards.find((index) => !usable.includes(index));
  if (cards.length > 0 && missing === undefined) return cards;
  const wanted = missing === undefined ? 'graphics card' : `graphics card ${missing}`;
  throw new HumanError(
    `The machine ${which} has no ${wanted} that can be used as a whole. It has: ${usable.join(', ') || 'none'}.`,
  );
}

function usableOf(gpus: readonly GpuFacts[]): number[] {
  return gpus.filter((gpu) => !gpu.mig && !isLost(gpu)).map(({ index }) => index);
}

/** A card in both parts trains and samples in turn, which only one card alone can do. */
function chosenSplit({ train, sample }: GpuChoice, usable: readonly number[]): GpuSplit {
  const missing = [...train, ...sample].find((index) => !usable.includes(index));
  if (missing !== undefined) {
    throw new HumanError(
      `The machine has no graphics card ${missing} that can be used as a whole. It has: ${usable.join(', ') || 'none'}.`,
    );
  }
  const shared = train.filter((index) => sample.includes(index));
  if (train.length === 0) throw new HumanError('Choose at least one graphics card that trains.');
  if (sample.length === 0 || (train.length === 1 && sample.length === 1 && shared.length === 1)) {
    return { train, sample: null };
  }
  if (shared.length === 0) return { train, sample };
  throw new HumanError(
    `Graphics card ${shared[0]} would both train and sample beside others. Give it one of the two.`,
  );
}

export function choiceOf({ train, sample }: GpuSplit): GpuChoice {
  return { train: [...train], sample: [...(sample ?? train.slice(0, 1))] };
}
