// The difficulty filter of a recipe, for the model of a learning set: each task is rolled out as often as the recipe says, and a copy
// of the task file gets the pass rates, by which `tool-r1 train` leaves out what is too easy or too hard.
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { readRecipe } from '../../runtime/recipes/readRecipe.ts';
import { trainingOf } from '../../runtime/recipes/trainingOf.ts';
import { readTasks } from '../../runtime/store/taskStore.ts';
import { writePassRates } from '../../runtime/store/writePassRates.ts';
import { standingStill } from './measureHeldOut.ts';
import { passRatesOf } from './passRates.ts';
import { readGroups } from './runFigures.ts';
import { trainOnce, type TrainWish } from './trainOnce.ts';

/** The tasks lie in the folder of the set, because they name their files from there. */
export interface FilterWish extends Pick<TrainWish, 'cli' | 'recipe' | 'tasks' | 'model' | 'run'> {
  /** As `--set` takes them, of the run that the filter is for. */
  readonly changes: readonly string[];
  /** ISO 8601. */
  readonly now: () => string;
}

/** That see each task once. */
const steps = 4;
const ingredientsOff = ['difficultyFilter', 'queue', 'refill'].map(
  (name) => `${name}.enabled=false`,
);

/** The file with pass rates. @throws Error when the run ends otherwise than done */
export async function filterTasks(wish: FilterWish, signal: AbortSignal): Promise<string> {
  const { recipe, model, run, tasks } = wish;
  const { tasks: all } = await readTasks(tasks, signal);
  const changes = [
    ...wish.changes,
    ...ingredientsOff,
    standingStill,
    `queue.groupSize=${await samplesOf(recipe)}`,
    `optimiser.groupsPerStep=${Math.ceil(all.length / steps)}`,
  ];
  await trainOnce({ ...wish, seed: 0, steps, changes });
  const rated = path.join(path.dirname(tasks), `tasks-${recipe}.jsonl`);
  await copyFile(tasks, rated);
  const by = { model, recipe, measuredAt: wish.now() };
  await writePassRates(rated, passRatesOf(await readGroups(run), by), signal);
  return rated;
}

async function samplesOf(recipe: string): Promise<number> {
  const { difficultyFilter } = trainingOf(await readRecipe(recipe, '.'));
  return difficultyFilter.samples;
}
