// The command line by which a run is started, the same on this computer and on a machine.
import { indexesOfSplit } from '../../launch/gpuChoice.ts';
import type { GpuSplit } from '../../launch/processCommands.ts';
import type { SamplerPlace } from '../../contract/training/samplerPlace.ts';
import type { TrainingWish } from '../../contract/training/trainingRequests.ts';

/** Paths as the machine of the run has them. */
export interface RunInputs {
  /** Name of a built-in recipe, or a file. */
  readonly recipe: string;
  /** Each `path=value`; empty where they are in the file. */
  readonly changes: readonly string[];
  readonly tasks: string;
  readonly model: string;
  readonly folder: string;
}

export function trainArguments(
  {
    device,
    seed,
    saveEverySteps,
    keep,
  }: Pick<TrainingWish, 'device' | 'seed' | 'saveEverySteps' | 'keep'>,
  inputs: RunInputs,
  gpus: GpuSplit | null,
): string[] {
  return [
    ...['train', '--detach'],
    ...['--recipe', inputs.recipe, ...inputs.changes.flatMap((change) => ['--set', change])],
    ...['--tasks', inputs.tasks, '--model', inputs.model],
    ...['--device', device, '--save-every', String(saveEverySteps)],
    ...['--keep', `${keep.last}+${keep.best}`],
    ...(seed === null ? [] : ['--seed', String(seed)]),
    ...(gpus === null ? [] : ['--cards', indexesOfSplit(gpus)]),
    ...['--out', inputs.folder],
  ];
}

export function resumeArguments(folder: string, step: number | null): string[] {
  const from = step === null ? [] : ['--from', String(step)];
  return ['train', '--resume', '--detach', ...from, '--out', folder];
}

/** @param sampler started already; null where the machine of the run samples itself */
export function samplerArguments(sampler: { readonly place: SamplerPlace } | null): string[] {
  return sampler === null ? [] : ['--sampled-by', JSON.stringify(sampler.place)];
}
