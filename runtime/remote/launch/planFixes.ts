// What can be changed of a wish so that a check of its plan passes: other cards, fewer checkpoints. Pure.
import { isDeepStrictEqual } from 'node:util';
import type { HealthCheck } from '../../contract/health.ts';
import type { GpuFacts, MachineName } from '../../contract/machine.ts';
import type { KeepPolicy } from '../../contract/training/runFolder.ts';
import type { GpuChoice, TrainingCheck } from '../../contract/training/trainingRequests.ts';
import type { GpuSplit } from '../../launch/processCommands.ts';
import { cardCheckName, isInUse } from '../preflight/gpuChecks.ts';
import { isLost } from '../preflight/nvidiaSmi.ts';
import { choiceOf, gpuSplitFor } from './gpuSplitFor.ts';
import { checkNameOn } from './plannedSampler.ts';

/** Of the check that no cards could be divided. */
export const splitCheckName = 'GPU split';

export interface CardQuestion {
  /** Null where the wish divides no cards. */
  readonly split: GpuSplit | null;
  readonly gpus: readonly GpuFacts[];
  /** Another machine that samples, with its cards; null when the same one does. */
  readonly sampler: { readonly machine: MachineName; readonly gpus: readonly GpuFacts[] } | null;
}

/** Checks of cards that the run would take, and that it can do without, lead to those that are free. */
export function withCardFixes(
  checks: readonly HealthCheck[],
  question: CardQuestion,
): TrainingCheck[] {
  const gpus = freeChoice(question);
  if (gpus === null || isSame(gpus, question.split)) return [...checks];
  const names = namesOf(question);
  return checks.map((check) =>
    check.state !== 'pass' && names.has(check.name)
      ? { ...check, fix: { kind: 'use-cards', gpus } }
      : check,
  );
}

/** Cards that nobody uses and that are whole, divided as the product divides all; null where there are none. */
function freeChoice({ gpus, sampler }: CardQuestion): GpuChoice | null {
  const free = gpus.filter(isFree);
  if (free.length === 0) return null;
  if (sampler === null) return choiceOf(gpuSplitFor(null, free));
  const sample = sampler.gpus.filter(isFree).map(({ index }) => index);
  return sample.length === 0 ? null : { train: free.map(({ index }) => index), sample };
}

function isFree(gpu: GpuFacts): boolean {
  return !gpu.mig && !isLost(gpu) && (gpu.eccErrors ?? 0) === 0 && !isInUse(gpu);
}

function isSame(choice: GpuChoice, split: GpuSplit | null): boolean {
  return split !== null && isDeepStrictEqual(choice, choiceOf(split));
}

/** Of the checks that are about cards of the run. */
function namesOf({ split, sampler }: CardQuestion): ReadonlySet<string> {
  if (split === null) return new Set([splitCheckName]);
  const sample = (split.sample ?? []).map(cardCheckName);
  return new Set([
    ...split.train.map(cardCheckName),
    ...(sampler === null ? sample : sample.map((name) => checkNameOn(sampler.machine, name))),
  ]);
}

/**
 * The policy that deletes least of those with which the run fits; null where none does.
 * @param fits whether the run with this policy has room
 */
export function fittingKeep(
  { last, best }: KeepPolicy,
  fits: (keep: KeepPolicy) => boolean,
): KeepPolicy | null {
  const fewer = (most: number): KeepPolicy[] =>
    Array.from({ length: last }, (_, less) => ({ last: last - less, best: most }));
  const all = Array.from({ length: best + 1 }, (_, less) => fewer(best - less)).flat();
  const kept = (keep: KeepPolicy): number => keep.last + keep.best;
  return all.toSorted((one, other) => kept(other) - kept(one)).find(fits) ?? null;
}
