// How much memory the cards of a run need, on one machine or on two, and whether that is there.
import type { HealthCheck } from '../../contract/health.ts';
import type { GpuFacts } from '../../contract/machine.ts';
import type { MemoryEstimate } from '../../contract/training/trainingRequests.ts';
import { fail, warn } from '../../health/healthCheck.ts';
import type { GpuSplit } from '../../launch/processCommands.ts';
import {
  memoryEstimates,
  sequencesAtOnce,
  type MemoryQuestion,
} from '../estimate/memoryEstimate.ts';
import type { ModelShape } from '../estimate/modelShape.ts';

export interface MemoryPlanQuestion extends Omit<MemoryQuestion, 'shape' | 'split'> {
  /** Of the model, for a person. */
  readonly name: string;
  /** Null where it is not known before the model is on the machine. */
  readonly shape: ModelShape | null;
  /** Of another machine that samples; null when the same one does. */
  readonly samplerGpus: readonly GpuFacts[] | null;
}

export interface MemoryPlan {
  readonly estimates: MemoryEstimate[];
  readonly checks: readonly HealthCheck[];
}

/** @param split null for a run without cards */
export function memoryPlan(question: MemoryPlanQuestion, split: GpuSplit | null): MemoryPlan {
  const { shape, name, samplerGpus } = question;
  if (split === null) return { estimates: [], checks: [] };
  if (shape === null) {
    const detail = `how large ${name} is cannot be told before it is on the machine`;
    const check = warn('Memory of GPUs', detail, 'Check that the model fits.');
    return { estimates: [], checks: [check] };
  }
  if (samplerGpus === null) return planOf({ ...question, shape, split });
  const training = planOf({ ...question, shape, split: { ...split, sample: [] } });
  const sampling = planOf({
    ...question,
    shape,
    split: { ...split, train: [] },
    gpus: samplerGpus,
  });
  return {
    estimates: [...training.estimates, ...sampling.estimates],
    checks: [...training.checks, ...sampling.checks],
  };
}

function planOf(question: MemoryQuestion): MemoryPlan {
  const estimates = memoryEstimates(question);
  return { estimates, checks: [...cardChecks(estimates), ...samplingChecks(question, estimates)] };
}

function cardChecks(estimates: readonly MemoryEstimate[]): HealthCheck[] {
  const advice =
    'Train an adapter (--set lora), shorten maxSequenceTokens, or give more cards to training.';
  return estimates.flatMap(({ gpu, totalGib, spreadGib, limitGib }) => {
    const detail = `about ${totalGib.toFixed(0)} of ${limitGib.toFixed(0)} GiB needed`;
    if (totalGib - spreadGib > limitGib) return [fail(`Memory of GPU ${gpu}`, detail, advice)];
    return totalGib + spreadGib > limitGib
      ? [warn(`Memory of GPU ${gpu}`, `${detail}, which is close`, advice)]
      : [];
  });
}

function samplingChecks(
  question: MemoryQuestion,
  estimates: readonly MemoryEstimate[],
): HealthCheck[] {
  if (question.split.sample?.length === 0 || sequencesAtOnce(question, estimates) > 0) return [];
  const detail = 'the cards that sample hold not one rollout beside the weights';
  return [fail('Sampling', detail, 'Give more cards to sampling, or take a smaller model.')];
}
