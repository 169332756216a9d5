// Where the model of a run is: on this computer, on the machine, or on Hugging Face.
import { homedir } from 'node:os';
import path from 'node:path';
import { thisComputer } from '../../contract/thisComputer.ts';
import type { TrainingWish } from '../../contract/training/trainingRequests.ts';
import { readModelFolder } from '../../launch/modelFolder.ts';
import { HumanError } from '../../support/errors.ts';

export type ModelPlace =
  /** A folder of this computer, with the size of its weights. */
  | { readonly kind: 'here'; readonly folder: string; readonly weightBytes: number }
  /** A folder of the machine: absolute, or below `~/`. */
  | { readonly kind: 'there'; readonly folder: string }
  /** A name such as `Qwen/Qwen2.5-7B-Instruct`, which the machine fetches. */
  | { readonly kind: 'fetched'; readonly name: string };

const hubName = /^[\w.-]+\/[\w.-]+$/;

/** @throws HumanError where it is none of these */
export async function modelPlace({
  model,
  machine,
  workspace,
}: Pick<TrainingWish, 'model' | 'machine' | 'workspace'>): Promise<ModelPlace> {
  const folder = path.resolve(workspace, model.replace(/^~(?=\/)/, homedir()));
  try {
    return { kind: 'here', ...(await readModelFolder(folder)) };
  } catch (error) {
    if (!(error instanceof HumanError) || machine === thisComputer) throw error;
    const isThere = model.startsWith('/') || model.startsWith('~/');
    if (isThere) return { kind: 'there', folder: model };
    if (hubName.test(model) && !model.startsWith('.')) return { kind: 'fetched', name: model };
    throw error;
  }
}

/** For a person. */
export function modelTitle(place: ModelPlace): string {
  if (place.kind === 'fetched') return place.name;
  return path.posix.basename(place.folder.replaceAll('\\', '/'));
}
