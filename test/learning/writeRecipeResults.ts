// `npx tsx test/learning/writeRecipeResults.ts --runs FOLDER --to FOLDER` reads the runs that trainRecipes.ts made and
// writes what was measured.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { builtInRecipes } from '../../runtime/recipes/builtInRecipes.ts';
import { readRecipe } from '../../runtime/recipes/readRecipe.ts';
import { trainingOf } from '../../runtime/recipes/trainingOf.ts';
import { isInside } from '../../runtime/training/difficultyFilter.ts';
import { comparedRecipes, type ComparedRecipe } from './comparedRecipes.ts';
import { figuresWhenDone, readHeldOut, writeFiles } from './readMeasured.ts';
import { recipeFiles } from './recipeResults.ts';
import type { FilterRun, MeasuredModel, RecipeRun } from './recipeRun.ts';
import { readGroups } from './runFigures.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string' }, to: { type: 'string' } },
});
if (values.runs === undefined || values.to === undefined) {
  throw new Error('Say where the runs are and where the results go: --runs FOLDER --to FOLDER');
}
const folder = values.runs;
const runs = (await Promise.all(comparedRecipes.map(runsOf))).flat();
const filters = (await Promise.all([...builtInRecipes.keys()].map(filterOf))).flat();
const start = await measuredModel(folder, 'start');
await writeFiles(values.to, recipeFiles({ start, filters, runs }));

/** Those that are done, by seed. */
async function runsOf(recipe: ComparedRecipe): Promise<readonly RecipeRun[]> {
  const made: RecipeRun[] = [];
  for (const name of await namesOf(recipe)) {
    const run = path.join(folder, recipe, name);
    const figures = /^\d+$/.test(name) ? await figuresWhenDone(run) : null;
    if (figures === null) continue;
    const trained = await measuredModel(path.join(folder, recipe), name);
    made.push({ recipe, seed: Number(name), figures, ...(await sampledIn(run)), trained });
  }
  return made;
}

async function measuredModel(below: string, name: string): Promise<MeasuredModel> {
  const [heldOut, cool] = await Promise.all([
    readHeldOut(path.join(below, `held-${name}`)),
    readHeldOut(path.join(below, `cool-${name}`)),
  ]);
  return { heldOut, cool };
}

/** Empty where the recipe has none. */
async function filterOf(recipe: string): Promise<readonly FilterRun[]> {
  const run = path.join(folder, recipe, 'filter');
  const figures = await figuresWhenDone(run);
  if (figures === null) return [];
  const { window } = trainingOf(await readRecipe(recipe, '.')).difficultyFilter;
  const groups = await readGroups(run);
  const kept = groups.filter(({ passRate }) => passRate !== null && isInside(passRate, window));
  return [{ recipe, figures, ...(await sampledIn(run)), kept: kept.length }];
}

async function sampledIn(
  run: string,
): Promise<Pick<RecipeRun, 'groups' | 'rollouts' | 'refillTokens'>> {
  const records = await readGroups(run);
  const rollouts = records.reduce((sum, { nGenerated }) => sum + nGenerated, 0);
  const refills = records.filter(({ why }) => why === 'refill');
  const refillTokens = refills.reduce((sum, { generatedTokens }) => sum + generatedTokens, 0);
  return { groups: records.length, rollouts, refillTokens };
}

/** Sorted; none of a recipe that was not run. */
async function namesOf(recipe: ComparedRecipe): Promise<readonly string[]> {
  if (!(await readdir(folder)).includes(recipe)) return [];
  return (await readdir(path.join(folder, recipe))).sort();
}
