// Finds a recipe by name, or reads one from a file, with what it extends and with the changes of one run.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { Recipe } from '../contract/recipe.ts';
import { HumanError, systemCode } from '../support/errors.ts';
import { parseJson } from '../support/parseJson.ts';
import { builtInRecipes } from './builtInRecipes.ts';
import { RecipeFile } from './recipeFile.ts';
import { changedReading, readingOf, type RecipeReading } from './recipeReading.ts';
import { settingChange } from './settingChange.ts';
import { settingProblem } from './settingProblem.ts';
import { isTree, layOver, type SettingTree } from './settingTree.ts';

/**
 * `nameOrFile` is the name of a built-in recipe, or a path (relative to `folder`) of a JSON file that holds one.
 * @param changes each `path=value`, as `--set` takes it
 * @throws HumanError of one line when there is no such recipe, the file holds none, or a change cannot be made
 */
export async function readRecipe(
  nameOrFile: string,
  folder: string,
  changes: readonly string[] = [],
): Promise<Recipe> {
  return (await readRecipeWithSources(nameOrFile, folder, changes)).recipe;
}

/** The same, with where each value comes from. */
export async function readRecipeWithSources(
  nameOrFile: string,
  folder: string,
  changes: readonly string[] = [],
): Promise<RecipeReading> {
  const reading = await readChain(nameOrFile, folder, []);
  if (changes.length === 0) return reading;
  return changedReading(
    reading,
    changesOf(reading.recipe, changes),
    `--set ${changes.join(' --set ')}`,
  );
}

/** Later changes may be of settings that earlier ones brought. */
function changesOf(recipe: Recipe, changes: readonly string[]): SettingTree {
  let all: SettingTree = {};
  for (const change of changes) all = layOver(all, settingChange(change, layOver(recipe, all)));
  return all;
}

/** @param extending the recipes that asked for this one, the first one first */
async function readChain(
  name: string,
  folder: string,
  extending: readonly string[],
): Promise<RecipeReading> {
  const isBuiltIn = builtInRecipes.has(name);
  const place = isBuiltIn ? name : path.resolve(folder, name);
  if (extending.includes(place)) {
    throw new HumanError(
      `${name} extends itself: ${[...extending, place].join(' -> ')}. Take one "extends" out.`,
    );
  }
  const file = parseFile(isBuiltIn ? builtInRecipes.get(name) : await readValue(place, name), name);
  const base =
    file.extends === undefined
      ? null
      : await readChain(file.extends, isBuiltIn ? folder : path.dirname(place), [
          ...extending,
          place,
        ]);
  return readingOf(file, base, name);
}

function parseFile(value: unknown, name: string): RecipeFile {
  const parsed = RecipeFile.safeParse(value);
  if (parsed.success) return parsed.data;
  const tree = isTree(value) ? value : {};
  throw new HumanError(`${name} is not a recipe: ${settingProblem(parsed.error, tree)}`);
}

async function readValue(file: string, name: string): Promise<unknown> {
  const parsed = parseJson(z.looseObject({}), await readText(file, name));
  if (parsed.ok) return parsed.value;
  throw new HumanError(`${name} is not a recipe: ${parsed.problem}`);
}

async function readText(file: string, name: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const why =
      systemCode(error) === 'ENOENT' ? 'no such file' : (systemCode(error) ?? 'unreadable');
    const names = [...builtInRecipes.keys()].join(', ');
    throw new HumanError(
      `There is no recipe ${name} (${why}). Use ${names}, or the path of a JSON file with a recipe.`,
    );
  }
}
