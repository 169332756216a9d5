// What a person wants trained, read and checked on this computer before anything is sent or started.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { TrainingWish } from '../../contract/training/trainingRequests.ts';
import type { TrainingSettings } from '../../contract/trainingSettings.ts';
import { totalSteps } from '../../launch/jobSettings.ts';
import { readTrainingTasks, type TrainingTasks } from '../../launch/trainingTasks.ts';
import { readRecipeWithSources } from '../../recipes/readRecipe.ts';
import type { RecipeReading } from '../../recipes/recipeReading.ts';
import { trainingOf } from '../../recipes/trainingOf.ts';
import { HumanError } from '../../support/errors.ts';
import { modelPlace, type ModelPlace } from './modelPlace.ts';

export interface WantedRun {
  /** With the changes of the wish. */
  readonly reading: RecipeReading;
  readonly training: TrainingSettings;
  /** Absolute. */
  readonly taskFile: string;
  readonly tasks: TrainingTasks;
  readonly model: ModelPlace;
  readonly totalSteps: number;
}

/** @throws HumanError of one line that says what is wrong with the wish */
export async function readWantedRun(wish: TrainingWish, signal: AbortSignal): Promise<WantedRun> {
  const { workspace } = wish;
  const reading = await readRecipeWithSources(wish.recipe, workspace, changesOf(wish));
  const training = trainingOf(reading.recipe);
  const taskFile = path.resolve(workspace, wish.tasks);
  const tasks = await readTrainingTasks(taskFile, training.difficultyFilter, signal);
  for (const task of tasks.tasks) await refuseFolders(task.id, task.files);
  return {
    reading,
    training,
    taskFile,
    tasks,
    model: await modelPlace(wish),
    totalSteps: totalSteps(training, tasks.tasks.length),
  };
}

/** Each `path=value`, with the number of train steps as one of them. */
export function changesOf({ changes, steps }: Pick<TrainingWish, 'changes' | 'steps'>): string[] {
  return steps === null ? changes : [...changes, `training.optimiser.maxSteps=${steps}`];
}

async function refuseFolders(id: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    if ((await stat(file)).isFile()) continue;
    throw new HumanError(
      `Task ${id} names ${file}, which is a folder. Name its files, so that they can be sent to a machine.`,
    );
  }
}
