// Puts checkpoints aside that a run will make anew, so that it goes on from an earlier one. They are kept under another name.
import { access, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { HumanError } from '../../support/errors.ts';
import { writeFailure } from '../storeErrors.ts';
import { runFiles } from './runFiles.ts';

/**
 * Afterwards the checkpoint of `step` is the newest. Gives the train steps that were put aside.
 * @throws HumanError when there is no such checkpoint, or it cannot be gone on from
 * @throws FailureError at boundary `store`
 */
export async function setAsideAfter(folder: string, step: number): Promise<number[]> {
  const { checkpoints } = runFiles(folder);
  await refuseUnwhole(checkpoints, step);
  const steps = (await readdir(checkpoints))
    .flatMap((name) => /^checkpoint-(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number);
  const later = steps.filter((one) => one > step).sort((first, second) => first - second);
  try {
    for (const one of later)
      await rename(checkpoint(checkpoints, one), await freeName(checkpoints, one));
  } catch (error) {
    throw writeFailure(checkpoints, error);
  }
  return later;
}

async function refuseUnwhole(checkpoints: string, step: number): Promise<void> {
  const place = checkpoint(checkpoints, step);
  if (!(await isThere(place))) {
    throw new HumanError(`The run has no checkpoint of train step ${step} to go on from.`);
  }
  if (await isThere(path.join(place, 'rollout_state.jsonl'))) return;
  throw new HumanError(
    `The checkpoint of train step ${step} has no state of the queue (rollout_state.jsonl), so the run cannot go on from it. Choose another one.`,
  );
}

async function freeName(checkpoints: string, step: number): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = path.join(checkpoints, `aside-${step}-${number}`);
    if (!(await isThere(name))) return name;
  }
}

function checkpoint(checkpoints: string, step: number): string {
  return path.join(checkpoints, `checkpoint-${step}`);
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
