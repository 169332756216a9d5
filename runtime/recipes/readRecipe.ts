// Finds a recipe by name, or reads one from a file.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Recipe } from '../contract/recipe.ts';
import { HumanError, systemCode } from '../support/errors.ts';
import { check, parseJson } from '../support/parseJson.ts';
import toolR1 from './tool-r1.json' with { type: 'json' };

const builtIn: Readonly<Record<string, unknown>> = { 'tool-r1': toolR1 };

/**
 * `nameOrFile` is the name of a built-in recipe, or a path (relative to `folder`) of a JSON file that holds one.
 * @throws HumanError when there is no such recipe, or the file holds none
 */
export async function readRecipe(nameOrFile: string, folder: string): Promise<Recipe> {
  const known = builtIn[nameOrFile];
  const parsed =
    known === undefined
      ? parseJson(Recipe, await readText(nameOrFile, folder))
      : check(Recipe, known);
  if (parsed.ok) return parsed.value;
  throw new HumanError(`${nameOrFile} is not a recipe: ${parsed.problem}`);
}

async function readText(name: string, folder: string): Promise<string> {
  try {
    return await readFile(path.resolve(folder, name), 'utf8');
  } catch (error) {
    const why =
      systemCode(error) === 'ENOENT' ? 'no such file' : (systemCode(error) ?? 'unreadable');
    const names = Object.keys(builtIn).join(', ');
    throw new HumanError(
      `There is no recipe ${name} (${why}). Use ${names}, or the path of a JSON file with a recipe.`,
    );
  }
}
