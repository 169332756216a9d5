// A checkpoint that is evaluated: as its machine knows it, or as it was when the machine was reached last.
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { MachineName } from '../../contract/machine.ts';
import type { Recipe } from '../../contract/recipe.ts';
import type { CheckpointListing, RunPlace } from '../../contract/training/runView.ts';
import type { FailureError } from '../../support/errors.ts';
import type { RunCheckpoints } from '../checkpoints/runCheckpoints.ts';
import { readRunThere } from '../checkpoints/runThere.ts';
import type { MachineLink } from '../link/machineLink.ts';
import { isOffline } from '../link/remoteProblem.ts';
import { EvaluationCopy } from './evaluationCopy.ts';

export interface EvaluatedCheckpoint {
  readonly link: MachineLink;
  readonly checkpoint: CheckpointListing;
  /** Of its run, greedy: the same answers each time. */
  readonly recipe: Recipe;
  readonly copy: EvaluationCopy;
  /** Why its machine cannot be asked; null when it was. */
  readonly offline: FailureError | null;
}

export interface EvaluatedCheckpointParts {
  readonly link: (machine: MachineName) => MachineLink;
  readonly checkpoints: Pick<RunCheckpoints, 'find'>;
  /** Of this computer, for the copies of all checkpoints. */
  readonly folder: string;
}

/**
 * @throws HumanError when there is no such run or checkpoint
 * @throws FailureError at boundary `remote`; `remote/offline` only where nothing of it was kept here
 */
export async function findEvaluated(
  parts: EvaluatedCheckpointParts,
  place: RunPlace,
  step: number,
  signal: AbortSignal,
): Promise<EvaluatedCheckpoint> {
  const link = parts.link(place.machine);
  const copy = new EvaluationCopy(copyFolder(parts.folder, place, step));
  try {
    const checkpoint = await parts.checkpoints.find(place, step, signal);
    const { job } = await readRunThere(link, place.folder, signal);
    const recipe = { ...job.recipe, agent: { ...job.recipe.agent, temperature: 0 } };
    await copy.keepAbout({ version: 1, checkpoint, recipe });
    return { link, checkpoint, recipe, copy, offline: null };
  } catch (error) {
    if (!isOffline(error)) throw error;
    const about = await copy.about();
    if (about === null) throw error;
    return { link, checkpoint: about.checkpoint, recipe: about.recipe, copy, offline: error };
  }
}

function copyFolder(folder: string, { machine, folder: run }: RunPlace, step: number): string {
  const name = createHash('sha256')
    .update(JSON.stringify([machine, run, step]))
    .digest('hex');
  return path.join(folder, name.slice(0, 16));
}
