// The evaluation of a checkpoint that was made last, with its lines: as its machine has it, or as the copy on this computer has it.
import type { Recipe } from '../../contract/recipe.ts';
import type { EvaluatedTask } from '../../contract/training/evaluation.ts';
import type { RunPlace } from '../../contract/training/runView.ts';
import { HumanError } from '../../support/errors.ts';
import { type EvaluatedCheckpointParts, findEvaluated } from './evaluatedCheckpoint.ts';
import { EvaluationStore, newestThere } from './evaluationStore.ts';

export interface NewestEvaluation {
  /** Of the tasks and the settings. */
  readonly key: string;
  /** Name of the task file. */
  readonly tasksFile: string;
  readonly recipe: Recipe;
  /** By the hash of the task; at least one. */
  readonly records: ReadonlyMap<string, EvaluatedTask>;
  /** The machine could not be asked. */
  readonly fromCopy: boolean;
}

/**
 * @throws HumanError when there is no such checkpoint, or it was not evaluated yet
 * @throws FailureError at boundary `remote` or `store`
 */
export async function newestEvaluated(
  parts: EvaluatedCheckpointParts,
  place: RunPlace,
  step: number,
  signal: AbortSignal,
): Promise<NewestEvaluation> {
  const { link, checkpoint, recipe, copy, offline } = await findEvaluated(
    parts,
    place,
    step,
    signal,
  );
  const { folder } = checkpoint;
  const fromCopy = offline !== null;
  const summary = fromCopy
    ? await copy.newest()
    : await newestThere({ link, folder, copy }, signal);
  if (summary === null) throw offline ?? notEvaluated(step);
  const { key, tasksFile } = summary;
  const store = new EvaluationStore({ link, folder, key, copy });
  const records = fromCopy ? await store.readCopy() : await store.read(signal);
  if (records.size === 0) throw offline ?? notEvaluated(step);
  return { key, tasksFile, recipe, records, fromCopy };
}

function notEvaluated(step: number): HumanError {
  return new HumanError(
    `Checkpoint ${step} was not evaluated yet. Evaluate it first; both on the same tasks.`,
  );
}
