// `npx tsx test/learning/trainRecipes.ts --set FOLDER --out FOLDER [--steps N] [--recipe NAME]... [--seed N]... [--cli FILE]` trains the
// model of the set (FOLDER/model) by each recipe as it is, once for each seed, in OUT/RECIPE/SEED, and then measures it on the held-out
// tasks in OUT/RECIPE/held-SEED and cool-SEED, as the model at the start in OUT. Where a recipe filters by difficulty, OUT/RECIPE/filter holds the rollouts of that.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readRecipe } from '../../runtime/recipes/readRecipe.ts';
import { trainingOf } from '../../runtime/recipes/trainingOf.ts';
import {
  comparedRecipes,
  comparisonOf,
  coolTemperature,
  isComparedRecipe,
  recipeSteps,
  settingChanges,
  type ComparedRecipe,
} from './comparedRecipes.ts';
import { filterTasks } from './filterTasks.ts';
import { measureHeldOut } from './measureHeldOut.ts';
import { trainOnce } from './trainOnce.ts';

const { values } = parseArgs({
  options: {
    set: { type: 'string' },
    out: { type: 'string' },
    steps: { type: 'string', default: String(recipeSteps) },
    recipe: { type: 'string', multiple: true, default: [...comparedRecipes] },
    seed: { type: 'string', multiple: true, default: ['1', '2', '3'] },
    cli: { type: 'string', default: 'dist/cli.mjs' },
  },
});
if (values.set === undefined || values.out === undefined) {
  throw new Error('Say where the set is and where the runs go: --set FOLDER --out FOLDER');
}
const cli = path.resolve(import.meta.dirname, '../..', values.cli);
const [set, out] = [path.resolve(values.set), path.resolve(values.out)];
const startModel = path.join(set, 'model');
const steps = Number(values.steps);
const { signal } = new AbortController();

await measure(out, 'start', startModel);
for (const seed of values.seed.map(Number)) {
  for (const name of values.recipe) {
    if (!isComparedRecipe(name)) throw new Error(`The recipe ${name} is not among the compared.`);
    await measure(path.join(out, name), String(seed), await train(name, seed));
  }
}

/** At the temperature that is the same for all models, and at that which `vanilla-grpo` and `tool-r1` sample with. */
async function measure(below: string, name: string, model: string): Promise<void> {
  const run = path.join(below, `held-${name}`);
  await measureHeldOut({ cli, set, model, run, temperature: null });
  const cool = path.join(below, `cool-${name}`);
  await measureHeldOut({ cli, set, model, run: cool, temperature: coolTemperature });
}

/** The folder of the trained model. */
async function train(recipe: ComparedRecipe, seed: number): Promise<string> {
  const run = path.join(out, recipe, String(seed));
  const { builtIn } = comparisonOf[recipe];
  const changes = settingChanges(recipe);
  const tasks = await tasksFor(builtIn, changes);
  const model = startModel;
  await trainOnce({ cli, recipe: builtIn, tasks, model, run, seed, steps, changes });
  return path.join(run, 'checkpoints', `checkpoint-${steps}`);
}

/** Every task, with pass rates where the recipe goes by them. */
async function tasksFor(recipe: string, changes: readonly string[]): Promise<string> {
  const tasks = path.join(set, 'tasks.jsonl');
  const { difficultyFilter } = trainingOf(await readRecipe(recipe, '.', changes));
  if (!difficultyFilter.enabled) return tasks;
  const run = path.join(out, recipe, 'filter');
  const now = (): string => new Date().toISOString();
  return filterTasks({ cli, recipe, tasks, model: startModel, run, changes, now }, signal);
}
